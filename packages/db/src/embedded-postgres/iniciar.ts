import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { executar } from './ambiente.ts';
import { acharBinarios } from './binarios.ts';
import { prepararDados } from './dados.ts';
import { escolherLugar, type Pastas } from './lugar.ts';
import { portaLivre } from './porta.ts';
import { pararOrfao } from './servidor.ts';
import { soltarVigia, vigiar } from './vigia.ts';

export interface PostgresEmbutido {
  url: string;
  /** The data folder. */
  dados: string;
  parar(): Promise<void>;
}

export interface OpcoesDoPostgres extends Partial<Pastas> {
  /** Settings of the server, such as `{ fsync: 'off' }`. */
  parametros?: Readonly<Record<string, string>>;
  /** How long another entrada may take to end. */
  esperaMs?: number;
}

/**
 * Starts a Postgres of our own on a free port. For development and tests: it stops when this process ends, however it
 * ends. `pasta` keeps the password and, where the server's user can reach it, the data.
 */
export async function startEmbeddedPostgres(pasta: string, opcoes: OpcoesDoPostgres = {}): Promise<PostgresEmbutido> {
  const lugar = await escolherLugar(pasta, opcoes);
  const bin = await acharBinarios(lugar);
  const vigia = await vigiar(lugar, bin, opcoes.esperaMs ?? 10_000);
  try {
    const senha = await prepararDados(lugar, bin);
    await pararOrfao(lugar, bin);
    await vigia.ativar();
    const porta = await subir(lugar, bin, opcoes.parametros ?? {});
    return {
      url: `postgres://entrada:${senha}@127.0.0.1:${porta}/postgres`,
      dados: lugar.dados,
      parar: () => vigia.parar(),
    };
  } catch (e) {
    await pararOrfao(lugar, bin).catch(() => undefined); // it may be up and only late
    soltarVigia(vigia);
    throw e;
  }
}

/** pg_ctl puts the server into a session of its own, so that Ctrl-C does not touch it, and returns when it is ready. */
async function subir(
  lugar: { dados: string; comoDono: object },
  bin: string,
  parametros: Readonly<Record<string, string>>,
): Promise<number> {
  const log = join(lugar.dados, 'servidor.log');
  const extras = Object.entries(parametros).map(([nome, valor]) => ` -c ${nome}=${valor}`);
  for (let tentativa = 1; ; tentativa++) {
    const porta = await portaLivre();
    try {
      const args = ['-D', lugar.dados, '-l', log, '-w', '-t', '60', '-o', `-p ${porta}${extras.join('')}`, 'start'];
      await executar(join(bin, 'pg_ctl'), args, lugar.comoDono);
      return porta;
    } catch (cause) {
      const tomada = (await readFile(log, 'utf8').catch(() => '')).includes(`port ${porta} already in use`);
      if (tomada && tentativa < 3) continue;
      throw new Error(`embedded Postgres did not start; see ${log}`, { cause });
    }
  }
}
