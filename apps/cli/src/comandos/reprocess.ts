import { userInfo } from 'node:os';
import { Command } from '@commander-js/extra-typings';
import { type Chave, reprocessar } from '@entrada/db';
import { createFila } from '@entrada/queue';
import { createLogger } from '@entrada/runtime';
import { type Banco, comBanco } from '../banco.ts';
import { exigirHistorico } from '../ler-pedido.ts';
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
        await exigirHistorico(banco.sql, chave);
        const retomados = await reprocessar(banco.sql, chave, quem());
        process.stdout.write(`${await relatar(retomados, banco, chave)}\n`);
      }),
    );

/** Who is at the terminal, for the audit; a user id without a name is possible in a container. */
function quem(): string {
  try {
    return `cli:${userInfo().username}`;
  } catch {
    return `cli:${process.getuid?.() ?? 'unknown'}`;
  }
}

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
