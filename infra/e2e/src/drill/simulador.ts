import { setTimeout as esperar } from 'node:timers/promises';
import { z } from 'zod';

const ANDAMENTO = z.object({
  quieto: z.boolean(),
  erro: z.string().nullable(),
  pedidos: z.number(),
  eventos: z.number(),
  reconhecidos: z.number(),
  recebidos_no_erp: z.number(),
});

const AUDITORIA = z.object({
  certo: z.boolean(),
  itens: z.array(z.object({ nome: z.string(), esperado: z.number(), encontrado: z.number(), certo: z.boolean() })),
  problemas: z.array(
    z.object({ item: z.string(), origem: z.string(), pedido: z.string().nullable(), texto: z.string() }),
  ),
  numeros: z.record(z.string(), z.number()),
});
const RECEBIDOS = z.object({
  recebidos: z.array(z.object({ chave: z.string(), vezes: z.number() })),
  respostas: z.record(z.string(), z.number()),
});
export type Auditoria = z.infer<typeof AUDITORIA>;

/** The stores and the ERP, a process of their own, over HTTP. They are what the others are held to: nothing breaks them. */
export interface Simulador {
  andamento(): Promise<z.infer<typeof ANDAMENTO>>;
  /** `modo` of the ERP for a while: see the simulator's own list. */
  falharErp(fases: readonly { modo: string; por_ms: number; parte?: number; atraso_ms?: number }[]): Promise<void>;
  /** What the ERP took, each key once, and how many calls got each answer. */
  noErp(): Promise<z.infer<typeof RECEBIDOS>>;
  ligarApi(ligada: boolean): Promise<void>;
  /** Lets orders begin at a steady pace until what it returns is called. */
  viver(semente: string, pedidosPorSegundo: number): { parar(): Promise<void> };
  auditar(): Promise<Auditoria>;
}

const TRECHO_MS = 10_000;

export function simuladorEm(porta: number): Simulador {
  const pedir = async (method: string, caminho: string, corpo?: object): Promise<unknown> => {
    const resposta = await fetch(`http://127.0.0.1:${porta}${caminho}`, {
      method,
      ...(corpo ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(corpo) } : {}),
    });
    if (!resposta.ok) throw new Error(`${method} ${caminho}: ${resposta.status} ${await resposta.text()}`);
    return resposta.json();
  };
  return {
    andamento: async () => ANDAMENTO.parse(await pedir('GET', '/andamento')),
    falharErp: async (fases) => void (await pedir('PUT', '/erp/falhas', { fases })),
    noErp: async () => RECEBIDOS.parse(await pedir('GET', '/recebidos')),
    ligarApi: async (ligada) => void (await pedir('PUT', '/api', { ligada })),
    viver: (semente, pedidosPorSegundo) => {
      const fim = new AbortController();
      const pedidos = Math.round((pedidosPorSegundo * TRECHO_MS) / 1000);
      const vida = (async () => {
        for (let n = 0; !fim.signal.aborted; n++) {
          // Each stretch has a seed of its own, or the ids would repeat.
          await pedir('POST', '/viver', { semente: `${semente}/${n}`, pedidos, duracao_ms: TRECHO_MS });
          await esperar(TRECHO_MS, undefined, { signal: fim.signal }).catch(() => undefined);
        }
      })();
      vida.catch(() => undefined); // said when it is asked to stop
      return {
        parar: async () => {
          fim.abort();
          await vida;
        },
      };
    },
    auditar: async () => AUDITORIA.parse(await pedir('POST', '/auditoria', { com_api: true })),
  };
}
