import {
  apagarPartidas,
  type Chave,
  chaveEmTexto,
  type Sql,
  type Tx,
  tentarTravarPedidos,
  transacao,
  travarPedidos,
} from '@entrada/db';
import { aplicarFatos, type MotivoDeLeitura, motivoDeLeitura, type Resultado } from '@entrada/domain';
import type { Origem } from '@entrada/providers';
import type { Criterios } from './criterios.ts';
import { gravarPedidosAplicados, type PedidoAplicado } from './gravar.ts';
import { lerPedidosComEventos, type PedidoLido, type Quais } from './ler-pedidos.ts';
import type { Partidas } from './partidas.ts';

export interface Deps {
  sql: Sql;
  origens: ReadonlyMap<string, Origem>;
  criterios: Criterios;
  partidas: Partidas;
}

export interface ResultadoDoEvento {
  evento_id: string;
  resultado: Resultado;
}

/** `redobra`: late facts, so that the whole history was folded anew. `correcao`: an earlier event got another result. */
type Anomalia = 'redobra' | 'correcao' | MotivoDeLeitura;

/** What one transaction did for one order. */
export interface Pagina {
  resultados: ResultadoDoEvento[];
  /** How long each of these events had waited, by the database's clock. */
  idadesMs: number[];
  /** What was out of the ordinary; for the metrics. */
  anomalias: readonly Anomalia[];
  /** The order has more pending events than one transaction takes. */
  restam: boolean;
  /** Whose turn it is now: the publisher's, the reader's. */
  acordar: { publicar: boolean; consultar: boolean };
}

/**
 * What was done for one order. `ocupado`: another transaction has it; `suspeito`: a process died while it applied it. In
 * both nothing was done.
 */
export type Desfecho = { chave: Chave } & ({ ocupado: true } | { suspeito: true } | Pagina);

/**
 * Applies everything that is pending for these orders in one transaction: lock, record the start, read, fold, write. One
 * order waits for its lock; of several, those that are busy are left out, so that one slow order does not hold up the
 * others.
 * @param feitos events of a lone order that its job has applied by now
 */
export async function aplicarPedidos(deps: Deps, chaves: readonly Chave[], feitos = 0): Promise<Desfecho[]> {
  const criterios = deps.criterios.rascunho();
  let iniciadas: Chave[] = [];
  const desfechos = await transacao(deps.sql, async (tx): Promise<Desfecho[]> => {
    const travadas = await travar(tx, chaves);
    iniciadas = await deps.partidas.marcar(travadas);
    const aplicados = await aplicarTravados(tx, deps, iniciadas, criterios, { feitos });
    return [...aplicados, ...fora(travadas, iniciadas).map((chave): Desfecho => ({ chave, suspeito: true }))];
  }).catch(async (e: unknown) => {
    await deps.partidas.encerrar(iniciadas);
    throw e;
  });
  criterios.confirmar();
  const ocupadas = fora(
    chaves,
    desfechos.map((d) => d.chave),
  );
  return [...desfechos, ...ocupadas.map((chave): Desfecho => ({ chave, ocupado: true }))];
}

/**
 * Read, fold and write, for orders whose locks the transaction holds and whose start is recorded.
 * @param quais.so this event and no other: then the start stays recorded, for the events that follow
 */
export async function aplicarTravados(
  tx: Tx,
  deps: Deps,
  chaves: readonly Chave[],
  criterios: Criterios,
  quais: Quais = {},
): Promise<({ chave: Chave } & Pagina)[]> {
  const lidos = await lerPedidosComEventos(tx, deps, chaves, criterios, quais);
  const aplicados = lidos.map((pedido) => dobrarPedido(pedido));
  await gravarPedidosAplicados(tx, aplicados);
  if (quais.so === undefined) await apagarPartidas(tx, chaves);
  return aplicados.map(({ chave, resultados, idadesMs, anomalias, restam, acordar }) => ({
    chave,
    resultados,
    idadesMs,
    anomalias,
    restam,
    acordar,
  }));
}

function fora(chaves: readonly Chave[], dentro: readonly Chave[]): Chave[] {
  const textos = new Set(dentro.map(chaveEmTexto));
  return chaves.filter((c) => !textos.has(chaveEmTexto(c)));
}

async function travar(tx: Tx, chaves: readonly Chave[]): Promise<readonly Chave[]> {
  if (chaves.length > 1) return tentarTravarPedidos(tx, chaves);
  await travarPedidos(tx, chaves);
  return chaves;
}

function dobrarPedido({ chave, temApi, pedido, regras, comFato, semFato, restam }: PedidoLido): PedidoAplicado {
  const aplicacao =
    comFato.length === 0
      ? null
      : aplicarFatos(
          pedido,
          comFato.map((c) => c.fato),
          regras,
        );
  const antesDe = new Map(comFato.flatMap((c) => (c.antes === null ? [] : [[c.fato.evento_id, c.antes] as const])));
  const duvida = aplicacao === null ? null : motivoDeLeitura(aplicacao, antesDe, regras);
  const motivo = semFato.some((l) => l.resultado === 'gatilho') ? 'gatilho' : duvida;
  const leitura = temApi ? motivo : null;
  const anomalias: Anomalia[] = [
    ...(pedido.historia.length > 0 ? (['redobra'] as const) : []),
    ...(aplicacao?.correcoes ?? []).map(() => 'correcao' as const),
    ...(duvida === null ? [] : [duvida]),
  ];
  const idadesMs = [...comFato, ...semFato].map((c) => c.evento.idade_ms);
  const resultados = [
    ...semFato.map(({ evento, resultado }) => ({ evento_id: evento.evento_id, resultado })),
    ...(aplicacao?.resultados ?? []),
  ];
  const acordar = { publicar: (aplicacao?.efeitos.length ?? 0) > 0, consultar: leitura !== null };
  return { chave, aplicacao, leitura, comFato, semFato, resultados, idadesMs, anomalias, restam, acordar };
}
