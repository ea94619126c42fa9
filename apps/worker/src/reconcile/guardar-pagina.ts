import { avancarCursor, contarPerdidos, inserirEventos, inserirQuarentena, somarPagina, transacao } from '@entrada/db';
import { type Criterio, criterioDaLeitura } from '@entrada/domain';
import { fatoDaApi, type ListaDaApi, type PedidoDaApi, type PedidoIlegivel } from '@entrada/providers';
import type { DepsDaReconciliacao, Lugar, Passagem } from './reconciliar.ts';

/**
 * Puts one page into the inbox, together with the place after it. An entry that nobody can read goes to quarantine, and the
 * rest of the page goes on.
 * @returns the next place; null where the lease was lost, and then nothing of the page stays
 */
export async function guardarPagina(
  deps: DepsDaReconciliacao,
  { origem: { nome: origem }, cursor, run }: Passagem,
  lista: ListaDaApi,
  { lugar, criterio, duracaoMs }: { lugar: Lugar; criterio: Criterio | null; duracaoMs: number },
): Promise<Lugar | null> {
  const legiveis = lista.pedidos.filter((p): p is PedidoDaApi => 'leitura' in p);
  const ilegiveis = lista.pedidos.filter((p): p is PedidoIlegivel => !('leitura' in p));
  const eventos = legiveis.map((p) => fatoDaApi(p, origem, criterio ?? criterioDaLeitura(p.leitura)));
  const seguinte: Lugar = {
    pagina: lista.proxima,
    alvo: alvoDepois(lugar.alvo, lista.agoraDaLoja, legiveis, cursor.valor),
  };

  const novos = await transacao(deps.sql, async (tx) => {
    const meu = await avancarCursor(tx, cursor, { ...seguinte, alvo: seguinte.alvo ?? cursor.valor, duracaoMs });
    if (!meu) return null;
    const gravacoes = await inserirEventos(tx, eventos);
    const novas = legiveis.filter((_, i) => gravacoes[i]?.situacao === 'recebido');
    for (const { texto, motivo } of ilegiveis)
      await inserirQuarentena(tx, {
        origem,
        fonte: 'api',
        corpo: Buffer.from(texto),
        cabecalhos: {},
        motivo,
        segredo_nome: null,
      });
    const perdidos = await contarPerdidos(
      tx,
      novas.map(({ recurso_id, leitura }) => ({ origem, recurso_id, status: leitura.status })),
    );
    const contagem = { lidos: lista.pedidos.length, novos: novas.length, perdidos, ilegiveis: ilegiveis.length };
    await somarPagina(tx, run, contagem);
    return eventos.filter((_, i) => gravacoes[i]?.pendente);
  });
  if (novos === null) return null;
  await deps.enfileirar(novos.map(({ recurso_id, evento_id }) => ({ origem, recurso_id, evento_id })));
  return seguinte;
}

/**
 * Where the cursor goes when the run ends: the store's clock at its first page, else the newest change that it listed. Never
 * our clock, which may be ahead of the store's.
 */
function alvoDepois(alvo: Date | null, agoraDaLoja: Date | null, pedidos: readonly PedidoDaApi[], valor: Date): Date {
  if (alvo === null && agoraDaLoja !== null) return agoraDaLoja;
  if (alvo !== null && agoraDaLoja !== null) return alvo;
  const instantes = pedidos.flatMap((p) => p.leitura.occurredAt ?? []);
  return new Date(Math.max((alvo ?? valor).getTime(), ...instantes));
}
