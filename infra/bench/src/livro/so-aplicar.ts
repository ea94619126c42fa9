import { Pool } from 'pg';
import { aplicarEvento } from './aplicar.ts';

// The textbook's apply alone: every pending event, with as many at a time as it has connections. Prints the seconds that
// it took from the one after the warm-up on.
const SIMULTANEOS = 20;
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: SIMULTANEOS });
const { rows } = await pool.query<{ evento_id: string }>(
  'select evento_id from webhook_eventos where aplicado_em is null order by recebido_em, evento_id',
);
const aplicarTodos = async (eventos: typeof rows): Promise<void> => {
  let proximo = 0;
  await Promise.all(
    Array.from({ length: SIMULTANEOS }, async () => {
      for (let e = eventos[proximo++]; e; e = eventos[proximo++]) await aplicarEvento(pool, e.evento_id);
    }),
  );
};
const antes = Number(process.env.AQUECIMENTO);
await aplicarTodos(rows.slice(0, antes));
const inicio = performance.now();
await aplicarTodos(rows.slice(antes));
process.stdout.write(`segundos ${(performance.now() - inicio) / 1000}\n`);
await pool.end();
