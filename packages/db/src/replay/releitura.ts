import {
  type Aplicacao,
  type Dados,
  dadosDoEstado,
  type Estado,
  type FatoConhecido,
  type Resultado,
  type Status,
  type Transicao,
} from '@entrada/domain';
import type { Chave } from '../chave.ts';

/** An order as people see it. */
type Visto = { status: Status } & Dados;

export interface EventoRelido {
  evento_id: string;
  /** null: it had none yet. */
  antes: Resultado | null;
  depois: Resultado;
  erro: string | null;
}

/** What reading events anew does to one order. The same for a look and for the deed. */
export interface Releitura extends Chave {
  lidos: number;
  antes: Visto | null;
  depois: Visto | null;
  /** Events whose fact or result is another one now, those included that only the others' change has changed. */
  eventos: EventoRelido[];
  transicoes: Transicao[];
  efeitos: { efeito: string; ocorrencia: number; evento_id: string }[];
  /** Why nothing was done; null where it was. */
  recusa: string | null;
}

/** Whether there is something to do, or was. */
export const muda = (r: Releitura): boolean => r.eventos.length > 0;

export function descrever(
  chave: Chave,
  atual: Estado | null,
  aplicacao: Aplicacao | null,
  { lidos, relidos, historia }: { lidos: number; relidos: EventoRelido[]; historia: readonly FatoConhecido[] },
): Omit<Releitura, 'recusa'> {
  const ids = new Set(relidos.map((e) => e.evento_id));
  const antesDe = new Map(historia.map((f) => [f.evento_id, f.resultado]));
  const corrigidos = (aplicacao?.correcoes ?? [])
    .filter((c) => !ids.has(c.evento_id))
    .map((c) => ({ evento_id: c.evento_id, antes: antesDe.get(c.evento_id) ?? null, depois: c.resultado, erro: null }));
  return {
    ...chave,
    lidos,
    antes: ver(atual),
    depois: ver(aplicacao?.estado ?? atual),
    eventos: [...relidos, ...corrigidos].sort((a, b) => (a.evento_id < b.evento_id ? -1 : 1)),
    transicoes: aplicacao?.transicoes ?? [],
    efeitos: (aplicacao?.efeitos ?? []).map(({ efeito, ocorrencia, evento_id }) => ({ efeito, ocorrencia, evento_id })),
  };
}

const ver = (estado: Estado | null): Visto | null => estado && { status: estado.status, ...dadosDoEstado(estado) };
