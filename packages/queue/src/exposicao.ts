import type { Queue } from 'bullmq';

/**
 * What /metrics says of the queue: the jobs by state as BullMQ itself exports them, how much of the agenda is scheduled, and
 * how full the Redis is. Its completed and failed counters are left out: they stay 0 unless every job pays for them.
 * @param info the answer of Redis' INFO; null where the queue is in Postgres
 * @returns text in the Prometheus format
 * @throws where the queue's server does not answer
 */
export async function exporFilas(
  filas: readonly Queue[],
  agenda: Queue,
  info: () => Promise<string> | null,
): Promise<string> {
  const [exportados, agendadas, servidor] = await Promise.all([
    Promise.all(filas.map((f) => f.exportPrometheusMetrics())),
    agenda.getJobSchedulersCount(),
    info(),
  ]);
  return [
    ...cabecalho('bullmq_job_count', 'gauge', 'Jobs by queue and state; a job is an order, not an event'),
    ...exportados.flatMap((texto) => texto.split('\n').filter((l) => l.startsWith('bullmq_job_count{'))),
    ...cabecalho('entrada_agenda_schedulers', 'gauge', 'Periodic tasks that the queue has a next turn for'),
    `entrada_agenda_schedulers ${agendadas}`,
    ...(servidor === null ? [] : doRedis(servidor)),
  ].join('\n');
}

function doRedis(info: string): string[] {
  const valor = (campo: string): number => Number(new RegExp(`^${campo}:(\\d+)`, 'm').exec(info)?.[1] ?? Number.NaN);
  return [
    ...cabecalho('entrada_redis_memory_used_bytes', 'gauge', 'What Redis holds'),
    `entrada_redis_memory_used_bytes ${valor('used_memory')}`,
    ...cabecalho('entrada_redis_memory_max_bytes', 'gauge', "Redis' maxmemory; 0 is no limit"),
    `entrada_redis_memory_max_bytes ${valor('maxmemory')}`,
    ...cabecalho('entrada_redis_evicted_keys_total', 'counter', 'Keys that Redis threw away: with noeviction, none'),
    `entrada_redis_evicted_keys_total ${valor('evicted_keys')}`,
  ];
}

const cabecalho = (nome: string, tipo: 'gauge' | 'counter', help: string): string[] => [
  `# HELP ${nome} ${help}`,
  `# TYPE ${nome} ${tipo}`,
];
