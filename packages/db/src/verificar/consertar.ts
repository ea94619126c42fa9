import {
  conferir,
  type Divergencia,
  dobrar,
  type Estado,
  type Limites,
  type Passo,
  type Regras,
} from '@entrada/domain';
import { inserirAcao } from '../auditoria.ts';
import { type Chave, linhas } from '../chave.ts';
import type { Sql } from '../conectar.ts';
import { travarPedidos } from '../locks.ts';
import { gravarPedidos } from '../pedidos.ts';
import { type Tx, transacao } from '../transacao.ts';
import { transicoesDoPedido } from '../transicoes.ts';
import { lerConferiveis } from './ler-conferiveis.ts';

/**
 * Makes an order's row, its events' results and its chain of transitions anew from its facts, under its lock. Effects are
 * left as they are: none is invented, and none is taken away.
 * @returns what contradicts itself still
 */
export async function consertarPedido(
  sql: Sql,
  chave: Chave,
  regras: Regras,
  { quem, limites }: { quem: string; limites: Limites },
): Promise<Divergencia[]> {
  return transacao(sql, async (tx) => {
    await travarPedidos(tx, [chave]);
    const [lido] = await lerConferiveis(tx, [chave]);
    if (!lido) return [];
    const passos = dobrar(lido.fatos, regras, lido.base);
    const final = passos.at(-1)?.depois ?? lido.base;
    if (final !== null) {
      await gravarPedidos(tx, [{ ...chave, estado: final }]);
      await acertarResultados(tx, chave, passos);
      await costurarTransicoes(tx, chave, passos, final);
      await inserirAcao(tx, { quem, acao: 'consertar', chave, detalhes: { fatos: lido.fatos.length } });
    }
    const [depois] = await lerConferiveis(tx, [chave]);
    return depois ? conferir(depois, regras, limites) : [];
  });
}

async function acertarResultados(tx: Tx, { origem }: Chave, passos: readonly Passo[]): Promise<void> {
  const resultados = passos.map((p) => ({ evento_id: p.fato.evento_id, resultado: p.resultado }));
  await tx`
    update webhook_eventos e set resultado = n.resultado
    from jsonb_to_recordset(${linhas(tx, resultados)}) as n (evento_id text, resultado text)
    where e.origem = ${origem} and e.evento_id = n.evento_id and e.status is not null and e.resultado <> n.resultado`;
}

/** Puts in the links that are missing. A link behind a new one gets a new seq, so that the chain stays in order. */
async function costurarTransicoes(tx: Tx, chave: Chave, passos: readonly Passo[], final: Estado): Promise<void> {
  const autor = await autorDe(tx, chave, passos);
  let antes: Estado['status'] | null = null;
  let costurou = false;
  for (const t of await transicoesDoPedido(tx, chave)) {
    if (t.de !== antes && t.de !== null) {
      await inserirElo(tx, chave, { de: antes, para: t.de, versao: t.versao, evento_id: autor(t.de), antesDe: t.seq });
      costurou = true;
    }
    if (costurou) await tx`update transicoes set seq = default where seq = ${t.seq}`;
    antes = t.para;
  }
  const para = final.status;
  if (antes !== para)
    await inserirElo(tx, chave, {
      de: antes,
      para,
      versao: final.versao_origem,
      evento_id: autor(para),
      antesDe: null,
    });
}

/** Which event a link into a state is put down to: the one whose effect has lost its link, else one that says this state. */
async function autorDe(tx: Tx, chave: Chave, passos: readonly Passo[]): Promise<(para: string) => string> {
  const orfaos = await tx<{ para: string; evento_id: string }[]>`
    select p.para, o.evento_id
    from outbox o
    join (values ('liberar_separacao', 'pago'), ('notificar_reembolso', 'reembolsado')) as p (efeito, para) using (efeito)
    where o.origem = ${chave.origem} and o.pedido_id = ${chave.recurso_id} and not exists (
      select from transicoes t
      where t.origem = o.origem and t.pedido_id = o.pedido_id and t.evento_id = o.evento_id and t.para = p.para)
    order by o.seq`;
  return (para) =>
    orfaos.find((o) => o.para === para)?.evento_id ??
    passos.findLast((p) => p.depois.status === para && p.antes?.status !== para)?.fato.evento_id ??
    passos.at(-1)?.fato.evento_id ??
    `poda:${chave.recurso_id}`;
}

interface Elo {
  de: string | null;
  para: string;
  versao: number;
  evento_id: string;
  /** The link before which it belongs, whose time it takes over; null at the end of the chain. */
  antesDe: number | null;
}

async function inserirElo(tx: Tx, { origem, recurso_id }: Chave, elo: Elo): Promise<void> {
  await tx`
    insert into transicoes (origem, pedido_id, de, para, versao, evento_id, causa, em)
    values (${origem}, ${recurso_id}, ${elo.de}, ${elo.para}, ${elo.versao}, ${elo.evento_id}, 'conserto',
      coalesce((select em from transicoes where seq = ${elo.antesDe}), now()))`;
}
