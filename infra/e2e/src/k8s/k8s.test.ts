import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { errosDaOrigem } from '@entrada/providers';
import { ROLES, readConfig, VARIAVEIS } from '@entrada/runtime';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RAIZ } from '../compose/ler.ts';
import { lerRegras } from '../prometheus/consultas.ts';
import { doTipo, lerObjetos, lerTexto, montar, type Objeto, PASTA, remendar, todosOsArquivos } from './ler.ts';
import { conferirTipos } from './tipos.ts';

const EXEMPLO = 'secret.example.yaml';
const OVERLAYS = ['overlays/dev', 'overlays/prod'] as const;
const prontos = (pasta: string): Objeto[] => {
  const { objetos, remendos } = montar(pasta);
  return objetos.map((o) => remendar(o, remendos));
};
const base = prontos('base');

describe('infra/k8s', () => {
  it('is what the schemas of Kubernetes, KEDA and the Prometheus operator allow', () => {
    const regras = lerTexto(execFileSync(`${PASTA}prometheus-rule.sh`, { encoding: 'utf8' }));
    const todos = [...OVERLAYS.flatMap(prontos), ...lerObjetos(PASTA + EXEMPLO), ...regras];
    expect(conferirTipos(todos)).toBe('');
    const [errado] = doTipo(base, 'Deployment').map((o) => JSON.stringify(o).replace('periodSeconds', 'periodSecond'));
    expect(conferirTipos(lerTexto(errado ?? ''))).toContain('periodSecond');
  });

  it('leaves no file out, and patches only what there is', () => {
    const montadas = OVERLAYS.map(montar);
    expect([...new Set(montadas.flatMap((m) => m.arquivos)), EXEMPLO].sort()).toEqual(todosOsArquivos().sort());
    for (const { objetos, remendos } of montadas) {
      const nomes = objetos.map(nomeDe);
      expect(new Set(nomes).size).toBe(nomes.length);
      expect(remendos.map(nomeDe).filter((n) => !nomes.includes(n))).toEqual([]);
    }
  });

  it('gives the Prometheus operator every rule', () => {
    const [regra] = lerTexto(execFileSync(`${PASTA}prometheus-rule.sh`, { encoding: 'utf8' }));
    const grupos = z
      .object({ spec: z.object({ groups: z.array(z.object({ rules: z.array(z.unknown()) })) }) })
      .parse(regra);
    expect(grupos.spec.groups.flatMap((g) => g.rules)).toHaveLength(lerRegras().length);
  });
});

const ROTULOS = z.record(z.string(), z.string());
const DEPLOYMENT = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    selector: z.object({ matchLabels: ROTULOS }),
    template: z.object({
      metadata: z.object({ labels: ROTULOS }),
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        securityContext: z.object({ runAsNonRoot: z.literal(true) }).loose(),
        containers: z.tuple([
          z.object({
            image: z.literal('entrada'),
            command: z.tuple([z.literal('node'), z.string()]).rest(z.string()),
            env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
            ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
            lifecycle: z
              .object({ preStop: z.object({ exec: z.object({ command: z.tuple([z.literal('sleep'), z.string()]) }) }) })
              .optional(),
            securityContext: z.object({
              allowPrivilegeEscalation: z.literal(false),
              readOnlyRootFilesystem: z.literal(true),
              capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
            }),
            resources: z.object({ limits: z.object({ memory: z.string() }) }),
          }),
        ]),
      }),
    }),
  }),
});
const programas = doTipo(base, 'Deployment').map((o) => DEPLOYMENT.parse(o));
const componenteDe = (p: z.infer<typeof DEPLOYMENT>): string =>
  p.spec.template.metadata.labels['app.kubernetes.io/component'] ?? '';

