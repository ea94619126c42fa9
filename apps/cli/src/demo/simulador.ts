import { z } from 'zod';

const ANDAMENTO = z.object({
  quieto: z.boolean(),
  erro: z.string().nullable(),
  pedidos: z.number(),
  eventos: z.number(),
  reconhecidos: z.number(),
  entregas: z.number(),
  tentativas: z.number(),
  recebidos_no_erp: z.number(),
});
export type Andamento = z.infer<typeof ANDAMENTO>;

const PROBLEMA = z.object({ origem: z.string(), pedido: z.string().nullable(), texto: z.string() });
const AUDITORIA = z.object({
  certo: z.boolean(),
  itens: z.array(z.object({ nome: z.string(), esperado: z.number(), encontrado: z.number(), certo: z.boolean() })),
  problemas: z.array(PROBLEMA.extend({ item: z.string() })),
  esperados: z.array(PROBLEMA),
  numeros: z.record(z.string(), z.number()),
});
export type Auditoria = z.infer<typeof AUDITORIA>;

/** The simulator, which is a process of its own, over HTTP. */
export interface Simulador {
  viver(vida: { semente: string; pedidos: number; duracao_ms: number; reabre: boolean }): Promise<void>;
  andamento(): Promise<Andamento>;
  falharErp(fases: readonly { modo: string; por_ms: number; parte?: number }[]): Promise<void>;
  auditar(comApi: boolean): Promise<Auditoria>;
}

export function simuladorEm(url: string): Simulador {
  const pedir = async (method: string, caminho: string, corpo?: object): Promise<unknown> => {
    const resposta = await fetch(`${url}${caminho}`, {
      method,
      ...(corpo ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(corpo) } : {}),
    });
    if (!resposta.ok) throw new Error(`${method} ${caminho}: ${resposta.status} ${await resposta.text()}`);
    return resposta.json();
  };
  return {
    viver: async (vida) => void (await pedir('POST', '/viver', vida)),
    andamento: async () => ANDAMENTO.parse(await pedir('GET', '/andamento')),
    falharErp: async (fases) => void (await pedir('PUT', '/erp/falhas', { fases })),
    auditar: async (comApi) => AUDITORIA.parse(await pedir('POST', '/auditoria', { com_api: comApi })),
  };
}
