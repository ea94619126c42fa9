import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Rastro, Trecho } from './rastro.ts';

const TIPOS = {
  interno: SpanKind.INTERNAL,
  servidor: SpanKind.SERVER,
  cliente: SpanKind.CLIENT,
  consumidor: SpanKind.CONSUMER,
} as const;

const PRAZO_DO_FIM_MS = 2_000;

/** Parents are passed by hand, as the traceparent that lies in the inbox: no context follows the calls. */
export function criarRastro(endpoint: string, servico: string): Rastro {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': servico }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('entrada');
  return {
    comecar: (nome, { tipo = 'interno', pai = null, elos = [], atributos = {} } = {}) => {
      const links = elos.flatMap((elo) => lerTraceparent(elo) ?? []).map((context) => ({ context }));
      return criarTrecho(
        tracer.startSpan(nome, { kind: TIPOS[tipo], attributes: { ...atributos }, links }, dentroDe(pai)),
      );
    },
    fechar: () => Promise.race([provider.shutdown(), passar(PRAZO_DO_FIM_MS)]).catch(() => undefined),
  };
}

function criarTrecho(span: Span): Trecho {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
    gravado: span.isRecording(),
    anotar: (atributos) => void span.setAttributes({ ...atributos }),
    falhar: (erro) => {
      const message = erro instanceof Error ? erro.message : String(erro);
      span.setStatus({ code: SpanStatusCode.ERROR, message });
    },
    terminar: () => span.end(),
  };
}

function dentroDe(pai: string | null): Context {
  const lido = pai === null ? null : lerTraceparent(pai);
  return lido === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, lido);
}

function lerTraceparent(texto: string): SpanContext | null {
  const [, traceId = '', spanId = '', flags = ''] =
    /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/.exec(texto) ?? [];
  const lido = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(lido) ? lido : null;
}

const passar = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
