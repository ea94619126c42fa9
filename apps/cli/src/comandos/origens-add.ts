import { createInterface } from 'node:readline';
import { Command } from '@commander-js/extra-typings';
import { type Entrevistado, entrevistar } from '../origens/entrevistar.ts';

export const add = () =>
  new Command('add')
    .description('Asks what a store needs to be connected, and prints the environment to set: > store.env keeps it.')
    .argument('[origem]', 'name of the origem')
    .option('--dialeto <name>', 'kind of store')
    .action(async (origem, { dialeto }) => {
      const terminal = abrirTerminal();
      try {
        const feita = await entrevistar(terminal, {
          ...(origem === undefined ? {} : { origem }),
          ...(dialeto === undefined ? {} : { dialeto }),
        });
        process.stdout.write(`${feita.variaveis.map(([nome, valor]) => `${nome}=${citar(valor)}\n`).join('')}`);
        terminal.avisar(`\nSet these for the receiver and the workers, and register
  https://<your host>/webhooks/${feita.origem}
for ${feita.conexao.topicos}.
${feita.conexao.pagina} tells how. Then: entrada origens test ${feita.origem}`);
      } finally {
        terminal.fechar();
      }
    });

/** Questions go to stderr, so that what is printed can go to a file; answers may come from one. */
function abrirTerminal(): Entrevistado & { fechar(): void } {
  const leitor = createInterface({ input: process.stdin });
  const linhas = leitor[Symbol.asyncIterator]();
  return {
    perguntar: async (pergunta) => {
      process.stderr.write(`${pergunta}\n> `);
      const { done, value } = await linhas.next();
      return done ? null : value;
    },
    avisar: (texto) => void process.stderr.write(`${texto}\n`),
    fechar: () => leitor.close(),
  };
}

/** As .env files and shells read it. */
const citar = (valor: string): string =>
  /^[\w@%+=:,./-]*$/.test(valor) ? valor : `'${valor.replaceAll("'", String.raw`'\''`)}'`;
