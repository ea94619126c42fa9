import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { errosDaOrigem } from '@entrada/providers';
import { ROLES, readConfig, VARIAVEIS } from '@entrada/runtime';
import { DCLinter } from 'dclint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ENV } from './env.ts';
import { EXEMPLO, EXEMPLO_DA_DEMO, lerComposicao, RAIZ } from './ler.ts';

const servicos = lerComposicao(ENV);
const nossos = Object.entries(servicos).filter(([, s]) => s.build);
const DOCKERFILE = readFileSync(`${RAIZ}infra/docker/Dockerfile`, 'utf8');

describe('docker-compose.yml', () => {
  it('is what the compose specification allows', async () => {
    const texto = await readFile(`${RAIZ}docker-compose.yml`, 'utf8');
    expect(await erros(texto)).toEqual([]);
    expect(await erros(texto.replace('stop_grace_period: 40s', 'stop_grace_periode: 40s'))).not.toEqual([]);
    expect(await erros(texto.replace('service_started', 'service_begun'))).not.toEqual([]);
  });

  it.each(nossos)('%s runs a program of this repository, as nobody in particular', (_, servico) => {
    const [node, programa = ''] = servico.command ?? [];
    expect(node).toBe('node');
    expect(existsSync(RAIZ + programa.replace('/dist/', '/src/').replace(/\.js$/, '.ts')), programa).toBe(true);
    expect(servico.build).toEqual({ context: '.', dockerfile: 'infra/docker/Dockerfile' });
    expect(servico).toMatchObject({ read_only: true, cap_drop: ['ALL'], init: true });
  });

  it.each(nossos)('%s gets settings that its program accepts in production, and no unknown ones', (_, servico) => {
    const config = readConfig(servico.environment, { errosDaOrigem });
    expect(config.producao).toBe(true);
    expect(config.origens.map((o) => o.nome)).toEqual(['loja']);
    const doBanco = ['POSTGRES_PASSWORD'];
    const conhecidas = [...Object.keys(VARIAVEIS.shape), ...doBanco];
    const estranhas = Object.keys(servico.environment).filter(
      (v) => !v.startsWith('ORIGEM_') && !conhecidas.includes(v),
    );
    expect(estranhas).toEqual([]);
  });

  it('gives the database and the queue that it starts, with the password that it gives the database', () => {
    const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = servicos.postgres?.environment ?? {};
    expect(POSTGRES_PASSWORD).toBe(ENV.POSTGRES_PASSWORD);
    for (const [, { environment }] of nossos)
      expect(environment).toMatchObject({
        DATABASE_URL: `postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@postgres:5432/${POSTGRES_DB}`,
        REDIS_URL: 'redis://redis:6379',
      });
  });

  it('publishes the door to everybody, what people look at to this machine, and no database', () => {
    const abertas = Object.entries(servicos).flatMap(([nome, s]) => s.ports.map((p) => `${nome} ${p}`));
    expect(abertas).toEqual([
      'receiver 0.0.0.0:3000:3000',
      'console 127.0.0.1:3001:3001',
      'simulator 127.0.0.1:3003:3003',
      'prometheus 127.0.0.1:9090:9090',
      'grafana 127.0.0.1:3004:3000',
    ]);
  });

  it('does every role of a worker somewhere, and each in one service only', () => {
    const papeis = nossos.flatMap(([, s]) => papeisDe(s.environment.WORKER_ROLES));
    expect(papeis.sort()).toEqual([...ROLES].sort());
  });

  it('lets no container take the machine, and starts demo and observability only when asked to', () => {
    for (const [nome, s] of Object.entries(servicos)) expect(s.mem_limit, nome).toMatch(/^\d+[mg]$/);
    const perfis = Object.entries(servicos).flatMap(([nome, s]) => s.profiles.map((p) => `${p} ${nome}`));
    expect(perfis).toEqual(['demo simulator', 'observability prometheus', 'observability grafana']);
    expect(readConfig({ ...ENV, ...EXEMPLO_DA_DEMO, NODE_ENV: 'test' }, { errosDaOrigem }).erpUrl).not.toBeNull();
  });

  it('scrapes every program that answers /metrics, on its port', () => {
    const { scrape_configs } = RASPAGEM.parse(parse(readFileSync(`${RAIZ}infra/prometheus/prometheus.yml`, 'utf8')));
    const raspados = scrape_configs.map(({ job_name, dns_sd_configs: [de] }) => `${job_name} ${de.names} ${de.port}`);
    const expostos = nossos
      .filter(([nome]) => nome !== 'migrate' && nome !== 'simulator')
      .map(([nome, s]) => `${nome} ${nome} ${Object.entries(s.environment).find(([v]) => v.endsWith('_PORT'))?.[1]}`);
    expect(raspados.sort()).toEqual(expostos.sort());
  });

  it('starts in order of health: the schema first, and only programs whose probe answers count as started', () => {
    const espera = (nome: string) =>
      Object.entries(servicos[nome]?.depends_on ?? {}).map(([de, { condition }]) => `${de} ${condition}`);
    expect(espera('migrate')).toEqual(['postgres service_healthy']);
    for (const nome of ['receiver', 'worker', 'publisher', 'maintenance', 'console'])
      expect(espera(nome)).toContain('migrate service_completed_successfully');
    for (const [nome, s] of Object.entries(servicos)) {
      for (const de of Object.keys(s.depends_on)) expect(Object.keys(servicos)).toContain(de);
      expect(s.healthcheck !== undefined, nome).toBe(nome !== 'migrate');
      expect(s.restart).toBe(nome === 'migrate' ? 'no' : 'unless-stopped');
    }
  });

  it('keeps what must outlive a container, and mounts only files that exist', () => {
    const volumes = Object.values(servicos).flatMap((s) => s.volumes);
    expect(volumes.filter((v) => v.startsWith('.')).filter((v) => !existsSync(RAIZ + v.split(':')[0]))).toEqual([]);
    expect(volumes).toEqual(expect.arrayContaining(['postgres:/var/lib/postgresql', 'redis:/data']));
  });

  it('asks in .env.example for every secret, and gives none', () => {
    const vazias = Object.entries(parseEnv(EXEMPLO)).filter(([, valor]) => valor === '');
    const segredos = ['CONSOLE_CHAVE', 'CONSOLE_USUARIOS', 'ORIGEM_LOJA_SEGREDOS', 'POSTGRES_PASSWORD'];
    expect(vazias.map(([nome]) => nome).sort()).toEqual(segredos);
    expect(() => lerComposicao({ ...ENV, POSTGRES_PASSWORD: '' })).toThrow('POSTGRES_PASSWORD');
  });
});

