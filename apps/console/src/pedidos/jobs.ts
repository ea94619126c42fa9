import type { Chave } from '@entrada/db';
import { FILAS, type NomeDeFila } from '@entrada/queue';
import type { Deps } from '../deps.ts';

export interface JobDoPedido {
  fila: NomeDeFila;
  id: string;
  situacao: string;
  criado_em: Date;
}

const SITUACOES = {
  active: 'em curso',
  waiting: 'esperando',
  delayed: 'adiado',
  failed: 'falhou',
  completed: 'terminou',
};
type Situacao = keyof typeof SITUACOES;
/** Of each queue and state, the newest: a look, no search. What became of an order is in the tables. */
const RECENTES = 30;
const PRAZO_MS = 1_000;

/** The order's jobs among the newest ones, newest first; null where the queue does not answer in time. */
export async function jobsDoPedido({ fila }: Deps, { origem, recurso_id }: Chave): Promise<JobDoPedido[] | null> {
  const nome = `${origem}:${recurso_id}`;
  const listas = FILAS.filter((f) => f !== 'agenda').flatMap((f) =>
    (Object.keys(SITUACOES) as Situacao[]).map(async (s): Promise<JobDoPedido[]> => {
      const jobs = await fila.fila(f).getJobs([s], 0, RECENTES - 1);
      return jobs
        .filter((j) => j?.name === nome)
        .map((j) => ({ fila: f, id: String(j.id), situacao: SITUACOES[s], criado_em: new Date(j.timestamp) }));
    }),
  );
  const todos = await dentroDoPrazo(Promise.all(listas));
  return todos?.flat().toSorted((a, b) => b.criado_em.getTime() - a.criado_em.getTime()) ?? null;
}

async function dentroDoPrazo<T>(promessa: Promise<T>): Promise<T | null> {
  let relogio: NodeJS.Timeout | undefined;
  const prazo = new Promise<null>((resolve) => {
    relogio = setTimeout(() => resolve(null), PRAZO_MS);
  });
  try {
    return await Promise.race([promessa.catch(() => null), prazo]);
  } finally {
    clearTimeout(relogio);
  }
}
