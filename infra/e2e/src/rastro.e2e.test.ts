import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { assinarLoja, waitUntil } from '@entrada/testing';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { SEGREDO, type Sistema, subirSistema } from './sistema.ts';

const DA_LOJA = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' };
const PACIENCIA = { prazoMs: 30_000 };
const TRACEPARENT = `00-${DA_LOJA.trace}-${DA_LOJA.span}-01`;

/** What OTLP over HTTP carries, as far as it matters here. */
const SPAN = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().default(''),
  name: z.string(),
});
const LOTE = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({
        attributes: z.array(
          z.object({ key: z.string(), value: z.looseObject({ stringValue: z.string().optional() }) }),
        ),
      }),
      scopeSpans: z.array(z.object({ spans: z.array(SPAN) })),
    }),
  ),
});
type Span = z.infer<typeof SPAN> & { servico: string };

const abertos: { fechar(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const a of abertos.splice(0).reverse()) await a.fechar();
});

/** A server of this process that answers 200 to everything. */
async function servir(aoChegar: (corpo: string, cabecalhos: IncomingHttpHeaders) => void): Promise<string> {
  const servidor: Server = createServer(async (req, res) => {
    const partes: Buffer[] = [];
    for await (const parte of req) partes.push(parte);
    aoChegar(Buffer.concat(partes).toString(), req.headers);
    res.setHeader('content-type', 'application/json').end('{}');
  });
  servidor.listen(0, '127.0.0.1');
  await once(servidor, 'listening');
  abertos.push({
    fechar: async () => {
      servidor.closeAllConnections();
      servidor.close();
    },
  });
  return `http://127.0.0.1:${(servidor.address() as AddressInfo).port}`;
}

async function subir(env: Record<string, string>): Promise<Sistema> {
  const sistema = await subirSistema({ redisUrl: null, env });
  abertos.push(sistema);
  return sistema;
}

async function pagar({ porta }: Sistema, pedido: string, traceparent: string): Promise<void> {
  const corpo = JSON.stringify({
    id: `e-${pedido}`,
    type: 'order.paid',
    sequence: 1,
    occurred_at: '2026-03-01T12:00:00Z',
    data: { id: pedido },
  });
  const headers = { ...assinarLoja(SEGREDO, corpo), traceparent };
  const { status } = await fetch(`http://127.0.0.1:${porta}/webhooks/loja`, { method: 'POST', headers, body: corpo });
  expect(status).toBe(200);
}

function lerSpans(corpo: string): Span[] {
  return LOTE.parse(JSON.parse(corpo)).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const servico = resource.attributes.find((a) => a.key === 'service.name')?.value.stringValue ?? '';
    return scopeSpans.flatMap((s) => s.spans).map((s) => ({ ...s, servico }));
  });
}

it('one trace goes from the request of the store through inbox and job to the ERP, and obeys its sampling', async () => {
  const spans: Span[] = [];
  const noErp: string[] = [];
  const coletor = await servir((corpo) => spans.push(...lerSpans(corpo)));
  const erp = await servir((_, { traceparent }) => noErp.push(String(traceparent)));
  const sistema = await subir({
    OTEL_EXPORTER_OTLP_ENDPOINT: coletor,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    ERP_URL: erp,
    ERP_SEGREDO: 'segredo',
  });
  await pagar(sistema, 'com', TRACEPARENT);
  await waitUntil(() => spans.length >= 4, PACIENCIA);
  await pagar(sistema, 'sem', TRACEPARENT.replace(/01$/, '00'));
  await waitUntil(() => noErp.length === 2, PACIENCIA);
  expect(noErp[1]).toBe('undefined');

  const porNome = (inicio: string) => spans.find((s) => s.name.startsWith(inicio) && s.traceId === DA_LOJA.trace);
  const [entrega, inbox, job, efeito] = ['POST /webhooks/:origem', 'inbox', 'aplicar', 'publicar'].map(porNome);
  expect(entrega).toMatchObject({ servico: 'entrada-receiver', parentSpanId: DA_LOJA.span });
  expect(inbox).toMatchObject({ servico: 'entrada-receiver', parentSpanId: entrega?.spanId });
  expect(job).toMatchObject({ servico: 'entrada-worker', parentSpanId: inbox?.spanId });
  expect(efeito).toMatchObject({ servico: 'entrada-worker', parentSpanId: inbox?.spanId });
  expect(noErp[0]).toBe(`00-${DA_LOJA.trace}-${efeito?.spanId}-01`);
  expect(spans.filter((s) => s.traceId === DA_LOJA.trace)).toHaveLength(4);

  const guardados = await sistema.banco.sql`select recurso_id, traceparent from webhook_eventos order by 1`;
  expect(guardados).toEqual([
    { recurso_id: 'com', traceparent: `00-${DA_LOJA.trace}-${inbox?.spanId}-01` },
    { recurso_id: 'sem', traceparent: null },
  ]);
  expect(sistema.erros()).toEqual([]);
}, 60_000);

it('a collector that does not answer does no harm', async () => {
  const surdo = await subir({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_BSP_SCHEDULE_DELAY: '50' });
  await pagar(surdo, 'p', TRACEPARENT);
  await surdo.esperarTudoAplicado();
  const processos = [surdo.receiver, ...surdo.workers];
  for (const processo of processos) processo.matar('SIGTERM');
  for (const { terminou } of processos) expect(await terminou).toEqual({ code: 0, signal: null });
  expect(surdo.erros()).toEqual([]);
}, 60_000);
