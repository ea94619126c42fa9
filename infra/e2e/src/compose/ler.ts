import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { z } from 'zod';

export const RAIZ = fileURLToPath(new URL('../../../../', import.meta.url));
const ARQUIVO = `${RAIZ}docker-compose.yml`;

const segundos = z
  .string()
  .regex(/^\d+s$/)
  .transform((s) => Number.parseInt(s, 10) * 1000);

/** What this repository uses of the format. Anything else is refused: the tests would not carry it out. */
const SERVICO = z.strictObject({
  image: z.string(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  command: z.array(z.string()).optional(),
  env_file: z.string().optional(),
  environment: z.record(z.string(), z.coerce.string()).default({}),
  volumes: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.string() })).default({}),
  healthcheck: z
    .strictObject({
      test: z.tuple([z.literal('CMD')], z.string()).transform(([, ...comando]) => comando),
      interval: segundos,
      timeout: segundos,
      retries: z.number(),
      start_period: segundos,
      start_interval: segundos,
    })
    .optional(),
  stop_grace_period: segundos,
  init: z.boolean().default(false),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  profiles: z.array(z.string()).default([]),
  mem_limit: z.string().optional(),
  cpus: z.number().optional(),
  pids_limit: z.number().optional(),
  shm_size: z.string().optional(),
  restart: z.string(),
});
export type Composicao = Record<string, z.infer<typeof SERVICO>>;

/**
 * The services as compose understands them: `.env` fills in the placeholders, and an env_file's variables stand behind
 * those of `environment`.
 */
export function lerComposicao(env: Record<string, string>): Composicao {
  const yaml: unknown = parse(readFileSync(ARQUIVO, 'utf8'), { merge: true });
  const { services } = z.looseObject({ services: z.record(z.string(), SERVICO) }).parse(interpolar(yaml, env));
  return Object.fromEntries(
    Object.entries(services).map(([nome, servico]) => {
      if (servico.env_file !== undefined && servico.env_file !== '.env')
        throw new Error(`${nome} reads ${servico.env_file}: only .env is known here`);
      return [nome, { ...servico, environment: { ...(servico.env_file ? env : {}), ...servico.environment } }];
    }),
  );
}

/** What starts where no profile is asked for. */
export const semPerfil = (composicao: Composicao): string[] =>
  Object.keys(composicao).filter((s) => composicao[s]?.profiles.length === 0);

export const EXEMPLO = readFileSync(`${RAIZ}infra/docker/.env.example`, 'utf8');

/** The example as somebody fills it in. Throws where it asks for something that these values lack. */
export function preencherExemplo(valores: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parseEnv(EXEMPLO)).map(([nome, valor = '']) => {
      const preenchido = valor || valores[nome];
      if (preenchido === undefined) throw new Error(`.env.example asks for ${nome}`);
      return [nome, preenchido];
    }),
  );
}

/** The lines of the example that the profile demo asks for. */
export const EXEMPLO_DA_DEMO: Record<string, string> = Object.fromEntries(
  [...EXEMPLO.matchAll(/^#demo (\w+)=(.+)$/gm)].map(([, nome = '', valor = '']) => [nome, valor]),
);

/** `${NAME}` and `${NAME:?message}`; no other form is used. */
function interpolar(no: unknown, env: Record<string, string>): unknown {
  if (Array.isArray(no)) return no.map((n) => interpolar(n, env));
  if (typeof no === 'object' && no !== null)
    return Object.fromEntries(Object.entries(no).map(([chave, valor]) => [chave, interpolar(valor, env)]));
  if (typeof no !== 'string') return no;
  return no.replaceAll(/\$\{(\w+)(?::\?([^}]*))?\}|\$/g, (achado, nome: string | undefined) => {
    const valor = nome === undefined ? '' : env[nome];
    if (!valor) throw new Error(`docker-compose.yml: ${achado} has no value`);
    return valor;
  });
}
