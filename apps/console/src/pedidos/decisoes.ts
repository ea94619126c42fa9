import type { HistoricoGravado } from '@entrada/db';
import { compararFatos, dobrar, momentoDaVersao, type Passo, type Regras, type Status } from '@entrada/domain';

/** What became of one fact, for people. */
export interface Decisao {
  /** In one sentence, why; null where the result says it all. */
  porQue: string | null;
  /** Place among the order's facts as they HAPPENED, from 1. */
  lugar: number;
}

const FIM: Readonly<Partial<Record<Status, string>>> = { cancelado: 'do cancelamento', reembolsado: 'do reembolso' };

/** Why each fact of an order counted or not, by event id. */
export function decisoes({ fatos, base, eventos }: HistoricoGravado, regras: Regras): Map<string, Decisao> {
  const chegada = new Map(eventos.map((e, i) => [e.evento_id, i]));
  const passos = dobrar(fatos, regras, base);
  return new Map(
    passos.map((passo, i) => [
      passo.fato.evento_id,
      { lugar: i + 1, porQue: porQue(passo, passos.slice(0, i), regras, chegada) },
    ]),
  );
}

function porQue(
  { fato, resultado, antes }: Passo,
  anteriores: readonly Passo[],
  regras: Regras,
  chegada: ReadonlyMap<string, number>,
): string | null {
  const anterior = anteriores.at(-1)?.fato;
  if (resultado === 'evento_antigo')
    return anterior &&
      momentoDaVersao(anterior.versao, regras.criterio) === momentoDaVersao(fato.versao, regras.criterio)
      ? `o número de sequência já era do evento ${anterior.evento_id}: ignorado`
      : 'é mais velho do que o resumo dos fatos antigos: ignorado';
  if (resultado === 'regressao_de_terminal') {
    const fim = anteriores.findLast((p) => p.resultado === 'aplicado' && p.depois.status === antes?.status)?.fato;
    const encerramento = FIM[antes?.status ?? 'cancelado'] ?? `de o pedido estar ${antes?.status}`;
    const veioDepois = (chegada.get(fato.evento_id) ?? 0) > (chegada.get(fim?.evento_id ?? '') ?? -1);
    return veioDepois
      ? `chegou depois ${encerramento}: ignorado`
      : `aconteceu depois ${encerramento}, que só chegou mais tarde: ignorado`;
  }
  if (antes === null) return 'é o primeiro fato do pedido';
  if (antes.status === fato.status) return `o pedido já estava ${antes.status}`;
  return null;
}

/** The facts' places in time, for a drawing: those that happened at a known moment, in that order. */
export function emOrdem(historico: HistoricoGravado, regras: Regras): string[] {
  return historico.fatos.toSorted((a, b) => compararFatos(a, b, regras.criterio)).map((f) => f.evento_id);
}
