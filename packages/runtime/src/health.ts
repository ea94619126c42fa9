import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { portError } from './main.ts';
import type { Metrics } from './metrics.ts';

/** Answers null when all is well, otherwise the reason in one line. */
export type Verificacao = () => Promise<string | null> | string | null;

export interface Saude {
  codigo: 200 | 503;
  corpo: { ok: true } | { ok: false; motivo: string };
}

const PRAZO_MS = 2_000;

/** Runs one check. A check that throws or takes longer than 2 s counts as not well: a prober gives up about then. */
export async function avaliarSaude(verificar: Verificacao, prazoMs = PRAZO_MS): Promise<Saude> {
  let relogio: NodeJS.Timeout | undefined;
  const demorou = new Promise<string>((resolve) => {
    relogio = setTimeout(resolve, prazoMs, `the check took longer than ${prazoMs} ms`);
  });
  try {
    const motivo = await Promise.race([Promise.resolve().then(verificar), demorou]);
    return motivo === null ? { codigo: 200, corpo: { ok: true } } : { codigo: 503, corpo: { ok: false, motivo } };
  } catch (e) {
    return { codigo: 503, corpo: { ok: false, motivo: e instanceof Error ? e.message : String(e) } };
  } finally {
    clearTimeout(relogio);
  }
}

/**
 * /livez, /readyz and /metrics for a process that serves nothing else.
 * @param opcoes.port 0 takes any free port
 * @param opcoes.variavel named in the message when the port is taken
 * @throws StartError when the port cannot be taken
 */
export async function startHealthServer(opcoes: {
  port: number;
  livez: Verificacao;
  readyz: Verificacao;
  metrics: Metrics;
  host?: string;
  variavel?: string;
}): Promise<{ port: number; close(): Promise<void> }> {
  const { port, livez, readyz, metrics, host = '0.0.0.0', variavel = 'WORKER_PORT' } = opcoes;
  const rotas: Record<string, (res: ServerResponse) => Promise<void>> = {
    '/livez': (res) => responderSaude(res, livez),
    '/readyz': (res) => responderSaude(res, readyz),
    '/metrics': async (res) => responder(res, 200, metrics.contentType, await metrics.texto()),
  };
  const server = createServer((req, res) => {
    req.resume();
    const rota = req.method === 'GET' ? rotas[req.url?.split('?')[0] ?? ''] : undefined;
    if (!rota) return responder(res, 404, 'text/plain', 'not found\n');
    rota(res).catch(() => responder(res, 500, 'text/plain', 'error\n'));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (e) => reject(portError(e, port, variavel)));
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function responderSaude(res: ServerResponse, verificar: Verificacao): Promise<void> {
  const { codigo, corpo } = await avaliarSaude(verificar);
  responder(res, codigo, 'application/json', `${JSON.stringify(corpo)}\n`);
}

function responder(res: ServerResponse, codigo: number, tipo: string, texto: string): void {
  if (res.headersSent) return;
  res.writeHead(codigo, { 'content-type': tipo, 'cache-control': 'no-store' });
  res.end(texto);
}
