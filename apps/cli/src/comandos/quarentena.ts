import { Argument, Command, Option } from '@commander-js/extra-typings';
import {
  buscarQuarentena,
  descartarQuarentena,
  type EntregaEmQuarentena,
  type EntregaInteira,
  listarQuarentena,
} from '@entrada/db';
import { StartError } from '@entrada/runtime';
import { comBanco } from '../banco.ts';
import { despejo } from '../despejo.ts';
import { daOrigem, json, pasta, quantidade } from '../opcoes.ts';
import { quem } from '../quem.ts';
import { limpar, tabela } from '../tabela.ts';

export const quarentena = () =>
  new Command('quarentena')
    .description('Signed deliveries that could not become an event. `entrada replay --quarentena` takes them up again.')
    .enablePositionalOptions()
    .addCommand(list())
    .addCommand(show())
    .addCommand(drop());

const id = () => new Argument('<id>', 'as `quarentena list` shows it').argParser(quantidade);

const list = () =>
  new Command('list')
    .description('The newest ones first.')
    .addOption(daOrigem())
    .addOption(new Option('--todas', 'those too that are settled').default(false))
    .addOption(new Option('--limite <n>', 'at most').argParser(quantidade).default(50))
    .addOption(json())
    .addOption(pasta())
    .action(({ origem = null, todas: resolvidas, limite, ...opcoes }) =>
      comBanco(opcoes.pasta, async ({ sql }) => {
        const entregas = await listarQuarentena(sql, { origem, resolvidas, limite });
        process.stdout.write(`${opcoes.json ? JSON.stringify(entregas, null, 2) : listar(entregas)}\n`);
      }),
    );

function listar(entregas: readonly EntregaEmQuarentena[]): string {
  if (entregas.length === 0) return 'Nothing in quarantine.';
  return tabela(
    ['id', 'origem', 'fonte', 'recebida_em', 'bytes', 'resolvida_em', 'motivo'],
    entregas.map((e) => [
      e.id,
      e.origem,
      e.fonte,
      e.recebida_em.toISOString(),
      e.bytes,
      e.resolvida_em?.toISOString() ?? null,
      e.motivo,
    ]),
  ).join('\n');
}

const MAX_BYTES = 65_536;

const show = () =>
  new Command('show')
    .description('One delivery: its headers, and its bytes as hex and text.')
    .addArgument(id())
    .addOption(new Option('--bytes <n>', `of the body, ${MAX_BYTES} at most`).argParser(quantidade).default(1_024))
    .addOption(pasta())
    .action((id, { bytes, pasta }) =>
      comBanco(pasta, async ({ sql }) => {
        const entrega = await buscarQuarentena(sql, id, Math.min(bytes, MAX_BYTES));
        if (!entrega) throw naoHa(id);
        process.stdout.write(`${mostrar(entrega).join('\n')}\n`);
      }),
    );

function mostrar(e: EntregaInteira): string[] {
  const resto = e.bytes - e.corpo.length;
  return [
    ...tabela(
      ['id', 'origem', 'fonte', 'recebida_em', 'segredo', 'resolvida_em'],
      [[e.id, e.origem, e.fonte, e.recebida_em.toISOString(), e.segredo_nome, e.resolvida_em?.toISOString() ?? null]],
    ),
    '',
    limpar(e.motivo),
    '',
    ...Object.entries(e.cabecalhos).map(([nome, valor]) => limpar(`${nome}: ${valor}`)),
    '',
    ...despejo(e.corpo),
    ...(resto > 0 ? [`... and ${resto} bytes more`] : []),
  ];
}

const drop = () =>
  new Command('drop')
    .description('Throws one delivery away for good.')
    .addArgument(id())
    .addOption(pasta())
    .action((id, { pasta }) =>
      comBanco(pasta, async ({ sql }) => {
        if (!(await descartarQuarentena(sql, id, quem()))) throw naoHa(id);
        process.stdout.write(`Delivery ${id} is gone.\n`);
      }),
    );

const naoHa = (id: number): StartError => new StartError(`There is no delivery ${id} in quarantine.`);
