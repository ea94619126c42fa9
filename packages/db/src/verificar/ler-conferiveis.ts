import type { Conferivel, Dados, Decisao, EfeitoConferivel, FatoConhecido, Fonte, Transicao } from '@entrada/domain';
import { type Chave, chaveEmTexto, conjunto, porPedido } from '../chave.ts';
import { lerPedidos } from '../pedidos.ts';
import type { Tx } from '../transacao.ts';
import { lerBases } from '../webhook-eventos/historia.ts';

type ConferivelDoPedido = Chave & Conferivel;

/** All that is stored about these orders, without payloads and bodies. Of one snapshot, or under the orders' locks. */
export async function lerConferiveis(tx: Tx, chaves: readonly Chave[]): Promise<ConferivelDoPedido[]> {
  const pedidos = await lerPedidos(tx, chaves);
  const bases = await lerBases(tx, chaves);
  const eventos = porPedido(await lerEventos(tx, chaves));
  const transicoes = porPedido(await lerTransicoes(tx, chaves));
  const efeitos = porPedido(await lerEfeitos(tx, chaves));
  const linhaDe = new Map(pedidos.map((p) => [chaveEmTexto(p), p.estado]));
  const baseDe = new Map(bases.map((b) => [chaveEmTexto(b), b.base]));

  return chaves.map(({ origem, recurso_id }) => {
    const chave = chaveEmTexto({ origem, recurso_id });
    const doPedido = eventos.get(chave) ?? [];
    const pendentes = doPedido.filter((e) => e.pendente);
    return {
      origem,
      recurso_id,
      pedido: linhaDe.get(chave) ?? null,
      base: baseDe.get(chave) ?? null,
      fatos: doPedido.flatMap(fato),
      eventos: new Set(doPedido.map((e) => e.evento_id)),
      transicoes: transicoes.get(chave) ?? [],
      efeitos: efeitos.get(chave) ?? [],
      pendentes: { quantos: pendentes.length, mais_antigo_ms: Math.max(0, ...pendentes.map((e) => e.idade_ms)) },
    };
  });
}

interface LinhaDeEvento extends Chave, Dados {
  evento_id: string;
  fonte: Fonte;
  resultado: Decisao;
  status: FatoConhecido['status'] | null;
  versao: number;
  pendente: boolean;
  idade_ms: number;
}

async function lerEventos(tx: Tx, chaves: readonly Chave[]): Promise<LinhaDeEvento[]> {
  return tx<LinhaDeEvento[]>`
    select e.origem, e.recurso_id, e.evento_id, e.fonte, e.resultado, e.status, e.versao,
      (e.dados ->> 'total_centavos')::bigint as total_centavos, e.dados ->> 'cliente_email' as cliente_email,
      e.aplicado_em is null as pendente, (extract(epoch from now() - e.recebido_em) * 1000)::float8 as idade_ms
    from ${conjunto(tx, chaves)} join webhook_eventos e using (origem, recurso_id)
    where e.fonte <> 'poda'`;
}

function fato({ evento_id, fonte, resultado, status, versao, ...dados }: LinhaDeEvento): FatoConhecido[] {
  if (status === null) return [];
  const { total_centavos, cliente_email } = dados;
  return [{ evento_id, fonte, resultado, status, versao, dados: { total_centavos, cliente_email } }];
}

async function lerTransicoes(tx: Tx, chaves: readonly Chave[]): Promise<(Chave & Transicao & { em: Date })[]> {
  return tx`
    select c.origem, c.recurso_id, t.de, t.para, t.versao, t.evento_id, t.causa, t.em
    from ${conjunto(tx, chaves)} join transicoes t on t.origem = c.origem and t.pedido_id = c.recurso_id
    order by t.seq`;
}

async function lerEfeitos(tx: Tx, chaves: readonly Chave[]): Promise<(Chave & EfeitoConferivel)[]> {
  return tx`
    select c.origem, c.recurso_id, o.efeito, o.ocorrencia, o.evento_id, o.criado_em,
      o.corpo @> jsonb_build_object(
        'origem', o.origem, 'pedido_id', o.pedido_id, 'efeito', o.efeito, 'ocorrencia', o.ocorrencia) as corpo_confere
    from ${conjunto(tx, chaves)} join outbox o on o.origem = c.origem and o.pedido_id = c.recurso_id
    order by o.seq`;
}
