import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, scryptSenha } from '@entrada/runtime';

/** What the programs get besides the variables of this process, and what a person needs to use them. */
export interface Desenvolvimento {
  variaveis: Record<string, string>;
  /** The store that a first event can be sent to; null where none speaks the dialect `loja`. */
  origem: { nome: string; segredo: string } | null;
  /** Who may enter the console; null where that is configured. */
  usuario: { nome: string; senha: string } | null;
}

/**
 * What is not configured for development: a store named `loja` and a user of the console. Their secrets are random and
 * stay in `pasta`, since a secret that everybody has would end up in production.
 */
export async function prepararDesenvolvimento(config: Config, pasta: string): Promise<Desenvolvimento> {
  const [loja, operador] = await Promise.all([prepararLoja(config, pasta), prepararUsuario(config, pasta)]);
  return {
    variaveis: { ...loja.variaveis, ...operador.variaveis },
    origem: loja.origem,
    usuario: operador.usuario,
  };
}

async function prepararLoja(config: Config, pasta: string): Promise<Pick<Desenvolvimento, 'variaveis' | 'origem'>> {
  if (config.origens.length === 0) {
    const segredo = await guardado(pasta, 'segredo');
    return {
      variaveis: { ORIGEM_LOJA_DIALETO: 'loja', ORIGEM_LOJA_SEGREDOS: segredo },
      origem: { nome: 'loja', segredo },
    };
  }
  const loja = config.origens.find((o) => o.dialeto === 'loja');
  const segredo = loja?.segredos[0];
  return { variaveis: {}, origem: loja && segredo !== undefined ? { nome: loja.nome, segredo } : null };
}

async function prepararUsuario(config: Config, pasta: string): Promise<Pick<Desenvolvimento, 'variaveis' | 'usuario'>> {
  if (config.producao || config.consoleUsuarios.length > 0) return { variaveis: {}, usuario: null };
  const usuario = { nome: 'operador', senha: await guardado(pasta, 'console-senha') };
  return {
    variaveis: {
      CONSOLE_USUARIOS: `${usuario.nome}:operador:${await scryptSenha(usuario.senha)}`,
      CONSOLE_CHAVE: config.consoleChave ?? (await guardado(pasta, 'console-chave')),
    },
    usuario,
  };
}

/** A random text that is made once and readable by its user only. */
async function guardado(pasta: string, nome: string): Promise<string> {
  const arquivo = join(pasta, nome);
  const lido = (await readFile(arquivo, 'utf8').catch(() => '')).trim();
  if (lido !== '') return lido;
  const novo = randomBytes(24).toString('hex');
  await writeFile(arquivo, `${novo}\n`, { mode: 0o600 });
  return novo;
}
