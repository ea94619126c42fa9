import {
  type Chave,
  chaveEmTexto,
  type EventoPendente,
  lerBases,
  lerHistoria,
  lerNascidos,
  lerPedidos,
  lerPendentes,
  porPedido,
  type Tx,
} from '@entrada/db';
import {
  criterioDosEventos,
  type EventoComFato,
  type EventoSemFato,
  NENHUM_NASCIDO,
  type Pedido,
  podeSeguirDaLinha,
  type Regras,
  separarFatos,
} from '@entrada/domain';
import { lerEvento } from '@entrada/providers';
import type { Deps } from './aplicar-pedidos.ts';
import { type Criterios, criterioDaOrigem } from './criterios.ts';

/** One order with all that its fold needs. */
export interface PedidoLido {
  chave: Chave;
  /** Whether this store can be asked. */
  temApi: boolean;
  pedido: Pedido;
  regras: Regras;
  comFato: EventoComFato<EventoPendente>[];
  semFato: EventoSemFato<EventoPendente>[];
  restam: boolean;
}

/** Which of the pending events are read. */
export interface Quais {
  /** This event and no other. */
  so?: string;
  /** Events of this order that were applied just before: the page grows with them. */
  feitos?: number;
}

/**
 * Each page of a hot order costs a look at all that it has still pending, and, with late facts, at its whole history: pages
 * that double keep the sum of that within n log n. Bounded, since a page is held in memory.
 */
const PAGINA = { menor: 2_000, maior: 32_000 };

/**
 * Reads orders whose locks the transaction holds: row, pending events, effects, and history where the row is not enough.
 */
export async function lerPedidosComEventos(
  tx: Tx,
  deps: Deps,
  chaves: readonly Chave[],
  criterios: Criterios,
  { so, feitos = 0 }: Quais = {},
): Promise<PedidoLido[]> {
  if (chaves.length === 0) return [];
  const maxEventos = Math.min(Math.max(feitos, PAGINA.menor), PAGINA.maior);
  const [linhas, pendentes, nascidos] = await Promise.all([
    lerPedidos(tx, chaves),
    lerPendentes(tx, chaves, { maxEventos, ...(so !== undefined && { so }) }),
    lerNascidos(tx, chaves),
  ]);
  const pendentesDe = porPedido(pendentes.eventos);
  const incompletos = new Set(pendentes.incompletos.map(chaveEmTexto));
  const linhaDe = new Map(linhas.map((l) => [chaveEmTexto(l), l.estado]));
  const nascidosDe = new Map(nascidos.map((n) => [chaveEmTexto(n), n.nascidos]));

  const lidos: PedidoLido[] = [];
  for (const chave of chaves) {
    const texto = chaveEmTexto(chave);
    const { origem, criterio, comFato, semFato } = await interpretar(
      tx,
      deps,
      chave,
      pendentesDe.get(texto) ?? [],
      criterios,
    );
    lidos.push({
      chave,
      temApi: origem.api !== null,
      regras: { ...origem.dialeto.regras, criterio },
      pedido: {
        atual: linhaDe.get(texto) ?? null,
        nascidos: nascidosDe.get(texto) ?? NENHUM_NASCIDO,
        historia: [],
        base: null,
      },
      comFato,
      semFato,
      restam: incompletos.has(texto),
    });
  }
  return comHistoria(tx, lidos);
}

async function interpretar(
  tx: Tx,
  deps: Deps,
  chave: Chave,
  pendentes: readonly EventoPendente[],
  criterios: Criterios,
) {
  const origem = deps.origens.get(chave.origem);
  if (!origem)
    throw new Error(
      `origem ${chave.origem} is not configured in this worker: set ORIGEM_${chave.origem.toUpperCase()}_DIALETO`,
    );
  const lidos = pendentes.map((e) => lerEvento(e, origem.dialeto));
  const criterio = await criterioDaOrigem(tx, criterios, origem, criterioDosEventos(lidos));
  return { origem, criterio: criterio ?? 'instante', ...separarFatos(lidos, criterio) };
}

/** Reads the history of those orders whose row cannot judge the pending facts alone. */
async function comHistoria(tx: Tx, lidos: PedidoLido[]): Promise<PedidoLido[]> {
  const precisam = lidos.filter(
    (l) =>
      !podeSeguirDaLinha(
        l.pedido.atual,
        l.comFato.map((c) => c.fato),
        l.regras,
      ),
  );
  if (precisam.length === 0) return lidos;
  const chaves = precisam.map((l) => l.chave);
  const [historia, bases] = await Promise.all([lerHistoria(tx, chaves), lerBases(tx, chaves)]);
  const historiaDe = porPedido(historia);
  const baseDe = new Map(bases.map((b) => [chaveEmTexto(b), b.base]));
  for (const { chave, pedido } of precisam) {
    pedido.historia = historiaDe.get(chaveEmTexto(chave)) ?? [];
    pedido.base = baseDe.get(chaveEmTexto(chave)) ?? null;
  }
  return lidos;
}
