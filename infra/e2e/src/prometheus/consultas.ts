import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { RAIZ } from '../compose/ler.ts';
import { doTipo, montar } from '../k8s/ler.ts';

export const PASTA = `${RAIZ}infra/prometheus/`;

const REGRAS = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string().optional(),
          record: z.string().optional(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['page', 'ticket']) }).optional(),
          annotations: z.object({ summary: z.string(), description: z.string(), runbook_url: z.string() }).optional(),
        }),
      ),
    }),
  ),
});
export type Regra = z.infer<typeof REGRAS>['groups'][number]['rules'][number];

export const ARQUIVOS_DE_REGRAS = readdirSync(`${PASTA}rules`).map((nome) => `rules/${nome}`);

export const lerRegras = (): Regra[] =>
  ARQUIVOS_DE_REGRAS.flatMap((a) => REGRAS.parse(parse(readFileSync(PASTA + a, 'utf8'))).groups).flatMap(
    (g) => g.rules,
  );

const PAINEL = z.object({
  title: z.string(),
  type: z.string(),
  datasource: z.object({ uid: z.string() }).optional(),
  targets: z.array(z.object({ expr: z.string() })).default([]),
});
const ESCALA = z.object({
  spec: z.object({ triggers: z.array(z.object({ metadata: z.object({ query: z.string() }) })) }),
});
const QUADRO = z.object({
  panels: z.array(PAINEL),
  templating: z.object({ list: z.array(z.object({ name: z.string(), query: z.object({ query: z.string() }) })) }),
});

export const lerQuadro = () =>
  QUADRO.parse(JSON.parse(readFileSync(`${RAIZ}infra/grafana/dashboards/entrada.json`, 'utf8')));

/** What KEDA asks before it scales. */
export const lerEscalas = (): string[] =>
  doTipo(montar('operators').objetos, 'ScaledObject').flatMap((o) =>
    ESCALA.parse(o).spec.triggers.map((t) => t.metadata.query),
  );

/** A query as Grafana sends it, with one store selected; `.*` would also find a label that does not exist. */
export const preencher = (expr: string): string => expr.replaceAll('$__rate_interval', '5m').replaceAll('$origem', 'x');
