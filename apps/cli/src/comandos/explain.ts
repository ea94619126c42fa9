import { Command } from '@commander-js/extra-typings';
import { buscarOrigem, type Chave, lerBases, lerHistoria, type Sql, transacao } from '@entrada/db';
import { explicar, type Regras } from '@entrada/domain';
import { criarOrigem } from '@entrada/providers';
import { type Config, StartError } from '@entrada/runtime';
import { comBanco } from '../banco.ts';
import { lerPedido } from '../ler-pedido.ts';
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
        const chave = { origem: nome, recurso_id };
        const linhas = await explicarPedido(sql, chave, await regrasDaOrigem(sql, nome, config));
        process.stdout.write(`${linhas.map(limpar).join('\n')}\n`);
      }),
    );

async function explicarPedido(sql: Sql, chave: Chave, regras: Regras): Promise<string[]> {
  const { pedido, eventos, transicoes, efeitos } = await lerPedido(sql, chave);
  const [fatos, bases] = await transacao(sql, async (tx) => [
    await lerHistoria(tx, [chave]),
    await lerBases(tx, [chave]),
  ]);
  const base = bases[0]?.base ?? null;
  const { origem, recurso_id } = chave;
  const estado = pedido?.estado ?? null;
  return explicar({ origem, id: recurso_id, pedido: estado, base, fatos, eventos, transicoes, efeitos }, regras);
}

/** The rules under which the worker applied this store's events: its dialect's, and the criterion that was fixed. */
async function regrasDaOrigem(sql: Sql, nome: string, config: Config): Promise<Regras> {
  const guardada = await buscarOrigem(sql, nome);
  if (!guardada) throw new StartError(`No store named ${nome} was ever configured here.`);
  const configurada = config.origens.find((o) => o.nome === nome);
  const { dialeto } = criarOrigem(
    configurada ?? {
      nome,
      dialeto: guardada.dialeto,
      segredos: [],
      versao: guardada.criterio,
      apiUrl: null,
      apiToken: null,
      opcoes: {},
    },
  );
  // Where no event has fixed the criterion yet there is no fact to put in order either.
  return { ...dialeto.regras, criterio: guardada.criterio ?? 'instante' };
}
