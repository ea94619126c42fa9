import type { Socket } from 'node:net';

/**
 * A connection that is too slow, or breaks, is closed without an answer: node's own 408 would be a 4xx for our impatience,
 * and stores end the delivery on that. What is no HTTP at all gets a plain 400.
 */
export function fecharSemResposta(erro: Error & { code?: string }, socket: Socket): void {
  if (erro.code?.startsWith('HPE_') && socket.writable)
    socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
  else socket.destroy();
}
