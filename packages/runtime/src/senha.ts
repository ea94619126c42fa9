import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

interface Partes {
  N: number;
  r: number;
  p: number;
  sal: Buffer;
  hash: Buffer;
}

/** 128 * N * r = 64 MiB and about 175 ms: bearable at a login, hopeless for a guesser. */
const CUSTO = { N: 2 ** 16, r: 8, p: 1 };
const MAXMEM = 128 * 1024 * 1024;
const BYTES_DO_HASH = 32;

/**
 * A password as it may be stored: `scrypt.<N>.<r>.<p>.<salt>.<hash>`. No character of it means anything to a shell, to
 * an env file of compose, or to CONSOLE_USUARIOS (`$`, `:` and `,` would).
 */
export async function scryptSenha(senha: string): Promise<string> {
  const sal = randomBytes(16);
  const hash = await derivar(senha, { ...CUSTO, sal, hash: Buffer.alloc(BYTES_DO_HASH) });
  const { N, r, p } = CUSTO;
  return ['scrypt', N, r, p, sal.toString('base64url'), hash.toString('base64url')].join('.');
}

/** Takes the same time for every password. Holds 64 MiB meanwhile: the caller sees to it that few run at once. */
export async function conferirSenha(senha: string, guardada: string): Promise<boolean> {
  const partes = lerPartes(guardada);
  if (!partes) return false;
  return timingSafeEqual(await derivar(senha, partes), partes.hash);
}

/** Whether a text is what scryptSenha prints. */
export function ehScrypt(guardada: string): boolean {
  return lerPartes(guardada) !== null;
}

const FORMA = /^scrypt\.(\d{1,7})\.(\d{1,2})\.(\d{1,2})\.([\w-]{16,})\.([\w-]{22,})$/;

function lerPartes(guardada: string): Partes | null {
  const [, n, r, p, sal, hash] = FORMA.exec(guardada) ?? [];
  if (sal === undefined || hash === undefined) return null;
  const partes = { N: Number(n), r: Number(r), p: Number(p) };
  const cabe = partes.N > 1 && Number.isInteger(Math.log2(partes.N)) && partes.r > 0 && partes.p > 0;
  if (!cabe || 128 * partes.N * partes.r > MAXMEM) return null;
  return { ...partes, sal: Buffer.from(sal, 'base64url'), hash: Buffer.from(hash, 'base64url') };
}

function derivar(senha: string, { N, r, p, sal, hash }: Partes): Promise<Buffer> {
  // A password typed on another keyboard may compose its accents differently.
  const texto = senha.normalize('NFKC');
  const opcoes: ScryptOptions = { N, r, p, maxmem: MAXMEM + 1024 * 1024 };
  return new Promise((resolve, reject) => {
    scrypt(texto, sal, hash.length, opcoes, (e, chave) => (e ? reject(e) : resolve(chave)));
  });
}
