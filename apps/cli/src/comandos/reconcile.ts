import { setTimeout as esperar } from 'node:timers/promises';
import { Command, Option } from '@commander-js/extra-typings';
import {
  buscarOrigem,
  inserirAcao,
  type ReconciliacaoSeguida,
  recuarCursor,
  type Sql,
  seguirReconciliacao,
} from '@entrada/db';
import type { Fila } from '@entrada/queue';
import { StartError } from '@entrada/runtime';
import { type Banco, comBanco } from '../banco.ts';
import { contar } from '../contar.ts';
import { comFila } from '../fila.ts';
import { instante, origem, pasta } from '../opcoes.ts';
import { quem } from '../quem.ts';
import { limpar } from '../tabela.ts';

export const reconcile = () =>
  new Command('reconcile')
    .description("Reads from the store's API what changed, and shows how that goes. A worker does it.")
    .addArgument(origem())
    .addOption(new Option('--desde <instante>', 'read again all that changed since then').argParser(instante))
    .addOption(pasta())
    .action((nome, { desde, pasta }) =>
      comBanco(pasta, async (banco) => {
        await exigirApi(banco, nome);
        const run = await comFila(banco, (fila) => comecar(banco.sql, fila, nome, desde ?? null));
        const fim = await seguir(banco.sql, run);
        escrever(resumir(fim));
        if (fim.terminada_em !== null && fim.erro === null) return;
        process.exitCode = 1;
        escrever(limpar(`It stopped: ${fim.erro ?? 'its worker died'}. The next run goes on from its page.`));
      }),
    );

const escrever = (linha: string) => process.stdout.write(`${linha}\n`);

async function exigirApi({ sql, config }: Banco, nome: string): Promise<void> {
  if (!(await buscarOrigem(sql, nome))) throw new StartError(`No store named ${nome} was ever configured here.`);
  const configurada = config.origens.find((o) => o.nome === nome);
  if (configurada && configurada.apiUrl === null)
    throw new StartError(`${nome} has no API: ORIGEM_${nome.toUpperCase()}_API_URL is not set.`);
}

const OLHAR_MS = 500;
const PEDIR_DE_NOVO_MS = 3_000;
const PACIENCIA_MS = 20_000;

/** A run that is under way already, unless it is to begin elsewhere; or one that a worker begins now. */
async function comecar(sql: Sql, fila: Fila, origem: string, desde: Date | null): Promise<ReconciliacaoSeguida> {
  const ultima = await seguirReconciliacao(sql, origem, 0);
  if (desde === null && ultima?.viva) {
    escrever(`A run is under way since ${ultima.iniciada_em.toISOString()}.`);
    return ultima;
  }
  if (desde !== null) await recuarCursor(sql, origem, desde);
  const detalhes = { origem, desde: desde?.toISOString() ?? '' };
  await inserirAcao(sql, { quem: quem(), acao: 'reconciliar', chave: null, detalhes });
  for (let esperadoMs = 0; esperadoMs < PACIENCIA_MS; esperadoMs += OLHAR_MS) {
    // Asked again and again: a turn that a worker of other roles has taken may be lost. One that waits absorbs the others.
    if (esperadoMs % PEDIR_DE_NOVO_MS === 0) await fila.agendar({ tarefa: 'reconciliar', origem });
    await esperar(OLHAR_MS);
    const run = await seguirReconciliacao(sql, origem, ultima?.id ?? 0);
    if (run) return run;
  }
  throw new StartError(
    `No worker has begun within ${PACIENCIA_MS / 1_000} s. Does one run with the role reconcile, and has it ORIGEM_${origem.toUpperCase()}_API_URL?`,
  );
}

/** Follows a run to its end, by the table; where its process died, as far as it got. */
async function seguir(sql: Sql, run: ReconciliacaoSeguida): Promise<ReconciliacaoSeguida> {
  let [agora, mostradas] = [run, 0];
  escrever(`Reading all that changed since ${run.desde.toISOString()} ...`);
  while (agora.terminada_em === null && agora.viva) {
    await esperar(OLHAR_MS);
    agora = (await seguirReconciliacao(sql, run.origem, run.id - 1)) ?? agora;
    if (agora.id !== run.id) return { ...run, erro: 'another run took over' };
    if (agora.paginas > mostradas) escrever(`  ${contar(agora.paginas, 'page')}, ${contar(agora.lidos, 'order')}`);
    mostradas = agora.paginas;
  }
  return agora;
}

function resumir({ paginas, lidos, novos, perdidos, ilegiveis }: ReconciliacaoSeguida): string {
  const onde = `${contar(lidos, 'order')} on ${contar(paginas, 'page')}`;
  return `${onde}: ${contar(novos, 'new reading')}, ${contar(perdidos, 'missed webhook')}, ${ilegiveis} unreadable.`;
}
