import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as esperar } from 'node:timers/promises';
import { portError } from '@entrada/runtime';

/** A port that the system must have free, and the variable that sets it. */
export interface Porta {
  numero: number;
  variavel: string;
}

/**
 * Takes each port for a moment. Before any program starts, so that the message comes first and alone.
 * @param paciencia_ms how long a port may still be held by what was running before
 * @returns the numbers, 0 replaced by a free one
 */
export async function conferirPortas(portas: readonly Porta[], paciencia_ms: number): Promise<number[]> {
  const ate = performance.now() + paciencia_ms;
  const livres: number[] = [];
  for (const porta of portas) livres.push(await conferirPorta(porta, ate));
  return livres;
}

async function conferirPorta({ numero, variavel }: Porta, ate: number): Promise<number> {
  for (;;) {
    try {
      const livre = await ocupar(numero, undefined);
      await ocupar(livre, '127.0.0.1'); // a program that listens on this address only leaves the others free
      return livre;
    } catch (e) {
      if (performance.now() >= ate) throw portError(e, numero, variavel);
      await esperar(100);
    }
  }
}

async function ocupar(numero: number, host: string | undefined): Promise<number> {
  const servidor = createServer().listen(numero, host);
  await once(servidor, 'listening');
  const endereco = servidor.address();
  servidor.close();
  await once(servidor, 'close');
  return endereco !== null && typeof endereco === 'object' ? endereco.port : numero;
}
