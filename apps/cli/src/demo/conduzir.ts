import { setTimeout as esperar } from 'node:timers/promises';
import type { Sql } from '@entrada/db';
import type { Fila } from '@entrada/queue';
import type { OpcoesDaDemo } from './opcoes.ts';
import type { Painel } from './painel.ts';
import { lerPendencias, type Pendencias, soma } from './pendencias.ts';
import { reconciliarAgora } from './reconciliar.ts';
import type { Simulador } from './simulador.ts';

export interface Cena {
  sql: Sql;
  fila: Fila;
  simulador: Simulador;
  painel: Painel;
  matarWorker(): void;
}

const OLHAR_MS = 500;
/** Nothing moved for so long: it will not move any more. */
const PACIENCIA_MS = 180_000;
const PRAZO_DA_RECONCILIACAO_MS = 120_000;

/** Lets the stores live, breaks what is to be broken, and comes back when nothing is pending or nothing moves any more. */
export async function conduzir(cena: Cena, opcoes: OpcoesDaDemo): Promise<void> {
  const { simulador, painel } = cena;
  const { pedidos, semente, duracaoMs, semApi } = opcoes;
  // Opened again is what webhooks alone cannot tell from a late event: without the API no order is.
  await simulador.viver({ semente, pedidos, duracao_ms: duracaoMs, reabre: !semApi });
  const cenas = encenar(cena, opcoes);
  cenas.catch(() => undefined); // it is awaited further down
  await observar(cena, async () => (await simulador.andamento()).quieto);
  await cenas;

  if (!semApi) {
    painel.aviso('every delivery has ended; now the stores are asked what was missed');
    const runs = Promise.all(
      opcoes.lojas.map((o) => reconciliarAgora(cena.sql, cena.fila, o, PRAZO_DA_RECONCILIACAO_MS)),
    );
    for (const erro of await observarEnquanto(cena, runs)) if (erro !== null) painel.aviso(erro);
  }
  painel.aviso('waiting until nothing is pending');
  await observar(cena, async (p) => soma(p) === 0);
}

/** What goes wrong on the way, at its time. */
async function encenar({ simulador, painel, matarWorker }: Cena, opcoes: OpcoesDaDemo): Promise<void> {
  const { duracaoMs } = opcoes;
  await esperar(duracaoMs / 4);
  const fase = Math.min(3_000, Math.round(duracaoMs / 6));
  painel.aviso('the ERP fails for a while: down, then overloaded, then its answers get lost');
  await simulador.falharErp([
    { modo: 'fora', por_ms: fase },
    { modo: '503', por_ms: fase },
    { modo: '429', por_ms: fase },
    { modo: 'sem_resposta', por_ms: 2 * fase, parte: 0.2 },
  ]);
  if (!opcoes.matarWorker) return;
  await esperar(duracaoMs / 4);
  painel.aviso('a worker is killed (SIGKILL)');
  matarWorker();
}

/** Shows what goes on until `fim` holds, or nothing has moved for a long time. */
async function observar(cena: Cena, fim: (p: Pendencias) => Promise<boolean>): Promise<void> {
  let visto = '';
  let mudouEm = performance.now();
  for (;;) {
    const { pendencias, estado } = await olhar(cena);
    if (await fim(pendencias)) return;
    if (estado !== visto) {
      visto = estado;
      mudouEm = performance.now();
    } else if (performance.now() - mudouEm > PACIENCIA_MS) {
      cena.painel.aviso(`nothing has moved for ${PACIENCIA_MS / 1000} s: giving up`);
      return;
    }
    await esperar(OLHAR_MS);
  }
}

async function observarEnquanto<T>(cena: Cena, trabalho: Promise<T>): Promise<T> {
  let acabou = false;
  const fim = trabalho.finally(() => {
    acabou = true;
  });
  fim.catch(() => undefined);
  await observar(cena, async () => acabou);
  return fim;
}

/** The sweep has its turns every 15 s; here it has one at every look, or a demo would be mostly waiting. */
async function olhar({ sql, fila, simulador, painel }: Cena): Promise<{ pendencias: Pendencias; estado: string }> {
  const [andamento, pendencias] = await Promise.all([simulador.andamento(), lerPendencias(sql)]);
  if (andamento.erro !== null) throw new Error(`the stores stopped living: ${andamento.erro}`);
  painel.mostrar(andamento, pendencias);
  await fila.agendar({ tarefa: 'varrer' }).catch(() => undefined); // the next look asks again
  return { pendencias, estado: JSON.stringify([andamento, pendencias]) };
}
