import { createFila } from './fila.ts';

/** A worker process on the queue in Postgres, for trava.pg.test.ts: says what it is doing on standard output. */
const dizer = (texto: string): void => void process.stdout.write(`${texto}\n`);
const registrar = (_campos: object, mensagem: string): void => dizer(mensagem);

try {
  const fila = await createFila({
    redisUrl: null,
    databaseUrl: process.argv[2] ?? '',
    papel: 'consumidor',
    logger: { info: registrar, warn: registrar, error: registrar },
  });
  fila.consumir('aplicar', async ({ recurso_id }) => dizer(`applied ${recurso_id}`), { concurrency: 2 });
  dizer('consuming');
  setInterval(() => {
    if (fila.impedimento() !== null) dizer('stopped');
  }, 100);
} catch (e) {
  dizer(`refused: ${e instanceof Error ? e.message : String(e)}`);
  process.exit(1);
}
