import type { ServerResponse } from 'node:http';
import { aCada, type Logger } from '@entrada/runtime';
import type { FastifyInstance, FastifyReply } from 'fastify';

const INTERVALO_MS = 5_000;
/** A reader who does not read is dropped: what waits for him would grow for ever. */
const MAX_ESPERANDO = 64 * 1024;
/** Then the browser comes again by itself, and the login is looked at again. */
const MAX_DURACAO_MS = 10 * 60_000;

type Canal = 'hora' | 'dia';

/**
 * Server-sent events: of each channel one text, made every few seconds while anybody listens, and sent to all of them. Each
 * text is its own heartbeat.
 */
export function criarTransmissao(app: FastifyInstance, logger: Logger, fazer: (canal: Canal) => Promise<string>) {
  const ouvintes = new Map<ServerResponse, Canal>();
  const enviar = async (): Promise<void> => {
    for (const canal of new Set(ouvintes.values())) {
      const mensagem = emEvento(await fazer(canal));
      for (const [ouvinte, dele] of ouvintes) {
        if (dele !== canal) continue;
        if (ouvinte.writableLength > MAX_ESPERANDO) ouvinte.destroy();
        else ouvinte.write(mensagem);
      }
    }
  };
  const relogio = aCada(INTERVALO_MS, enviar, (err) => logger.warn({ err }, 'the overview could not be sent'));
  app.addHook('preClose', async () => {
    for (const ouvinte of ouvintes.keys()) ouvinte.destroy();
    ouvintes.clear();
    await relogio.parar();
  });

  return (canal: Canal, reply: FastifyReply): void => {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { ...comoTextos(reply), 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    raw.write(': ola\n\n');
    ouvintes.set(raw, canal);
    const fim = setTimeout(() => raw.end(), MAX_DURACAO_MS).unref();
    raw.once('close', () => {
      clearTimeout(fim);
      ouvintes.delete(raw);
    });
  };
}

const comoTextos = (reply: FastifyReply): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([nome, valor]) =>
      valor === undefined ? [] : [[nome, Array.isArray(valor) ? valor : String(valor)] as const],
    ),
  );

const emEvento = (texto: string): string => `data: ${texto.replaceAll('\n', '\ndata: ')}\n\n`;
