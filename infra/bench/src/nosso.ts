import { setTimeout as dormir } from 'node:timers/promises';
import { inserirEventos, type Sql } from '@entrada/db';
import { createFila } from '@entrada/queue';
import { freePort } from '@entrada/testing';
import type { Ambiente, Banco } from './ambiente.ts';
import { evento, SEGREDO, type Serie } from './carga/eventos.ts';
import { type Filho, iniciar } from './processo.ts';

export type Backend = 'redis' | 'postgres';

export interface Receptor {
  porta: number;
  processo: Filho;
}

function ambienteDoProcesso(amb: Ambiente, banco: Banco, backend: Backend): Record<string, string> {
  return {
    DATABASE_URL: banco.url,
    ...(backend === 'redis' ? { REDIS_URL: amb.redisUrl } : {}),
    ORIGEM_LOJA_DIALETO: 'loja',
    ORIGEM_LOJA_SEGREDOS: SEGREDO,
    ORIGEM_LOJA_VERSAO: 'sequencia',
  };
}

/** BENCH_NODE adds options to the product's processes, such as --cpu-prof. */
const extras = (): string[] => (process.env.BENCH_NODE ?? '').split(' ').filter((o) => o !== '');

export async function subirReceptor(amb: Ambiente, banco: Banco, backend: Backend): Promise<Receptor> {
  const porta = await freePort();
  const env = { ...ambienteDoProcesso(amb, banco, backend), RECEIVER_PORT: String(porta) };
  const processo = iniciar('apps/receiver/src/main.ts', amb.pasta, env, extras());
  await processo.esperarLinha(/"msg":"listening"/);
  return { porta, processo };
}

export async function subirWorker(amb: Ambiente, banco: Banco, backend: Backend): Promise<Filho> {
  const env = { ...ambienteDoProcesso(amb, banco, backend), WORKER_PORT: String(await freePort()) };
  const processo = iniciar('apps/worker/src/main.ts', amb.pasta, env, extras());
  await processo.esperarLinha(/"msg":"working"/);
  return processo;
}

/** Puts a series into our inbox, pending. */
export async function encherInbox(sql: Sql, serie: Serie): Promise<void> {
  for (let de = 0; de < serie.total; de += 500) {
    const eventos = Array.from({ length: Math.min(500, serie.total - de) }, (_, k) => {
      const { id, recurso_id, tipo, corpo } = evento(serie, serie.aoContrario ? serie.total - 1 - de - k : de + k);
      const linha = { origem: 'loja', evento_id: id, recurso_id, tipo, payload: corpo, corpo: Buffer.from(corpo) };
      return { ...linha, fonte: 'webhook' as const, segredo_nome: null, resultado: null };
    });
    await inserirEventos(sql, eventos);
  }
}

/** Enqueues a job for each order while nobody takes any; returns what lets them go. */
export async function enfileirarParado(amb: Ambiente, banco: Banco, backend: Backend, serie: Serie) {
  const logger = { info() {}, warn() {}, error() {} };
  const redisUrl = backend === 'redis' ? amb.redisUrl : null;
  const fila = await createFila({ redisUrl, databaseUrl: banco.url, papel: 'produtor', logger });
  await fila.fila('aplicar').pause();
  const pedidos = Array.from({ length: Math.min(serie.pedidos, serie.total) }, (_, i) => evento(serie, i));
  for (let de = 0; de < pedidos.length; de += 500)
    await fila.enfileirar(
      pedidos.slice(de, de + 500).map(({ id, recurso_id }) => ({ origem: 'loja', recurso_id, evento_id: id })),
    );
  return {
    soltar: () => fila.fila('aplicar').resume(),
    fechar: () => fila.fechar(),
  };
}

/** Waits until nothing is pending; asks often, cheaply. */
export async function esperarVazia(sql: Sql, prazoMs = 600_000): Promise<void> {
  const fim = performance.now() + prazoMs;
  for (;;) {
    const [linha] = await sql<[{ ha: boolean }]>`
      select exists (select from webhook_eventos where aplicado_em is null) as ha`;
    if (!linha.ha) return;
    if (performance.now() > fim) throw new Error('events stayed pending');
    await dormir(20);
  }
}
