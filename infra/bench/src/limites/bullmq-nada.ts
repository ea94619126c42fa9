import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';

// The queue's limit: jobs that do nothing, a hundred at a time. Prints one JSON.
const total = Number(process.env.TOTAL);
const connection = new Redis(process.env.REDIS_URL ?? '', { maxRetriesPerRequest: null, protocol: 2 });
const queue = new Queue('nada', { connection });
for (let i = 0; i < total; i += 500)
  await queue.addBulk(Array.from({ length: 500 }, (_, k) => ({ name: 'nada', data: { n: i + k } })));
let feitos = 0;
const inicio = performance.now();
await new Promise<void>((fim) => {
  new Worker(
    'nada',
    async () => {
      feitos += 1;
      if (feitos >= total) fim();
    },
    { connection, concurrency: 100, removeOnComplete: { count: 1000 } },
  );
});
process.stdout.write(`medido ${JSON.stringify({ rps: (total * 1000) / (performance.now() - inicio) })}\n`);
process.exit(0);
