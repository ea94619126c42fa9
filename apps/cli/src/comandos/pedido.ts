import { Command } from '@commander-js/extra-typings';
import type { HistoricoGravado } from '@entrada/db';
import { type Marcas, marcasDoPedido } from '@entrada/domain';
import { readJson } from '@entrada/providers';
import { comBanco } from '../banco.ts';
import { exigirHistorico } from '../ler-pedido.ts';
import { id, json, origem, pasta } from '../opcoes.ts';
import { tabela } from '../tabela.ts';

export const pedido = () =>
  new Command('pedido')
    .description('Shows an order: its row, its events, its transitions, its effects.')
    .addArgument(origem())
    .addArgument(id())
    .addOption(json())
    .addOption(pasta())
    .action((nome, recurso_id, opcoes) =>
      comBanco(opcoes.pasta, async ({ sql }) => {
        const lido = await exigirHistorico(sql, { origem: nome, recurso_id });
        const texto = opcoes.json ? JSON.stringify(paraJson(lido), null, 2) : mostrar(lido).join('\n');
        process.stdout.write(`${texto}\n`);
      }),
    );

/** The rows as they are in the tables, payloads as JSON whose long numbers are strings. */
function paraJson(historico: HistoricoGravado): object {
  const { eventos, transicoes, efeitos } = historico;
  return {
    pedido: linhaDoPedido(historico),
    marcas: marcasDoPedido(historico.ditas, historico.pedido),
    eventos: eventos.map((e) => ({ ...e, payload: readJson(e.payload) })),
    transicoes,
    efeitos,
  };
}

function linhaDoPedido({ origem, id, pedido: estado, atualizado_em }: HistoricoGravado) {
  if (estado === null) return null;
  const { total_centavos: total, cliente_email: email } = estado.campos;
  return {
    origem,
    id,
    status: estado.status,
    total_centavos: total?.valor ?? null,
    cliente_email: email?.valor ?? null,
    versao_origem: estado.versao_origem,
    versao_maxima: estado.versao_maxima,
    total_versao: total?.versao ?? null,
    total_aceito: total?.aceito ?? null,
    email_versao: email?.versao ?? null,
    email_aceito: email?.aceito ?? null,
    foi_enviado: estado.foi_enviado,
    reaberto: estado.reaberto,
    atualizado_em,
  };
}

/** Only what there is: hardly any order has one. */
function mostrarMarcas(marcas: Marcas): string[] {
  const linhas = Object.entries(marcas).filter(([, valor]) => valor !== null && valor !== false);
  return linhas.length === 0 ? [] : ['', 'marcas', ...tabela(['marca', 'valor'], linhas)];
}

function mostrar(historico: HistoricoGravado): string[] {
  const { eventos, transicoes, efeitos } = historico;
  const instante = (d: Date | null): string => d?.toISOString() ?? '';
  const linha = linhaDoPedido(historico);
  return [
    'pedido',
    ...(linha
      ? tabela(
          ['id', 'status', 'total_centavos', 'cliente_email', 'versao_origem', 'atualizado_em'],
          [
            [
              linha.id,
              linha.status,
              linha.total_centavos,
              linha.cliente_email,
              linha.versao_origem,
              instante(linha.atualizado_em),
            ],
          ],
        )
      : ['none yet: its events wait, or none of them says what state it is in']),
    ...mostrarMarcas(marcasDoPedido(historico.ditas, historico.pedido)),
    '',
    'eventos',
    ...tabela(
      ['evento_id', 'tipo', 'recebido_em', 'duplicatas', 'resultado', 'status', 'versao', 'erro'],
      eventos.map((e) => [
        e.evento_id,
        e.tipo,
        instante(e.recebido_em),
        e.duplicatas,
        e.resultado ?? 'pending',
        e.status,
        e.versao,
        e.erro,
      ]),
    ),
    '',
    'transicoes',
    ...tabela(
      ['em', 'de', 'para', 'evento_id', 'causa'],
      transicoes.map((t) => [instante(t.em), t.de, t.para, t.evento_id, t.causa]),
    ),
    '',
    'efeitos',
    ...tabela(
      ['efeito', 'ocorrencia', 'evento_id', 'criado_em', 'tentativas', 'enviado_em', 'ultimo_erro'],
      efeitos.map((e) => [
        e.efeito,
        e.ocorrencia,
        e.evento_id,
        instante(e.criado_em),
        e.tentativas,
        e.anulado_em ? 'annulled' : instante(e.enviado_em),
        e.ultimo_erro,
      ]),
    ),
  ];
}
