import { z } from 'zod';

const REGISTRO = z
  .object({
    level: z.string(),
    time: z.string(),
    msg: z.string().default(''),
    err: z.object({ message: z.string(), stack: z.string().optional() }).partial().optional(),
  })
  .loose();

/** What every line carries and nobody at a terminal needs. */
const CALADOS = ['level', 'time', 'msg', 'err', 'name', 'pid', 'hostname'];
const CORES = { warn: 33, error: 31, fatal: 31 } as const;

/** A program's JSON line for people: when, who, what, then the rest as key=value. Any other line keeps its text. */
export function formatarLinha(nome: string, linha: string, cores = false): string {
  const registro = REGISTRO.safeParse(lerJson(linha)).data;
  if (!registro) return `${' '.repeat(12)} ${nome.padEnd(8)}       ${linha}`;
  const { level, time, msg, err, ...resto } = registro;
  const campos = Object.entries(resto)
    .filter(([chave]) => !CALADOS.includes(chave))
    .map(([chave, valor]) => `${chave}=${typeof valor === 'string' ? valor : JSON.stringify(valor)}`);
  const pilha = err ? `\n${err.stack ?? err.message ?? ''}`.replaceAll('\n', '\n      ') : '';
  const texto = [time.slice(11, 23), nome.padEnd(8), level.padEnd(5), [msg, ...campos].join('  ') + pilha].join(' ');
  return cores && level in CORES ? `\u001b[${CORES[level as keyof typeof CORES]}m${texto}\u001b[39m` : texto;
}

function lerJson(linha: string): unknown {
  try {
    return JSON.parse(linha);
  } catch {
    return null;
  }
}
