import { Argument, Command } from '@commander-js/extra-typings';
import { inserirAcao } from '@entrada/db';
import { PAUSAVEIS, type Pausavel, papeisPausados, pausarPapel, retomarPapel } from '@entrada/queue';
import { type Banco, comBanco } from '../banco.ts';
import { comFila } from '../fila.ts';
import { pasta } from '../opcoes.ts';
import { quem } from '../quem.ts';
import { tabela } from '../tabela.ts';

export const papel = () =>
  new Command('papel')
    .description('Pauses what the workers do, in the whole fleet; what waits meanwhile is not lost.')
    .enablePositionalOptions()
    .addCommand(list())
    .addCommand(pause())
    .addCommand(resume());

const qual = () => new Argument('<papel>', 'a role').choices(Object.keys(PAUSAVEIS) as Pausavel[]);

const list = () =>
  new Command('list')
    .description('Which roles are paused.')
    .addOption(pasta())
    .action(({ pasta }) =>
      comBanco(pasta, async (banco) => {
        const pausados = await comFila(banco, papeisPausados);
        const linhas = Object.entries(pausados).map(([nome, pausado]) => [nome, pausado ? 'paused' : 'working']);
        process.stdout.write(`${tabela(['papel', 'state'], linhas).join('\n')}\n`);
      }),
    );

const pause = () =>
  new Command('pause')
    .description('What runs is finished, nothing more is begun.')
    .addArgument(qual())
    .addOption(pasta())
    .action((nome, { pasta }) => comBanco(pasta, (banco) => mudar(banco, nome, true)));

const resume = () =>
  new Command('resume')
    .description('Goes on with what has waited.')
    .addArgument(qual())
    .addOption(pasta())
    .action((nome, { pasta }) => comBanco(pasta, (banco) => mudar(banco, nome, false)));

async function mudar(banco: Banco, papel: Pausavel, pausar: boolean): Promise<void> {
  await comFila(banco, (fila) => (pausar ? pausarPapel(fila, papel) : retomarPapel(fila, papel)));
  const acao = pausar ? 'pausar' : 'continuar';
  await inserirAcao(banco.sql, { quem: quem(), acao, chave: null, detalhes: { papel } });
  process.stdout.write(`${papel} is ${pausar ? 'paused' : 'working'}.\n`);
}
