import type { Gravacao, NovoEvento } from '@entrada/db';
import type { Prazo } from './prazo.ts';

/** What became of one event: stored (or known already), or impossible to store, whatever is tried. */
export type Guardado = Gravacao | { impossivel: string };

export interface OpcoesDaCaixa {
  /** Stores all or nothing. */
  gravar(eventos: readonly NovoEvento[]): Promise<readonly Gravacao[]>;
  /** Why no retry can ever store what `gravar` refused with this error; null where it may work later. */
  impossivel(erro: unknown): string | null;
  /** Called once per commit with what was stored, after the answers are on their way. */
  aposGravar(gravados: readonly Gravado[]): void;
  /** Statements under way at once: one is executed while the next one fills. */
  simultaneos?: number;
  maxEventos?: number;
  maxBytes?: number;
}

export interface Gravado {
  evento: NovoEvento;
  gravacao: Gravacao;
}

export interface Caixa {
  /**
   * Resolves once the event is committed.
   * @throws the database's error, or when the deadline passes while the event still waits for its turn
   */
  guardar(evento: NovoEvento, prazo: Prazo): Promise<Guardado>;
  /** Events that wait for a statement. */
  esperando(): number;
}

interface Espera {
  evento: NovoEvento;
  resolve(g: Guardado): void;
  reject(e: unknown): void;
}

/**
 * Group commit: all events that wait share one INSERT. There is no timer: a lone event is stored at once, and under load
 * the batch grows by what arrives while the statements before it run.
 */
export function criarCaixa(opcoes: OpcoesDaCaixa): Caixa {
  const { gravar, impossivel, aposGravar, simultaneos = 2, maxEventos = 500, maxBytes = 8 * 1024 * 1024 } = opcoes;
  const fila = new Set<Espera>();
  let emCurso = 0;

  const despachar = (): void => {
    while (emCurso < simultaneos && fila.size > 0) {
      const lote = tirarLote(fila, maxEventos, maxBytes);
      emCurso += 1;
      void guardarLote(lote).finally(() => {
        emCurso -= 1;
        despachar();
      });
    }
  };

  const guardarLote = async (lote: readonly Espera[]): Promise<void> => {
    let gravacoes: readonly Gravacao[];
    try {
      gravacoes = await gravar(lote.map((e) => e.evento));
    } catch (erro) {
      return recusado(lote, erro);
    }
    for (const [i, espera] of lote.entries()) espera.resolve(gravacoes[i]!);
    aposGravar(lote.map(({ evento }, i) => ({ evento, gravacao: gravacoes[i]! })));
  };

  /** One event that Postgres can never take must not take its neighbours with it: halve until it stands alone. */
  const recusado = async (lote: readonly Espera[], erro: unknown): Promise<void> => {
    const motivo = impossivel(erro);
    const [primeira] = lote;
    if (motivo === null) for (const espera of lote) espera.reject(erro);
    else if (lote.length === 1) primeira?.resolve({ impossivel: motivo });
    else {
      const meio = lote.length >> 1;
      await guardarLote(lote.slice(0, meio));
      await guardarLote(lote.slice(meio));
    }
  };

  return {
    guardar: (evento, prazo) =>
      new Promise((resolve, reject) => {
        const espera: Espera = { evento, resolve, reject };
        fila.add(espera);
        prazo.aoVencer = (erro) => {
          if (fila.delete(espera)) reject(erro);
        };
        despachar();
      }),
    esperando: () => fila.size,
  };
}

function tirarLote(fila: Set<Espera>, maxEventos: number, maxBytes: number): Espera[] {
  const lote: Espera[] = [];
  let bytes = 0;
  for (const espera of fila) {
    bytes += espera.evento.corpo?.length ?? 0;
    if (lote.length > 0 && (lote.length >= maxEventos || bytes > maxBytes)) break;
    lote.push(espera);
    fila.delete(espera);
  }
  return lote;
}
