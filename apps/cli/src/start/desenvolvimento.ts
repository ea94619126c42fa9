import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@entrada/runtime';

/** What the programs get besides the variables of this process, and the store that a first event can be sent to. */
export interface Desenvolvimento {
  variaveis: Record<string, string>;
  origem: { nome: string; segredo: string } | null;
}

/**
 * Where no store is configured, one named `loja` is, with a random secret that stays in `pasta`: a secret that everybody
 * has would end up in production.
 */
export async function origemDeDesenvolvimento(config: Config, pasta: string): Promise<Desenvolvimento> {
  if (config.origens.length === 0) {
    const segredo = await segredoGuardado(pasta);
    return {
      variaveis: { ORIGEM_LOJA_DIALETO: 'loja', ORIGEM_LOJA_SEGREDOS: segredo },
      origem: { nome: 'loja', segredo },
    };
  }
  const loja = config.origens.find((o) => o.dialeto === 'loja');
  const segredo = loja?.segredos[0];
  return { variaveis: {}, origem: loja && segredo !== undefined ? { nome: loja.nome, segredo } : null };
}

async function segredoGuardado(pasta: string): Promise<string> {
  const arquivo = join(pasta, 'segredo');
  const guardado = (await readFile(arquivo, 'utf8').catch(() => '')).trim();
  if (guardado !== '') return guardado;
  const novo = randomBytes(24).toString('hex');
  await writeFile(arquivo, `${novo}\n`, { mode: 0o600 });
  return novo;
}
