import { Command } from '@commander-js/extra-typings';
import { type Chave, reprocessar } from '@entrada/db';
import { type Banco, comBanco } from '../banco.ts';
import { comFila } from '../fila.ts';
import { exigirHistorico } from '../ler-pedido.ts';
import { id, origem, pasta } from '../opcoes.ts';
import { quem } from '../quem.ts';

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

async function relatar(retomados: number, banco: Banco, chave: Chave): Promise<string> {
  if (retomados === 0) return 'Nothing to take up again: every event of the order is applied.';
  const quantos = `${retomados} ${retomados === 1 ? 'event' : 'events'} taken up again`;
  return (await acordar(banco, chave))
    ? `${quantos}; the worker applies them now.`
    : `${quantos}; the queue did not answer, so the worker finds them within a minute.`;
}

const acordar = (banco: Banco, chave: Chave): Promise<boolean> =>
  comFila(banco, async (fila) => (await fila.enfileirar([{ ...chave, evento_id: null }])).enfileirados === 1);
