import { setTimeout as esperar } from 'node:timers/promises';
import { Command } from '@commander-js/extra-typings';
import {
  buscarOrigem,
  type Chave,
  type ConsultaDoPedido,
  consultaDoPedido,
  lerHistorico,
  pedirConsultaDoOperador,
  type Sql,
} from '@entrada/db';
import { dadosDoEstado } from '@entrada/domain';
import { StartError } from '@entrada/runtime';
import { comBanco } from '../banco.ts';
import { comFila } from '../fila.ts';
import { id, origem, pasta } from '../opcoes.ts';
import { quem } from '../quem.ts';
import { limpar } from '../tabela.ts';

export const consultar = () =>
  new Command('consultar')
    .description("Asks the store's API for one order, and shows what it says. A worker asks.")
    .addArgument(origem())
    .addArgument(id())
    .addOption(pasta())
    .action((nome, recurso_id, opcoes) =>
      comBanco(opcoes.pasta, async (banco) => {
        const { sql } = banco;
        const chave = { origem: nome, recurso_id };
        if (!(await buscarOrigem(sql, nome))) throw new StartError(`No store named ${nome} was ever configured here.`);
        const pedidas = await pedirConsultaDoOperador(sql, chave, quem());
        await comFila(banco, (fila) => fila.acordar('consultar', [chave]));
        const consulta = await esperarResposta(sql, chave, pedidas);
        const linhas = consulta.resposta === 'inexistente' ? [SEM_PEDIDO] : await mostrar(sql, chave);
        process.stdout.write(`${linhas.map(limpar).join('\n')}\n`);
      }),
    );

const SEM_PEDIDO = 'The store knows no such order.';

const OLHAR_MS = 250;
const PACIENCIA_MS = 45_000;

async function esperarResposta(sql: Sql, chave: Chave, pedidas: number): Promise<ConsultaDoPedido> {
  for (let esperadoMs = 0; esperadoMs < PACIENCIA_MS; esperadoMs += OLHAR_MS) {
    await esperar(OLHAR_MS);
    const consulta = await consultaDoPedido(sql, chave);
    if (consulta && consulta.lidas >= pedidas) return consulta;
    if (consulta?.proxima_tentativa_em && consulta.ultimo_erro !== null)
      throw new StartError(
        limpar(`${consulta.ultimo_erro}. It is asked again at ${consulta.proxima_tentativa_em.toISOString()}.`),
      );
  }
  throw new StartError(`No worker has asked within ${PACIENCIA_MS / 1_000} s. Does one run with the role read?`);
}

/** What the store says is an event like any other: shown as soon as it is applied. */
async function mostrar(sql: Sql, chave: Chave): Promise<string[]> {
  for (let esperadoMs = 0; ; esperadoMs += OLHAR_MS) {
    const historico = await lerHistorico(sql, chave);
    const lido = historico?.eventos
      .filter((e) => e.fonte === 'api')
      .toSorted(porVersao)
      .at(-1);
    if (!historico || !lido) throw new StartError('The store answered, and its answer is not in the inbox.');
    if (lido.aplicado_em === null && esperadoMs < PACIENCIA_MS) {
      await esperar(OLHAR_MS);
      continue;
    }
    const { pedido } = historico;
    const dados = pedido && dadosDoEstado(pedido);
    return [
      `The store says ${lido.payload}`,
      `event ${lido.evento_id}: ${lido.resultado ?? 'pending, no worker has applied it yet'}`,
      pedido
        ? `The order is ${pedido.status}, total_centavos ${dados?.total_centavos ?? 'unknown'}, cliente_email ${dados?.cliente_email ?? 'unknown'}.`
        : 'There is no order yet.',
    ];
  }
}

/** What waits is the newest: it has no version yet. */
const porVersao = (a: { versao: number | null }, b: { versao: number | null }): number =>
  (a.versao ?? Number.MAX_SAFE_INTEGER) - (b.versao ?? Number.MAX_SAFE_INTEGER);
