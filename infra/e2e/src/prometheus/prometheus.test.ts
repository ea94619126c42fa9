import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { RAIZ } from '../compose/ler.ts';
import { lerTabela } from '../metricas/tabela.ts';
import { ARQUIVOS_DE_REGRAS, lerEscalas, lerQuadro, lerRegras, PASTA, preencher } from './consultas.ts';
import { acharPromtool, promtool } from './promtool.ts';
import { seriesDe } from './series.ts';

const TESTES = readdirSync(PASTA).filter((a) => a.endsWith('.test.yml'));
const regras = lerRegras();
const alarmes = regras.filter((r) => r.alert !== undefined);
const quadro = lerQuadro();
const tabela = lerTabela();
const comando = acharPromtool();

describe('the alarms', () => {
  it('lead to a section of the runbook, each with a severity', () => {
    const ancoras = [...readFileSync(`${RAIZ}infra/runbook.md`, 'utf8').matchAll(/^## (.+)$/gm)].map(([, t = '']) =>
      ancora(t),
    );
    for (const { alert, labels, annotations } of alarmes) {
      expect(labels?.severity, alert).toBeDefined();
      const [arquivo, secao] = annotations?.runbook_url.split('#') ?? [];
      expect(arquivo).toBe('infra/runbook.md');
      expect(ancoras, alert).toContain(secao);
    }
  });

  it('are tested, each as it fires and as it stays quiet', () => {
    const casos = TESTES.flatMap((a) => CASOS.parse(parse(readFileSync(PASTA + a, 'utf8'))).tests);
    const nomes = casos.map((c) => c.name).sort();
    expect(nomes).toEqual(alarmes.flatMap(({ alert }) => [`${alert} fires`, `${alert} stays quiet`]).sort());
    for (const { name, promql_expr_test: provas } of casos)
      expect(provas.map((p) => p.exp_samples.length > 0)).toEqual([name.endsWith(' fires')]);
  });
});

describe('every query', () => {
  const consultas = [
    ...regras.map((r) => r.expr),
    ...quadro.panels.flatMap((p) => p.targets.map((t) => t.expr)),
    ...lerEscalas(),
  ];
  const gravadas = regras.flatMap((r) => r.record ?? []);

  it('asks for metrics that infra/metrics.md lists, or that a rule records', () => {
    expect(consultas.length).toBeGreaterThan(60);
    const conhecidas = [
      ...gravadas,
      ...tabela.flatMap((l) =>
        l.tipo === 'histogram' ? [`${l.nome}_bucket`, `${l.nome}_sum`, `${l.nome}_count`] : [l.nome],
      ),
    ];
    const pedidas = consultas.flatMap((c) =>
      [...c.matchAll(/\b(?:[a-z_]+:)?(?:entrada|bullmq|nodejs|process)_[\w:]+/g)].map(([n]) => n),
    );
    expect(pedidas.filter((n) => !conhecidas.includes(n))).toEqual([]);
  });

  it('of the dashboard goes to the data source that is provisioned, and every metric of ours is on it', () => {
    const { datasources } = FONTES.parse(
      parse(readFileSync(`${RAIZ}infra/grafana/provisioning/datasources/prometheus.yml`, 'utf8')),
    );
    const uids = quadro.panels.flatMap((p) => p.datasource?.uid ?? []);
    expect(new Set(uids)).toEqual(new Set(datasources.map((d) => d.uid)));
    const texto = JSON.stringify(quadro) + gravadas.join() + regras.map((r) => r.expr).join();
    expect(tabela.map((l) => l.nome).filter((nome) => !texto.includes(nome))).toEqual([]);
    for (const { query } of quadro.templating.list)
      expect(tabela.map((l) => l.nome)).toContain(/\((\w+),/.exec(query.query)?.[1]);
  });
});

describe.skipIf(comando === null)('promtool', () => {
  const rodar = (...args: string[]) => promtool(comando ?? '', ...args);

  it('accepts the configuration and the rules', () => {
    expect(rodar('check', 'config', 'prometheus.yml')).toContain('SUCCESS');
    expect(rodar('check', 'rules', ...ARQUIVOS_DE_REGRAS)).toContain(`${alarmes.length} rules found`);
  });

  it('sees each alarm fire, and stay quiet', () => {
    expect(rodar('test', 'rules', ...TESTES).match(/SUCCESS/g)).toHaveLength(TESTES.length);
  }, 120_000);

  it('has an answer to every query of the dashboard, and of what scales the workers, from the metrics that the programs expose', () => {
    const pasta = mkdtempSync(join(tmpdir(), 'entrada-promtool-'));
    try {
      const arquivo = join(pasta, 'quadro.yml');
      writeFileSync(arquivo, stringify(provaDoQuadro()));
      expect(rodar('test', 'rules', arquivo)).toContain('SUCCESS');
    } finally {
      rmSync(pasta, { recursive: true });
    }
  });
});

/** A query that finds nothing counts nothing, and promtool misses the 1. */
function provaDoQuadro() {
  const series = tabela.flatMap(seriesDe).map((s) => ({ series: s, values: '1+1x60' }));
  const consultas = [...quadro.panels.flatMap((p) => p.targets.map((t) => preencher(t.expr))), ...lerEscalas()];
  const provas = consultas.map((consulta) => ({
    expr: `count(${consulta}) > bool 0`,
    eval_time: '30m',
    exp_samples: [{ labels: '{}', value: 1 }],
  }));
  expect(provas.length).toBeGreaterThan(40);
  return {
    rule_files: ARQUIVOS_DE_REGRAS.map((a) => PASTA + a),
    evaluation_interval: '1m',
    tests: [{ interval: '1m', input_series: series, promql_expr_test: provas }],
  };
}

/** As GitHub, GitLab and Forgejo make it. */
const ancora = (titulo: string): string =>
  titulo
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const CASOS = z.object({
  tests: z.array(
    z.object({ name: z.string(), promql_expr_test: z.array(z.object({ exp_samples: z.array(z.unknown()) })) }),
  ),
});
const FONTES = z.object({ datasources: z.array(z.object({ uid: z.string() })) });
