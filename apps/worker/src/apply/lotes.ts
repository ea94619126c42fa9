import { type Chave, chaveEmTexto } from '@entrada/db';
import type { Desfecho, Pagina } from './aplicar-pedidos.ts';

export interface OpcoesDosLotes {
  /**
   * All of these orders in one transaction.
   * @param feitos events of a lone order that its job has applied by now
   */
  aplicar(chaves: readonly Chave[], feitos: number): Promise<Desfecho[]>;
  /** One order on which a process died. */
  aplicarSozinho(chave: Chave): Promise<Pagina>;
  /** Transactions under way at once. */
  simultaneos?: number;
  maxPedidos?: number;
  aposLote?(tamanho: number): void;
}

interface Espera {
  chave: Chave;
  feitos: number;
  resolve(p: Pagina): void;
  reject(e: unknown): void;
}

/**
 * Orders whose jobs are active at the same moment are applied together. There is no timer: a lone order is applied at
 * once, and under a backlog the batch grows by the jobs that start while the transactions before it run. An order on which
 * a process died is applied while nothing else runs, so that a second death says which one it was.
 */
export function criarLotes(opcoes: OpcoesDosLotes) {
  const { aplicar, aplicarSozinho, simultaneos = 2, maxPedidos = 100, aposLote } = opcoes;
  const fila: Espera[] = [];
  const suspeitas: Espera[] = [];
  let emCurso = 0;
  let ocupadasEmCurso = 0;
  let faixaDasOcupadas: Promise<void> = Promise.resolve();

  const despachar = (): void => {
    if (suspeitas.length > 0) {
      const suspeita = emCurso + ocupadasEmCurso === 0 ? suspeitas.shift() : undefined;
      if (suspeita) comecar(simultaneos, () => entregar(suspeita, () => aplicarSozinho(suspeita.chave)));
      return;
    }
    while (emCurso < simultaneos && fila.length > 0) {
      const lote = fila.splice(0, tamanhoDoLote());
      comecar(1, () => juntos(lote));
    }
  };

  /** An order that goes on where a full page ended is alone, so that its next page may be a large one. */
  const tamanhoDoLote = (): number => {
    const grande = fila.slice(0, maxPedidos).findIndex((e) => e.feitos > 0);
    return grande === -1 ? maxPedidos : Math.max(grande, 1);
  };

  /** @param vagas how much of the process it takes: all of it, or the place of one batch */
  const comecar = (vagas: number, fazer: () => Promise<void>): void => {
    emCurso += vagas;
    void fazer().finally(() => {
      emCurso -= vagas;
      despachar();
    });
  };

  const juntos = async (lote: Espera[]): Promise<void> => {
    const [primeira] = lote;
    if (lote.length === 1 && primeira) return umaSo(primeira);
    aposLote?.(lote.length);
    const desfechos = await aplicar(
      lote.map((e) => e.chave),
      0,
    ).catch(() => null);
    // One order made the batch fail: each by itself, so that only the culprit fails.
    if (desfechos === null) return emSerie(lote);
    const feitos = new Map(desfechos.map((d) => [chaveEmTexto(d.chave), d]));
    const ocupadas: Espera[] = [];
    for (const espera of lote) {
      const desfecho = feitos.get(chaveEmTexto(espera.chave));
      if (!desfecho || 'ocupado' in desfecho) ocupadas.push(espera);
      else if ('suspeito' in desfecho) suspeitas.push(espera);
      else espera.resolve(desfecho);
    }
    if (ocupadas.length > 0) esperarNaFaixa(ocupadas);
  };

  /** Busy orders may wait long for whoever has them: in a lane of their own, where they keep no batch from starting. */
  const esperarNaFaixa = (ocupadas: readonly Espera[]): void => {
    ocupadasEmCurso += 1;
    faixaDasOcupadas = faixaDasOcupadas
      .then(() => emSerie(ocupadas))
      .finally(() => {
        ocupadasEmCurso -= 1;
        despachar();
      });
  };

  const emSerie = async (esperas: readonly Espera[]): Promise<void> => {
    for (const espera of esperas) await umaSo(espera);
  };

  const umaSo = async (espera: Espera): Promise<void> => {
    aposLote?.(1);
    try {
      const [desfecho] = await aplicar([espera.chave], espera.feitos);
      if (!desfecho || 'ocupado' in desfecho) throw new Error('an order that waits for its lock cannot be busy');
      if ('suspeito' in desfecho) suspeitas.push(espera);
      else espera.resolve(desfecho);
    } catch (e) {
      espera.reject(e);
    }
  };

  const entregar = async ({ resolve, reject }: Espera, fazer: () => Promise<Pagina>): Promise<void> => {
    aposLote?.(1);
    try {
      resolve(await fazer());
    } catch (e) {
      reject(e);
    }
  };

  return {
    /** @param feitos events of this order that its job has applied by now */
    aplicar: (chave: Chave, feitos = 0) =>
      new Promise<Pagina>((resolve, reject) => {
        fila.push({ chave, feitos, resolve, reject });
        despachar();
      }),
  };
}
