import { Argument, Command, Option } from '@commander-js/extra-typings';
import { type Alvo, descartarEfeitoFalho, type Reenvio, reenviarEfeitoFalho } from '@entrada/db';
import { EFEITOS } from '@entrada/domain';
import { StartError } from '@entrada/runtime';
import { comBanco } from '../banco.ts';
import { comFila } from '../fila.ts';
import { id, origem, pasta, quantidade } from '../opcoes.ts';
import { quem } from '../quem.ts';

export const efeito = () =>
  new Command('efeito')
    .description('Effects that the ERP refused, or did not take for a day.')
    .enablePositionalOptions()
    .addCommand(resend())
    .addCommand(drop());

const qual = () => new Argument('<efeito>', 'which of its effects').choices(EFEITOS);
const ocorrencia = () =>
  new Option('--ocorrencia <n>', 'which time, of a reopened order').argParser(quantidade).default(1);

const RECUSAS: Readonly<Record<Exclude<Reenvio, 'retomado'>, string>> = {
  inexistente: 'The order has no such effect.',
  nao_falhou: 'It has not failed.',
  posterior_enviado: 'A later effect of the order was sent: this one would arrive after it.',
  posterior_em_envio: 'A later effect of the order is being sent at this moment.',
};

const resend = () =>
  new Command('resend')
    .description('Sends a failed effect again, with the same key and body, for another day at most.')
    .addArgument(origem())
    .addArgument(id())
    .addArgument(qual())
    .addOption(ocorrencia())
    .addOption(pasta())
    .action((nome, recurso_id, efeito, { ocorrencia, pasta }) =>
      comBanco(pasta, async (banco) => {
        const alvo: Alvo = { origem: nome, recurso_id, efeito, ocorrencia };
        const reenvio = await reenviarEfeitoFalho(banco.sql, alvo, quem());
        if (reenvio !== 'retomado') throw new StartError(RECUSAS[reenvio]);
        await comFila(banco, (fila) => fila.acordar('publicar', [{ origem: nome, recurso_id }]));
        process.stdout.write('The publisher takes it up again.\n');
      }),
    );

const drop = () =>
  new Command('drop')
    .description('Settles a failed effect without sending it: somebody has told the ERP in another way.')
    .addArgument(origem())
    .addArgument(id())
    .addArgument(qual())
    .addOption(ocorrencia())
    .addOption(pasta())
    .action((nome, recurso_id, efeito, { ocorrencia, pasta }) =>
      comBanco(pasta, async ({ sql }) => {
        const alvo: Alvo = { origem: nome, recurso_id, efeito, ocorrencia };
        if (!(await descartarEfeitoFalho(sql, alvo, quem())))
          throw new StartError('The order has no such effect that has failed and is still open.');
        process.stdout.write('It is settled, and will not be sent.\n');
      }),
    );