describe('the programs in infra/k8s', () => {
  it.each(programas.map((p) => [componenteDe(p), p] as const))(
    '%s has time to drain, after the balancer knows',
    (_, p) => {
      const { terminationGracePeriodSeconds: prazo, containers } = p.spec.template.spec;
      const [{ command, lifecycle }] = containers;
      const fonte = readFileSync(RAIZ + command[1].replace('/dist/main.js', '/src/main.ts'), 'utf8');
      const saida = Number(/PRAZO_DE_SAIDA_MS = ([\d_]+)/.exec(fonte)?.[1]?.replace('_', '')) / 1000;
      expect(prazo).toBeGreaterThanOrEqual(Number(lifecycle?.preStop.exec.command[1] ?? 0) + saida + 5);
    },
  );

  it.each(programas.map((p) => [componenteDe(p), p] as const))(
    '%s is found by its Service, by Prometheus and by the alarms',
    (componente, p) => {
      const { labels } = p.spec.template.metadata;
      expect(p.spec.selector.matchLabels).toEqual(labels);
      const servico = SERVICO.parse(doTipo(base, 'Service').find((s) => s.metadata.name === p.metadata.name));
      expect(servico.spec.selector).toEqual(labels);
      expect(servico.metadata.labels).toEqual(labels);
      expect(servico.spec.ports.map((porta) => [porta.name, porta.targetPort, porta.port])).toEqual(
        p.spec.template.spec.containers[0].ports.map((porta) => [porta.name, porta.name, porta.containerPort]),
      );
      const comJob = lerRegras().filter((r) => r.expr.includes('{job=~'));
      expect(comJob.length).toBeGreaterThan(0);
      for (const { expr } of comJob) expect(expr).toMatch(new RegExp(`job=~"[^"]*\\b${componente}\\b`));
    },
  );

  it('do every role of a worker somewhere', () => {
    const papeis = programas.flatMap((p) =>
      p.spec.template.spec.containers[0].env.filter((e) => e.name === 'WORKER_ROLES'),
    );
    expect(papeis.flatMap((e) => e.value.split(',')).sort()).toEqual([...ROLES].sort());
  });

  it('are what budgets, scalers and policies speak of', () => {
    const componentes = programas.map(componenteDe);
    const nomes = programas.map((p) => p.metadata.name);
    for (const { spec } of doTipo(base, 'PodDisruptionBudget').map((o) => COM_SELETOR.parse(o)))
      expect(componentes).toContain(spec.selector.matchLabels['app.kubernetes.io/component']);
    for (const o of [...doTipo(base, 'HorizontalPodAutoscaler'), ...doTipo(prontos('operators'), 'ScaledObject')])
      expect(nomes).toContain(ALVO.parse(o).spec.scaleTargetRef.name);
    for (const o of doTipo(base, 'NetworkPolicy')) {
      const componente = POLITICA.parse(o).spec.podSelector.matchLabels['app.kubernetes.io/component'];
      if (componente !== undefined) expect(componentes).toContain(componente);
    }
  });

  it.each(OVERLAYS)('get from %s settings that they accept in production, and no unknown ones', (overlay) => {
    const segredo = overlay === 'overlays/dev' ? doTipo(prontos(overlay), 'Secret') : lerObjetos(PASTA + EXEMPLO);
    const config = doTipo(prontos(overlay), 'ConfigMap').map((o) => CONFIG.parse(o).data);
    const segredos = segredo.map((o) => SEGREDO.parse(o).stringData);
    const env: Record<string, string> = Object.assign({}, ...config, ...segredos);
    // The example shows where a value goes; what stands there is not one.
    const preenchido = Object.fromEntries(
      Object.entries(env).map(([nome, valor]) => [nome, valor.includes('<') ? (VALORES[nome] ?? 'um-valor') : valor]),
    );
    expect(readConfig(preenchido, { errosDaOrigem }).producao).toBe(true);
    expect(Object.keys(env).filter((v) => !v.startsWith('ORIGEM_') && !(v in VARIAVEIS.shape))).toEqual([]);
  });
});

const VALORES: Record<string, string> = {
  DATABASE_URL: 'postgres://entrada:x@db:5432/entrada',
  REDIS_URL: 'rediss://:x@redis:6379',
  CONSOLE_USUARIOS: 'ana:operador:hash',
  CONSOLE_CHAVE: 'k'.repeat(32),
};
const SERVICO = z.object({
  metadata: z.object({ labels: ROTULOS }),
  spec: z.object({
    selector: ROTULOS,
    ports: z.array(z.object({ name: z.string(), port: z.number(), targetPort: z.string() })),
  }),
});
const COM_SELETOR = z.object({ spec: z.object({ selector: z.object({ matchLabels: ROTULOS }) }) });
const POLITICA = z.object({ spec: z.object({ podSelector: z.object({ matchLabels: ROTULOS }) }) });
const ALVO = z.object({ spec: z.object({ scaleTargetRef: z.object({ name: z.string() }) }) });
const CONFIG = z.object({ data: ROTULOS });
const SEGREDO = z.object({ stringData: ROTULOS });
const nomeDe = ({ kind, metadata }: Objeto): string => `${kind} ${metadata.name}`;
