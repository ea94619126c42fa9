import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as esperar } from 'node:timers/promises';
import { promisify } from 'node:util';
import { StartError } from '@entrada/runtime';

export interface Trava {
  /** The one before did not end by itself: something of it may still be ending now. */
  abandonada: boolean;
  soltar(): Promise<void>;
}

/**
 * One `entrada start` per folder. Each writes a file that names its process and when that one began, and only then looks
 * for the others': of two, at least one sees the other. What was killed holds nothing, also where its number belongs to
 * another process by now, and no file is ever taken over, so there is nothing to win or lose in between.
 */
export async function tomarTrava(pasta: string): Promise<Trava> {
  const meu = `start-${process.pid}-${randomBytes(4).toString('hex')}.pid`;
  const inicio = await inicioDoProcesso(process.pid);
  const soltar = (): Promise<void> => rm(join(pasta, meu), { force: true });
  let abandonada = false;
  await gravar(pasta, meu, `${inicio} ${TENTANDO}`);
  for (;;) {
    const { vivos, mortos } = await lerOutros(pasta, meu);
    abandonada ||= mortos;
    if (vivos.length === 0) break;
    const dono = vivos.find((o) => !o.tentando || o.nome < meu);
    if (dono) {
      await soltar();
      throw new StartError(`Another \`entrada start\` (process ${dono.pid}) runs from ${pasta}. Stop that one first.`);
    }
    await esperar(20); // all the others are trying as we are, and give way to the first name
  }
  await gravar(pasta, meu, `${inicio} ${RODANDO}`);
  return { abandonada, soltar };
}

const TENTANDO = 'tentando';
const RODANDO = 'rodando';

interface Outro {
  nome: string;
  pid: number;
  tentando: boolean;
}

async function lerOutros(pasta: string, meu: string): Promise<{ vivos: Outro[]; mortos: boolean }> {
  const vivos: Outro[] = [];
  let mortos = false;
  for (const nome of await readdir(pasta)) {
    const pid = Number(/^start-(\d+)-[0-9a-f]{8}\.pid$/.exec(nome)?.[1]);
    if (nome === meu || Number.isNaN(pid)) continue;
    const texto = await readFile(join(pasta, nome), 'utf8').catch(() => null);
    if (texto === null) continue; // it ended at this moment
    const [fase] = texto.split(' ').slice(-1);
    if (texto === `${await inicioDoProcesso(pid)} ${fase}`) vivos.push({ nome, pid, tentando: fase === TENTANDO });
    else {
      mortos ||= fase === RODANDO;
      await rm(join(pasta, nome), { force: true });
    }
  }
  return { vivos, mortos };
}

/** Whole or not at all: half a file would look like a dead process. */
async function gravar(pasta: string, nome: string, texto: string): Promise<void> {
  const rascunho = join(pasta, `${nome}.novo`);
  await writeFile(rascunho, texto);
  await rename(rascunho, join(pasta, nome));
}

/** When a process began, in whatever form the system says it; '' where there is no such process. */
async function inicioDoProcesso(pid: number): Promise<string> {
  if (process.platform !== 'linux') {
    const ps = promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]);
    return (await ps.catch(() => ({ stdout: '' }))).stdout.trim();
  }
  const linha = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return linha.slice(linha.lastIndexOf(')') + 2).split(' ')[19] ?? ''; // field 22, counted behind the program's name
}
