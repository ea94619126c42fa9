import type { Registrador } from './backend.ts';

const SILENCIO_MS = 10_000;

/** Logs errors of connections, each text at most once per 10 s: an outage of one server is reported by every queue, many times a second. */
export function criarAvisos(logger: Registrador): (err: unknown, mensagem: string) => void {
  const vistos = new Map<string, number>();
  return (err, mensagem) => {
    const agora = performance.now();
    for (const [texto, em] of vistos) if (agora - em > SILENCIO_MS) vistos.delete(texto);
    const texto = `${mensagem}: ${err instanceof Error ? err.message : String(err)}`;
    if (vistos.has(texto)) return;
    vistos.set(texto, agora);
    logger.warn({ err }, mensagem);
  };
}
