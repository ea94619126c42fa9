import { conectar } from '@entrada/db';
import { evento } from '../carga/eventos.ts';

// The inbox's limit without group commit: one row per INSERT into our table, so many at a time. Prints one JSON.
const emVoo = Number(process.env.EM_VOO);
const duracaoMs = Number(process.env.DURACAO_MS);
const sql = conectar(process.env.DATABASE_URL ?? '', { max: Math.min(emVoo, 20) });
await sql`select 1`;
const serie = { prefixo: `ins${emVoo}`, pedidos: 5_000 };
const latencias: number[] = [];
let proximo = 0;
const inicio = performance.now();
await Promise.all(
  Array.from({ length: emVoo }, async () => {
    while (performance.now() - inicio < duracaoMs) {
      const e = evento(serie, proximo++);
      const antes = performance.now();
      await sql`
        insert into webhook_eventos (origem, evento_id, recurso_id, tipo, fonte, payload, corpo)
        values ('loja', ${e.id}, ${e.recurso_id}, ${e.tipo}, 'webhook', ${e.corpo}::text::jsonb, ${Buffer.from(e.corpo)})
        on conflict do nothing`;
      latencias.push(performance.now() - antes);
    }
  }),
);
const segundos = (performance.now() - inicio) / 1000;
latencias.sort((a, b) => a - b);
const p50 = latencias[latencias.length >> 1] ?? 0;
process.stdout.write(`medido ${JSON.stringify({ rps: latencias.length / segundos, p50 })}\n`);
await sql.end();
