import { Command } from '@commander-js/extra-typings';
import { type Chave, retomar, type Sql, transacao, travarPedidos } from '@entrada/db';
import { createFila } from '@entrada/queue';
import { createLogger } from '@entrada/runtime';
import { type Banco, comBanco } from '../banco.ts';
import { lerPedido } from '../ler-pedido.ts';
import { id, origem, pasta } from '../opcoes.ts';

export const reprocess = () =>
  new Command('reprocess')
    .description("Takes an order's pending and failed events up again.")
    .addArgument(origem())
    .addArgument(id())
    .addOption(pasta())
    .action((nome, recurso_id, opcoes) =>
      comBanco(opcoes.pasta, async (banco) => {
        const chave = { origem: nome, recurso_id };
        await lerPedido(banco.sql, chave); // a mistyped order must not look like one without work
        const retomados = await retomarPedido(banco.sql, chave);
        process.stdout.write(`${await relatar(retomados, banco, chave)}\n`);
      }),
    );

/** Under the order's lock: a worker that applies it at this moment is waited for. */
const retomarPedido = (sql: Sql, chave: Chave): Promise<number> =>
  transacao(sql, async (tx) => {
    await travarPedidos(tx, [chave]);
    return retomar(tx, chave);
  });

async function relatar(retomados: number, banco: Banco, chave: Chave): Promise<string> {
  if (retomados === 0) return 'Nothing to take up again: every event of the order is applied.';
  const quantos = `${retomados} ${retomados === 1 ? 'event' : 'events'} taken up again`;
  return (await acordar(banco, chave))
    ? `${quantos}; the worker applies them now.`
    : `${quantos}; the queue did not answer, so the worker finds them within a minute.`;
}

async function acordar({ redisUrl, databaseUrl }: Banco, chave: Chave): Promise<boolean> {
  const logger = createLogger({ nome: 'cli', level: 'warn', destino: process.stderr });
  const fila = await createFila({ redisUrl, databaseUrl, papel: 'produtor', logger });
  try {
    const { enfileirados } = await fila.enfileirar([{ ...chave, evento_id: null }]);
    return enfileirados === 1;
  } finally {
    await fila.fechar();
  }
}
