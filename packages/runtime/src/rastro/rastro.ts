/** A span under way. */
export interface Trecho {
  /** In the W3C form, for what is a part of it. */
  readonly traceparent: string;
  /** false: nobody records this trace, by the store's choice or the sampler's. */
  readonly gravado: boolean;
  anotar(atributos: Atributos): void;
  falhar(erro: unknown): void;
  terminar(): void;
}

type Atributos = Readonly<Record<string, string | number>>;

interface OpcoesDoTrecho {
  tipo?: 'interno' | 'servidor' | 'cliente' | 'consumidor';
  /** The traceparent of what it is a part of; null or nonsense: it begins a trace. */
  pai?: string | null | undefined;
  /** Traceparents of what it has to do with besides. */
  elos?: readonly string[];
  atributos?: Atributos;
}

/** Records what this process does, for a collector that speaks OpenTelemetry. */
export interface Rastro {
  comecar(nome: string, opcoes?: OpcoesDoTrecho): Trecho;
  /** Sends what is left, and waits 2 s for it at most. */
  fechar(): Promise<void>;
}

/**
 * Runs `fazer` as a span; where traces are off it just runs it.
 * @throws what `fazer` throws, once the span says so
 */
export async function comTrecho<T>(
  rastro: Rastro | null,
  nome: string,
  opcoes: OpcoesDoTrecho,
  fazer: (trecho: Trecho | null) => Promise<T>,
): Promise<T> {
  if (rastro === null) return fazer(null);
  const trecho = rastro.comecar(nome, opcoes);
  try {
    return await fazer(trecho);
  } catch (e) {
    trecho.falhar(e);
    throw e;
  } finally {
    trecho.terminar();
  }
}

/**
 * Traces, where there is a collector to send them to. Off, nothing of OpenTelemetry is even loaded. The other variables that
 * OpenTelemetry knows (OTEL_TRACES_SAMPLER, OTEL_EXPORTER_OTLP_HEADERS, ...) hold as it documents them.
 * @param endpoint of OTLP over HTTP, without /v1/traces
 * @param programa becomes service.name, after `entrada-`
 */
export async function iniciarRastro(endpoint: string | null, programa: string): Promise<Rastro | null> {
  if (endpoint === null) return null;
  const { criarRastro } = await import('./otel.ts');
  return criarRastro(endpoint, `entrada-${programa}`);
}
