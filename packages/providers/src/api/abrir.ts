import { lerJson } from '../corpo.ts';
import type { AcessoDaApi } from '../dialeto.ts';
import { type Credencial, criarBusca, LIMITES, type Limites, type Parametros, type Resposta } from './buscar.ts';
import { lerDataHttp } from './cabecalhos-http.ts';
import type { Falha } from './contrato.ts';
import { trecho } from './trecho.ts';

type ComCorpo = Extract<Resposta, { tipo: 'corpo' }>;

/** An answer that is JSON, and how to complain about it. */
export interface Aberta {
  tipo: 'aberta';
  valor: unknown;
  texto: string;
  cabecalhos: ComCorpo['cabecalhos'];
  agoraDaLoja: Date | null;
  /** @param transitoria a page of a proxy or of a shop under maintenance comes with 200 as well, and passes */
  recusar(motivo: string, transitoria: boolean): Falha;
}

/** The store's clock. */
export function lerRelogio({ date }: ComCorpo['cabecalhos']): Date | null {
  const agora = lerDataHttp(date);
  return agora === null ? null : new Date(agora);
}

/** Asks a store's API. `inexistente`: it has no such thing; for questions to which that is no answer there is the failure. */
export type Perguntar = (
  pergunta: { caminho: string; parametros: Parametros },
  sinal?: AbortSignal,
) => Promise<Aberta | Exclude<Resposta, { tipo: 'corpo' }>>;

export function criarPerguntas(acesso: AcessoDaApi, limites: Partial<Limites>, credencial?: Credencial): Perguntar {
  const buscar = criarBusca(acesso, { ...LIMITES, ...limites }, credencial);
  return async ({ caminho, parametros }, sinal) => {
    const resposta = await buscar(caminho, parametros, sinal);
    return resposta.tipo === 'corpo' ? abrirResposta(resposta, acesso.apiToken) : resposta;
  };
}

function abrirResposta({ pergunta, corpo, cabecalhos }: ComCorpo, token: string | null): Aberta | Falha {
  const recusar = (motivo: string, transitoria: boolean): Falha => ({
    tipo: 'falha',
    transitoria,
    motivo: `the answer to ${pergunta} is of no use: ${motivo}: ${trecho(corpo, token)}`,
    esperarMs: null,
  });
  const lido = lerJson(corpo);
  if ('quarentena' in lido) return recusar(lido.quarentena, true);
  return { tipo: 'aberta', ...lido, cabecalhos, agoraDaLoja: lerRelogio(cabecalhos), recusar };
}
