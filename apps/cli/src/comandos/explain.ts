import { Command } from '@commander-js/extra-typings';
import { buscarOrigem, type Sql } from '@entrada/db';
import { explicar, type Regras } from '@entrada/domain';
import { regrasDaOrigem } from '@entrada/providers';
import { type Config, StartError } from '@entrada/runtime';
import { comBanco } from '../banco.ts';
import { exigirHistorico } from '../ler-pedido.ts';
import { id, origem, pasta } from '../opcoes.ts';
import { limpar } from '../tabela.ts';

export const explain = () =>
  new Command('explain')
    .description('Says step by step, in plain words, how an order came to be what it is.')
    .addArgument(origem())
    .addArgument(id())
    .addOption(pasta())
    .action((nome, recurso_id, opcoes) =>
      comBanco(opcoes.pasta, async ({ sql, config }) => {
        const regras = await exigirRegras(sql, nome, config);
        const linhas = explicar(await exigirHistorico(sql, { origem: nome, recurso_id }), regras);
        process.stdout.write(`${linhas.map(limpar).join('\n')}\n`);
      }),
    );

/** The rules under which the worker applied this store's events: its dialect's, and the criterion that was fixed. */
async function exigirRegras(sql: Sql, nome: string, config: Config): Promise<Regras> {
  const guardada = await buscarOrigem(sql, nome);
  if (!guardada) throw new StartError(`No store named ${nome} was ever configured here.`);
  const regras = regrasDaOrigem(
    guardada,
    config.origens.find((o) => o.nome === nome),
  );
  if (!regras) throw new StartError(`This version knows no dialect ${guardada.dialeto}, which ${nome} had.`);
  return regras;
}
