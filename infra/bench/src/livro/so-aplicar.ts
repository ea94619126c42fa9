import { Pool } from 'pg';
import { aplicarEvento } from './aplicar.ts';

// The textbook's apply alone: every pending event, with as many at a time as it has connections. Prints the seconds.
const SIMULTANEOS = 20;
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: SIMULTANEOS });
const { rows } = await pool.query<{ evento_id: string }>(
  'select evento_id from webhook_eventos where aplicado_em is null order by recebido_em, evento_id',
);
const inicio = performance.now();
let proximo = 0;
await Promise.all(
  Array.from({ length: SIMULTANEOS }, async () => {
    for (let e = rows[proximo++]; e; e = rows[proximo++]) await aplicarEvento(pool, e.evento_id);
  }),
);
process.stdout.write(`segundos ${(performance.now() - inicio) / 1000}\n`);
await pool.end();
