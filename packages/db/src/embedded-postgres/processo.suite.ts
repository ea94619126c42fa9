import { startEmbeddedPostgres } from './iniciar.ts';

// A process of its own that starts the server and waits: `pasta cache lib esperaMs`. For the tests that kill it.
const [pasta = '', cache = '', lib = '', esperaMs = '10000'] = process.argv.slice(2);
try {
  const postgres = await startEmbeddedPostgres(pasta, { cache, lib, esperaMs: Number(esperaMs) });
  process.stdout.write(`pronto ${postgres.url} ${postgres.dados}\n`);
  process.once('SIGTERM', async () => {
    await postgres.parar();
    process.stdout.write('parado\n');
    process.exit(0);
  });
  setInterval(() => undefined, 60_000);
} catch (e) {
  process.stdout.write(`erro ${e instanceof Error ? e.message : e}\n`);
  process.exit(1);
}
