import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort, waitUntil } from '@entrada/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Programa } from './processo.ts';
import { esperaAntesDeReiniciar, type Vigiado, vigiar } from './supervisor.ts';
import type { Terminal } from './terminal.ts';

/** Serves until it is told to end; `/morra` ends it badly. */
const PROGRAMA = `
  import { createServer } from 'node:http';
  process.stderr.write('a warning at start\\n');
  const servidor = createServer((req, res) => {
    if (req.url === '/morra') process.exit(3);
    res.end('ok');
  }).listen(Number(process.env.PORTA), '127.0.0.1', () => console.log('listening ' + process.pid));
  process.on('SIGTERM', () => { console.log('draining'); servidor.close(() => process.exit(0)); servidor.closeAllConnections(); });
`;

let pasta: string;
let dito: string[];
let vigiado: Vigiado | undefined;
const terminal: Terminal = {
  linha: (nome, linha) => void dito.push(`${nome}: ${linha}`),
  aviso: (texto) => void dito.push(texto),
  texto: (texto) => void dito.push(texto),
};
beforeEach(async () => {
  pasta = await mkdtemp(join(tmpdir(), 'entrada-vigia-'));
  dito = [];
});
afterEach(async () => {
  await vigiado?.parar();
  vigiado = undefined;
  await rm(pasta, { recursive: true });
});

async function programa(texto: string): Promise<Programa & { base: string }> {
  const porta = await freePort();
  const arquivo = join(pasta, 'programa.mjs');
  await writeFile(arquivo, texto);
  const base = `http://127.0.0.1:${porta}`;
  return { nome: 'p', arquivo: pathToFileURL(arquivo), env: { PORTA: `${porta}` }, saude: `${base}/readyz`, base };
}

it('a program that serves is ready, and drains when it is told to end', async () => {
  vigiado = vigiar(await programa(PROGRAMA), terminal);
  await vigiado.pronto;
  await vigiado.parar();
  expect(dito).toContain('p: a warning at start');
  expect(dito.at(-1)).toBe('p: draining');
});

it('a program that ends is said so and started again', async () => {
  const p = await programa(PROGRAMA);
  vigiado = vigiar(p, terminal);
  await vigiado.pronto;
  await fetch(`${p.base}/morra`).catch(() => undefined);
  await waitUntil(() => dito.includes('p is ready again'));
  expect(dito).toContain('p ended (exit status 3); starting it again in 1 s');
  expect((await fetch(`${p.base}/`)).status).toBe(200);
});

it('a program that cannot start is not tried again, and its message is the reason', async () => {
  const p = await programa(`process.stderr.write('port 1 is in use\\nset P_PORT\\n'); process.exit(1);`);
  vigiado = vigiar(p, terminal);
  await expect(vigiado.pronto).rejects.toThrow('p cannot start:\nport 1 is in use\nset P_PORT');
  expect(dito).toEqual([]);
});

it('a program that ends without a word is still named', async () => {
  vigiado = vigiar(await programa('process.exit(7)'), terminal);
  await expect(vigiado.pronto).rejects.toThrow('p cannot start:\nit ended with exit status 7');
});

it('can be stopped before it is ready', async () => {
  vigiado = vigiar(await programa('setInterval(() => {}, 1000)'), terminal);
  const pronto = expect(vigiado.pronto).rejects.toThrow();
  await vigiado.parar();
  await pronto;
});

it('waits longer each time', () => {
  expect([1, 2, 3, 9].map(esperaAntesDeReiniciar)).toEqual([1000, 2000, 4000, 30_000]);
});
