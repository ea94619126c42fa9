import type { Logger } from '@entrada/runtime';
import {
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhenResult,
  type IBackoffFactory,
  type IHalfOpenAfterBackoffContext,
  isBrokenCircuitError,
} from 'cockatiel';
import type { Desfecho } from './classificar.ts';

export interface OpcoesDoDisjuntor {
  logger: Logger;
  /** Transient failures in a row that open it. */
  falhas?: number;
  /** How long it stays open before one attempt tries the ERP: from here, growing up to the ceiling. */
  inicialMs?: number;
  tetoMs?: number;
}

export interface Disjuntor {
  /** For how long the ERP is to be left alone; 0 where an attempt may be made. */
  esperaMs(): number;
  /** Makes the attempt; null where it was not made, because the circuit is open. */
  tentar(fn: () => Promise<Desfecho>): Promise<Desfecho | null>;
}

/** While one attempt tries whether the ERP is back, the others look again after this long. */
const SONDA_MS = 1_000;
/** Retry-After is obeyed by the effect that was told; by all the others this far, since it may have meant that one only. */
const MAIOR_PAUSA_MS = 10 * 60_000;

/** The circuit breaker of one ERP, in this process. A refusal is an answer like any other: only silence and overload open it. */
export function criarDisjuntor(opcoes: OpcoesDoDisjuntor): Disjuntor {
  const { logger, falhas = 5, inicialMs = 1_000, tetoMs = 60_000 } = opcoes;
  let abertoAte = 0;
  const anotar = (ms: number): void => {
    abertoAte = Date.now() + ms;
  };
  const circuito = circuitBreaker(handleWhenResult(ehTransitorio), {
    halfOpenAfter: comPausa(new ExponentialBackoff({ initialDelay: inicialMs, maxDelay: tetoMs }), inicialMs, anotar),
    breaker: new ConsecutiveBreaker(falhas),
  });
  let aberto = false;
  circuito.onBreak(() => {
    if (!aberto) logger.warn({ falhas }, 'the ERP does not take effects: circuit open, they wait');
    aberto = true;
  });
  circuito.onReset(() => {
    if (aberto) logger.info({}, 'the ERP is back: circuit closed');
    aberto = false;
  });

  return {
    esperaMs: () => {
      if (circuito.state === CircuitState.Open) return Math.max(0, abertoAte - Date.now());
      return circuito.state === CircuitState.HalfOpen ? SONDA_MS : 0;
    },
    tentar: async (fn) => {
      try {
        return await circuito.execute(fn);
      } catch (e) {
        if (isBrokenCircuitError(e)) return null;
        throw e;
      }
    },
  };
}

/** The library hands results over as unknown; they are what `tentar` was given. */
const ehTransitorio = (r: unknown): r is Desfecho & { tipo: 'transitorio' } =>
  typeof r === 'object' && r !== null && 'tipo' in r && r.tipo === 'transitorio';

type Fabrica = IBackoffFactory<IHalfOpenAfterBackoffContext>;

/** At least as long as the ERP asked for, and never next to nothing, as the draw allows; `anotar` is told, because the breaker itself does not say until when it is open. */
function comPausa(fabrica: Fabrica, minimoMs: number, anotar: (ms: number) => void): Fabrica {
  return {
    next: (contexto) => {
      const proxima = fabrica.next(contexto);
      const resultado = 'value' in contexto.result ? contexto.result.value : null;
      const pedida = ehTransitorio(resultado) ? (resultado.esperarMs ?? 0) : 0;
      const duration = Math.ceil(Math.max(minimoMs, proxima.duration, Math.min(pedida, MAIOR_PAUSA_MS)));
      anotar(duration);
      return { duration, next: (c) => comPausa(proxima, minimoMs, anotar).next(c) };
    },
  };
}
