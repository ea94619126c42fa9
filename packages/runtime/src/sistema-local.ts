import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const SISTEMA_LOCAL = z.object({
  pid: z.number(),
  database_url: z.string(),
  redis_url: z.string().nullable(),
  receiver_url: z.string(),
  console_url: z.string().nullable(),
  /** An origem of the dialect `loja` and one of its secrets; null where none is configured. */
  origem: z.object({ nome: z.string(), segredo: z.string() }).nullable(),
});

/** What `entrada start` writes down, readable by its user only, so that other commands find what runs. */
export type SistemaLocal = z.infer<typeof SISTEMA_LOCAL>;

/** `.entrada` in the repository, wherever the command was typed; outside of one in the current folder. */
export function pastaLocal(): string {
  for (let pasta = dirname(fileURLToPath(import.meta.url)); ; pasta = dirname(pasta)) {
    if (existsSync(join(pasta, 'pnpm-workspace.yaml'))) return join(pasta, '.entrada');
    if (pasta === dirname(pasta)) return join(process.cwd(), '.entrada');
  }
}

/** @returns null where nothing was started from this folder, or what was started is gone */
export async function lerSistemaLocal(pasta: string): Promise<SistemaLocal | null> {
  const texto = await readFile(arquivo(pasta), 'utf8').catch(() => null);
  if (texto === null) return null;
  const { data } = SISTEMA_LOCAL.safeParse(lerJson(texto));
  return data && estaVivo(data.pid) ? data : null;
}

export async function gravarSistemaLocal(pasta: string, sistema: SistemaLocal): Promise<void> {
  const rascunho = `${arquivo(pasta)}.${process.pid}`;
  await writeFile(rascunho, `${JSON.stringify(sistema, null, 2)}\n`, { mode: 0o600 });
  await rename(rascunho, arquivo(pasta));
}

export async function apagarSistemaLocal(pasta: string): Promise<void> {
  await rm(arquivo(pasta), { force: true });
}

const arquivo = (pasta: string): string => join(pasta, 'ambiente.json');

/** Written by us, but maybe in another version or half of it. */
function lerJson(texto: string): unknown {
  try {
    return JSON.parse(texto);
  } catch {
    return null;
  }
}

function estaVivo(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (e) {
    return e instanceof Error && 'code' in e && e.code === 'EPERM'; // another user's process lives as well
  }
}
