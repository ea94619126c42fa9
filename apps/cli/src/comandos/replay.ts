import { Command, Option } from '@commander-js/extra-typings';
import { listarOrigens, muda, type Replay, type Retomada, replay as reler, retomarQuarentena } from '@entrada/db';
import { RESULTADOS } from '@entrada/domain';
import { leitoresDasOrigens } from '@entrada/providers';
import { StartError } from '@entrada/runtime';
import { type Banco, comBanco } from '../banco.ts';
import { contar } from '../contar.ts';
import { comFila } from '../fila.ts';
import { daOrigem, instante, jsonPorLinha, pasta, quantidade } from '../opcoes.ts';
import { quem } from '../quem.ts';
import { mostrarReleitura, mostrarRetomada } from '../replay/mostrar.ts';

const resultados = RESULTADOS.filter((r) => r !== 'teste');

export const replay = () =>
  new Command('replay')
    .description('Reads stored events anew, after a dialect was mended. A confirmed effect is never sent again.')
    .addOption(daOrigem())
    .addOption(new Option('--pedido <id>', 'only this order; needs --origem'))
    .addOption(new Option('--resultado <resultado>', 'only events that ended so').choices(resultados))
    .addOption(new Option('--tipo <tipo>', 'only events of this type'))
    .addOption(new Option('--desde <instante>', 'only what arrived then or later').argParser(instante))
    .addOption(new Option('--ate <instante>', 'only what arrived before').argParser(instante))
    .addOption(new Option('--quarentena', 'deliveries in quarantine instead of events').default(false))
    .addOption(new Option('--dry-run', 'only say what it would do').default(false))
    .addOption(new Option('--limite <n>', 'orders at most; with --quarentena deliveries').argParser(quantidade))
    .addOption(jsonPorLinha())
    .addOption(pasta())
    .action((opcoes) => {
      const { pedido, resultado, tipo, quarentena, dryRun } = opcoes;
      if (pedido !== undefined && opcoes.origem === undefined) throw new StartError('--pedido needs --origem as well.');
      if (quarentena && (resultado !== undefined || tipo !== undefined))
        throw new StartError('What is in quarantine has no --resultado and no --tipo yet.');
      const filtro = {
        origem: opcoes.origem ?? null,
        recurso_id: pedido ?? null,
        resultado: resultado ?? null,
        tipo: tipo ?? null,
        desde: opcoes.desde ?? null,
        ate: opcoes.ate ?? null,
      };
      if (!dryRun && !quarentena && Object.values(filtro).every((f) => f === null))
        throw new StartError('Say which events: --origem, --pedido, --resultado, --tipo, --desde or --ate.');
      const pedidas = { filtro, dryRun, limite: opcoes.limite ?? null, json: opcoes.json };
      return comBanco(opcoes.pasta, (banco) =>
        quarentena ? relerQuarentena(banco, pedidas) : relerEventos(banco, pedidas),
      );
    });

interface Pedidas {
  filtro: Parameters<typeof reler>[1]['filtro'];
  dryRun: boolean;
  limite: number | null;
  json: boolean;
}

const escrever = (linha: string) => process.stdout.write(`${linha}\n`);

async function relerEventos(banco: Banco, { filtro, dryRun, limite, json }: Pedidas): Promise<void> {
  const { sql, config } = banco;
  const comEfeitos: { origem: string; recurso_id: string }[] = [];
  const total = await reler(
    sql,
    {
      filtro,
      limite,
      leitores: leitoresDasOrigens(await listarOrigens(sql), config.origens),
      quem: dryRun ? null : quem(),
      aoEsperar: (n) => process.stderr.write(`${n} live events go first ...\n`),
    },
    (r) => {
      if (r.efeitos.length > 0) comEfeitos.push({ origem: r.origem, recurso_id: r.recurso_id });
      if (!muda(r) && r.recusa === null) return;
      for (const linha of json ? [JSON.stringify(r)] : mostrarReleitura(r)) escrever(linha);
    },
  );
  escrever(json ? JSON.stringify({ resumo: total }) : resumir(total, dryRun));
  if (!dryRun && comEfeitos.length > 0) await comFila(banco, (fila) => fila.acordar('publicar', comEfeitos));
  if (total.recusados + total.sem_leitor > 0) process.exitCode = 1;
}

function resumir(t: Replay, dryRun: boolean): string {
  const [mudam, nascem] = dryRun ? ['would change', 'would be born'] : ['changed', 'born'];
  const cego = t.sem_leitor === 0 ? '' : ` ${t.sem_leitor} not read: this version does not know their dialect.`;
  const recusa = t.recusados === 0 ? '' : ` ${t.recusados} left alone.`;
  return `${contar(t.pedidos, 'order')} read, ${t.mudados} ${mudam}, ${contar(t.efeitos, 'effect')} ${nascem}.${recusa}${cego}`;
}

async function relerQuarentena(banco: Banco, { filtro, dryRun, limite, json }: Pedidas): Promise<void> {
  const { sql, config } = banco;
  const acordar: { origem: string; recurso_id: string; evento_id: null }[] = [];
  const contagem: Record<Retomada['tipo'], number> = { pedido: 0, encerrada: 0, continua: 0 };
  const leitores = leitoresDasOrigens(await listarOrigens(sql), config.origens);
  await retomarQuarentena(sql, { filtro, limite, leitores, retomar: !dryRun }, (r) => {
    contagem[r.tipo] += r.entregas.length;
    if (r.tipo === 'pedido')
      acordar.push({ origem: r.releitura.origem, recurso_id: r.releitura.recurso_id, evento_id: null });
    for (const linha of json ? [JSON.stringify(r)] : mostrarRetomada(r)) escrever(linha);
  });
  if (json) escrever(JSON.stringify({ resumo: contagem }));
  else {
    const [vira, fecha] = dryRun ? ['would become events', 'would be closed'] : ['became events', 'closed'];
    const { pedido, encerrada, continua } = contagem;
    escrever(`${pedido} ${vira}, ${encerrada} ${fecha}, ${contar(continua, 'delivery')} left in quarantine.`);
  }
  if (!dryRun && acordar.length > 0) await comFila(banco, (fila) => fila.enfileirar(acordar));
}
