import { type Chave, chaveEmTexto } from '@entrada/db';
import type { Desfecho, Pagina } from './aplicar-pedidos.ts';

export interface OpcoesDosLotes {
  /** All of these orders in one transaction. */
  aplicar(chaves: readonly Chave[]): Promise<Desfecho[]>;
  /** Transactions under way at once. */
  simultaneos?: number;
  maxPedidos?: number;
  aposLote?(tamanho: number): void;
}

interface Espera {
  chave: Chave;
  resolve(p: Pagina): void;
  reject(e: unknown): void;
}

/**
 * Orders whose jobs are active at the same moment are applied together. There is no timer: a lone order is applied at
 * once, and under a backlog the batch grows by the jobs that start while the transactions before it run.
 */
export function criarLotes(opcoes: OpcoesDosLotes) {
  const { aplicar, simultaneos = 2, maxPedidos = 50, aposLote } = opcoes;
  const fila: Espera[] = [];
  let emCurso = 0;
  let faixaDasOcupadas: Promise<void> = Promise.resolve();

  const despachar = (): void => {
    while (emCurso < simultaneos && fila.length > 0) {
      emCurso += 1;
      void juntos(fila.splice(0, maxPedidos)).finally(() => {
        emCurso -= 1;
        despachar();
      });
    }
  };

  const juntos = async (lote: Espera[]): Promise<void> => {
    const [primeira] = lote;
    if (lote.length === 1 && primeira) return sozinho(primeira);
    aposLote?.(lote.length);
    const desfechos = await aplicar(lote.map((e) => e.chave)).catch(() => null);
    // One order made the batch fail: each by itself, so that only the culprit fails.
    if (desfechos === null) return emSerie(lote);
    const feitos = new Map(desfechos.map((d) => [chaveEmTexto(d.chave), d]));
    const ocupadas: Espera[] = [];
    for (const espera of lote) {
      const desfecho = feitos.get(chaveEmTexto(espera.chave));
      if (!desfecho || 'ocupado' in desfecho) ocupadas.push(espera);
      else espera.resolve(desfecho);
    }
    // They may wait long for whoever has them: in a lane of their own, where they keep no batch from starting.
    faixaDasOcupadas = faixaDasOcupadas.then(() => emSerie(ocupadas));
  };

  const emSerie = async (esperas: readonly Espera[]): Promise<void> => {
    for (const espera of esperas) await sozinho(espera);
  };

  const sozinho = async ({ chave, resolve, reject }: Espera): Promise<void> => {
    aposLote?.(1);
    try {
      const [desfecho] = await aplicar([chave]);
      if (!desfecho || 'ocupado' in desfecho) throw new Error('an order that waits for its lock cannot be busy');
      resolve(desfecho);
    } catch (e) {
      reject(e);
    }
  };

  return {
    aplicar: (chave: Chave) =>
      new Promise<Pagina>((resolve, reject) => {
        fila.push({ chave, resolve, reject });
        despachar();
      }),
  };
}
