import { setTimeout as esperar } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import type { Sorteio } from '../sorteio.ts';
import { type Falhas, faseDeAgora } from './falhas.ts';

const EFEITO = z.object({
  origem: z.string(),
  pedido_id: z.string(),
  efeito: z.string(),
  ocorrencia: z.int().positive(),
  criado_em: z.string(),
  pedido: z.object({}).loose(),
});

/** One effect as the ERP took it, once however often it came. */
export interface Recebido {
  chave: string;
  origem: string;
  pedido_id: string;
  efeito: string;
  ocorrencia: number;
  /** The body's text of the first time. */
  corpo: string;
  recebido_em: string;
  /** How often it came in all. */
  vezes: number;
}

/** An answer; null breaks the connection. */
type RespostaDoErp = { status: number; corpo: object; retryAfter?: number } | null;

export interface Erp {
  receber(chamada: { cabecalhos: Record<string, string>; corpo: string }): Promise<RespostaDoErp>;
  /** In order of arrival. */
  recebidos(): Recebido[];
  /** How many calls got each answer. */
  respostas(): Readonly<Record<string, number>>;
  falhar(falhas: Falhas): void;
}

/**
 * An ERP that is strict where one must be: it takes what is signed, each key once, and never a second body under a key.
 * @param segredo `whsec_` and base64, or any other text
 */
export function criarErp({ segredo, sorteio }: { segredo: string; sorteio: Sorteio }): Erp {
  const verificador = segredo.startsWith('whsec_')
    ? new Webhook(segredo)
    : new Webhook(new TextEncoder().encode(segredo), { format: 'raw' });
  const recebidos = new Map<string, Recebido>();
  const respostas: Record<string, number> = {};
  let falhas: Falhas = { fases: [], recusar: [] };
  let desdeMs = 0;

  const responder: Erp['receber'] = async ({ cabecalhos, corpo }) => {
    const fase = faseDeAgora(falhas.fases, desdeMs, Date.now());
    const atinge = fase !== null && sorteio.chance(fase.parte);
    if (atinge && fase.modo === 'fora') return null;
    if (atinge && fase.modo === '503') return erro(503, 'maintenance');
    if (atinge && fase.modo === '429') return { ...erro(429, 'slow down'), retryAfter: fase.retry_after_s };
    if (atinge && fase.modo === 'lento') await esperar(fase.atraso_ms);
    const resposta = guardar(cabecalhos, corpo);
    return atinge && fase.modo === 'sem_resposta' ? null : resposta;
  };

  function guardar(cabecalhos: Record<string, string>, corpo: string): RespostaDoErp {
    try {
      verificador.verify(corpo, cabecalhos, { jsonParse: false });
    } catch (e) {
      return erro(401, e instanceof Error ? e.message : 'bad signature');
    }
    const lido = EFEITO.safeParse(lerJson(corpo));
    if (!lido.success) return erro(400, 'this is no effect');
    const { origem, pedido_id, efeito, ocorrencia } = lido.data;
    const chave = cabecalhos['idempotency-key'];
    if (chave === undefined) return erro(400, 'Idempotency-Key is missing');
    if (decodificar(chave) !== `${origem}:${pedido_id}:${efeito}:${ocorrencia}`)
      return erro(400, 'the Idempotency-Key is not that of this effect');
    if (falhas.recusar.includes(pedido_id)) return erro(400, 'this order is refused');

    const conhecido = recebidos.get(chave);
    if (conhecido && conhecido.corpo !== corpo) return erro(409, 'another body came under this key');
    if (conhecido) {
      conhecido.vezes++;
      return { status: 200, corpo: { situacao: 'repetido' } };
    }
    const recebido_em = new Date().toISOString();
    recebidos.set(chave, { chave, origem, pedido_id, efeito, ocorrencia, corpo, recebido_em, vezes: 1 });
    return { status: 200, corpo: { situacao: 'recebido' } };
  }

  return {
    receber: async (chamada) => {
      const resposta = await responder(chamada);
      const nome = String(resposta?.status ?? 'sem_resposta');
      respostas[nome] = (respostas[nome] ?? 0) + 1;
      return resposta;
    },
    recebidos: () => [...recebidos.values()],
    respostas: () => respostas,
    falhar: (novas) => {
      falhas = novas;
      desdeMs = Date.now();
    },
  };
}

const erro = (status: number, motivo: string) => ({ status, corpo: { erro: motivo } });

function lerJson(texto: string): unknown {
  try {
    return JSON.parse(texto);
  } catch {
    return null;
  }
}

/** Keys are percent-encoded where a header could not carry them. */
function decodificar(chave: string): string | null {
  try {
    return decodeURIComponent(chave);
  } catch {
    return null;
  }
}
