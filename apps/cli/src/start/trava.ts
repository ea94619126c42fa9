import { execFile } from 'node:child_process';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '@entrada/runtime';

export interface Trava {
  /** The one before did not end by itself: something of it may still be ending now. */
  abandonada: boolean;
  soltar(): Promise<void>;
}

/**
 * One `entrada start` per folder. The lock is a file that names its process and when that one began: what was killed
 * holds nothing, also where its number belongs to another process by now.
 */
export async function tomarTrava(pasta: string): Promise<Trava> {
  const arquivo = join(pasta, 'start.pid');
  const meu = `${process.pid} ${await inicioDoProcesso(process.pid)}`;
  const rascunho = `${arquivo}.${process.pid}`;
  await writeFile(rascunho, meu);
  let abandonada = false;
  try {
    while (!(await ligar(rascunho, arquivo))) {
      const dono = await readFile(arquivo, 'utf8').catch(() => null);
      if (dono === null) continue;
      const pid = Number(dono.split(' ')[0]);
      if (dono === `${pid} ${await inicioDoProcesso(pid)}`)
        throw new StartError(
          `Another \`entrada start\` (process ${pid}) already runs from ${pasta}. Stop that one first.`,
        );
      await afastar(arquivo, dono);
      abandonada = true;
    }
  } finally {
    await rm(rascunho, { force: true });
  }
  const soltar = async (): Promise<void> => {
    if ((await readFile(arquivo, 'utf8').catch(() => null)) === meu) await rm(arquivo, { force: true });
  };
  return { abandonada, soltar };
}

/** A hard link appears whole or not at all, and never over another one. */
async function ligar(rascunho: string, arquivo: string): Promise<boolean> {
  try {
    await link(rascunho, arquivo);
    return true;
  } catch (e) {
    if (e instanceof Error && 'code' in e && e.code === 'EEXIST') return false;
    throw e;
  }
}

/** Removes the lock of a dead process. Of two that do so at once, the later one may have got hold of the new lock: it puts it back. */
async function afastar(arquivo: string, morto: string): Promise<void> {
  const afastado = `${arquivo}.morto.${process.pid}`;
  try {
    await rename(arquivo, afastado);
  } catch {
    return; // somebody else was quicker
  }
  if ((await readFile(afastado, 'utf8')) !== morto) await ligar(afastado, arquivo);
  await rm(afastado, { force: true });
}

/** When a process began, in whatever form the system says it; '' where there is no such process. */
async function inicioDoProcesso(pid: number): Promise<string> {
  if (process.platform !== 'linux') {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => ({
      stdout: '',
    }));
    return stdout.trim();
  }
  const linha = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return linha.slice(linha.lastIndexOf(')') + 2).split(' ')[19] ?? ''; // field 22, counted behind the program's name
}