describe('the image', () => {
  it('is one Node for building and running, runs as an ordinary user, and embeds nothing', () => {
    const bases = [...DOCKERFILE.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(bases).toHaveLength(2);
    expect(new Set(bases).size).toBe(1);
    expect(bases[0]).toMatch(/^node:24\.\d+\.\d+-/);
    const final = DOCKERFILE.slice(DOCKERFILE.lastIndexOf('\nFROM '));
    expect(final).toMatch(/^USER node$/m);
    expect(final).toMatch(/^ENV NODE_ENV=production$/m);
  });
});

const papeisDe = (papeis: string | undefined) => (papeis === undefined ? [] : papeis.split(','));

const RASPAGEM = z.object({
  scrape_configs: z.array(
    z.object({
      job_name: z.string(),
      dns_sd_configs: z.tuple([z.object({ names: z.tuple([z.string()]), port: z.number() })]),
    }),
  ),
});

/** dclint's own types do not resolve. */
const ACHADOS = z.array(
  z.object({ messages: z.array(z.object({ type: z.string(), line: z.number(), message: z.string() })) }),
);

/** Against the schema of the specification, and some dangers. Questions of taste are only warnings. */
async function erros(texto: string): Promise<string[]> {
  const pasta = await mkdtemp(join(tmpdir(), 'entrada-compose-'));
  try {
    const arquivo = join(pasta, 'docker-compose.yml');
    await writeFile(arquivo, texto);
    const linter = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] });
    const mensagens = ACHADOS.parse(linter.lintFiles([arquivo], false)).flatMap((r) => r.messages);
    return mensagens.filter((m) => m.type === 'error').map((m) => `${m.line}: ${m.message}`);
  } finally {
    await rm(pasta, { recursive: true, force: true });
  }
}
