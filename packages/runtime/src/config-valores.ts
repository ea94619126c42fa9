import { z } from 'zod';

/** The variables of a process, as process.env gives them. */
export type Ambiente = Readonly<Record<string, string | undefined>>;

/** What a worker can do. WORKER_ROLES chooses; all of them by default. */
export const ROLES = ['apply', 'sweep', 'publish', 'read', 'reconcile', 'prune'] as const;
export type Role = (typeof ROLES)[number];

export interface UsuarioDoConsole {
  nome: string;
  papel: 'leitor' | 'operador';
  /** The text that `entrada password` prints. */
  scrypt: string;
}

const NIVEIS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const CHAVE_MINIMA = 32;
/** Postgres refuses a jsonb text of 256 MiB, and the body is held in memory several times over. */
const MAIOR_CORPO = 64 * 1024 * 1024;

const inteiroOuNada = (minimo: number, maximo: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, `must be a whole number from ${minimo} to ${maximo}`)
    .transform(Number)
    .refine((n) => n >= minimo && n <= maximo, `must be a whole number from ${minimo} to ${maximo}`)
    .optional()
    .transform((n) => n ?? null);

const inteiro = (minimo: number, maximo: number, padrao: number) =>
  inteiroOuNada(minimo, maximo).transform((n) => n ?? padrao);

const porta = (padrao: number) => inteiro(0, 65_535, padrao);

const texto = z
  .string()
  .optional()
  .transform((v) => v ?? null);

const url = (...protocolos: string[]) =>
  z
    .string()
    .refine(
      (v) => URL.canParse(v) && protocolos.includes(new URL(v).protocol),
      `must be a URL that starts with ${protocolos.map((p) => `${p}//`).join(' or ')}`,
    )
    .optional()
    .transform((v) => v ?? null);

const papeis = z
  .string()
  .optional()
  .transform((lista, ctx): Role[] => {
    if (lista === undefined) return [...ROLES];
    const pedidos = partes(lista);
    const conhecidos = ROLES.filter((r) => pedidos.includes(r));
    const estranhos = pedidos.filter((p) => !ROLES.some((r) => r === p));
    if (estranhos.length > 0 || conhecidos.length === 0)
      ctx.addIssue(`must be a comma separated list out of ${ROLES.join(', ')}`);
    return conhecidos;
  });

const usuarios = z
  .string()
  .optional()
  .transform((lista, ctx): UsuarioDoConsole[] => {
    const lidos: UsuarioDoConsole[] = [];
    for (const [i, parte] of partes(lista ?? '').entries()) {
      const [nome = '', papel, ...resto] = parte.split(':');
      const scrypt = resto.join(':');
      if (nome === '' || (papel !== 'leitor' && papel !== 'operador') || scrypt === '')
        ctx.addIssue(
          `user ${i + 1} must be name:leitor:hash or name:operador:hash, the hash as \`entrada password\` prints it`,
        );
      else if (lidos.some((u) => u.nome === nome)) ctx.addIssue(`user ${i + 1} repeats a name`);
      else lidos.push({ nome, papel, scrypt });
    }
    return lidos;
  });

/** Every variable with a fixed name: its form, its default, and what to say when it is wrong. Values are never echoed. */
export const VARIAVEIS = z.object({
  NODE_ENV: texto,
  DATABASE_URL: url('postgres:', 'postgresql:'),
  REDIS_URL: url('redis:', 'rediss:'),
  WORKER_ROLES: papeis,
  WORKER_CONCURRENCY: inteiro(1, 200, 10),
  ERP_URL: url('http:', 'https:'),
  ERP_SEGREDO: z
    .string()
    .refine(
      ehSegredo,
      'that starts with whsec_ must go on with 24 to 64 bytes in base64; any other text is the key itself',
    )
    .optional()
    .transform((v) => v ?? null),
  CONSOLE_USUARIOS: usuarios,
  CONSOLE_CHAVE: z
    .string()
    .min(CHAVE_MINIMA, `must have ${CHAVE_MINIMA} characters or more, for instance from \`openssl rand -base64 32\``)
    .optional()
    .transform((v) => v ?? null),
  RECEIVER_PORT: porta(3000),
  CONSOLE_PORT: porta(3001),
  WORKER_PORT: porta(3002),
  SIMULATOR_PORT: porta(3003),
  MAX_BODY_BYTES: inteiro(1024, MAIOR_CORPO, 5 * 1024 * 1024),
  MAX_ATRASO_S: inteiroOuNada(1, 86_400),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:'),
  RETENCAO_DIAS: inteiro(1, 3_650, 90),
  LOG_LEVEL: z
    .enum(NIVEIS, `must be one of ${NIVEIS.join(', ')}`)
    .optional()
    .default('info'),
});

/** What a Standard Webhooks secret looks like, where it claims to be one. */
function ehSegredo(segredo: string): boolean {
  if (!segredo.startsWith('whsec_')) return true;
  const base64 = segredo.slice('whsec_'.length);
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 && bytes.length >= 24 && bytes.length <= 64;
}

function partes(lista: string): string[] {
  return lista
    .split(',')
    .map((p) => p.trim())
    .filter((p) => p !== '');
}
