import {
  apagarPartidas,
  type Chave,
  chaveEmTexto,
  type EventoPendente,
  lerBases,
  lerHistoria,
  lerNascidos,
  lerPedidos,
  lerPendentes,
  type Sql,
  type Tx,
  tentarTravarPedidos,
  transacao,
  travarPedidos,
} from '@entrada/db';
import {
  aplicarFatos,
  criterioDosEventos,
  type EventoComFato,
  type EventoSemFato,
  motivoDeLeitura,
  NENHUM_NASCIDO,
  type Pedido,
  podeSeguirDaLinha,
  type Resultado,
  separarFatos,
} from '@entrada/domain';
import { lerEvento, type Origem } from '@entrada/providers';
import { type Criterios, criterioDaOrigem } from './criterios.ts';
import { gravarPedidosAplicados, type PedidoAplicado } from './gravar.ts';
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

/** What one transaction did for one order. */
export interface Pagina {
  resultados: ResultadoDoEvento[];
  /** How long each of these events had waited, by the database's clock. */
  idadesMs: number[];
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
 */
export async function aplicarPedidos(deps: Deps, chaves: readonly Chave[]): Promise<Desfecho[]> {
  const criterios = deps.criterios.rascunho();
  let iniciadas: Chave[] = [];
  const desfechos = await transacao(deps.sql, async (tx): Promise<Desfecho[]> => {
    const travadas = await travar(tx, chaves);
    iniciadas = await deps.partidas.marcar(travadas);
    const feitos = await aplicarTravados(tx, deps, iniciadas, criterios);
    return [...feitos, ...fora(travadas, iniciadas).map((chave): Desfecho => ({ chave, suspeito: true }))];
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
 * @param so this event and no other: then the start stays recorded, for the events that follow
 */
export async function aplicarTravados(
  tx: Tx,
  deps: Deps,
  chaves: readonly Chave[],
  criterios: Criterios,
  so?: string,
): Promise<({ chave: Chave } & Pagina)[]> {
  const lidos = await ler(tx, deps, chaves, criterios, so);
  const aplicados = lidos.map((pedido) => dobrarPedido(pedido));
  await gravarPedidosAplicados(tx, aplicados);
  if (so === undefined) await apagarPartidas(tx, chaves);
  return aplicados.map(({ chave, resultados, idadesMs, restam, acordar }) => ({
    chave,
    resultados,
    idadesMs,
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

interface PedidoLido {
  chave: Chave;
  /** Whether this store can be asked. */
  temApi: boolean;
  pedido: Pedido;
  regras: Parameters<typeof aplicarFatos>[2];
  comFato: EventoComFato<EventoPendente>[];
  semFato: EventoSemFato<EventoPendente>[];
  restam: boolean;
}

async function ler(
  tx: Tx,
  deps: Deps,
  chaves: readonly Chave[],
  criterios: Criterios,
  so?: string,
): Promise<PedidoLido[]> {
  if (chaves.length === 0) return [];
  const [linhas, pendentes, nascidos] = await Promise.all([
    lerPedidos(tx, chaves),
    lerPendentes(tx, chaves, so === undefined ? {} : { so }),
    lerNascidos(tx, chaves),
  ]);
  const pendentesDe = agrupar(pendentes.eventos);
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
  const historiaDe = agrupar(historia);
  const baseDe = new Map(bases.map((b) => [chaveEmTexto(b), b.base]));
  for (const { chave, pedido } of precisam) {
    pedido.historia = historiaDe.get(chaveEmTexto(chave)) ?? [];
    pedido.base = baseDe.get(chaveEmTexto(chave)) ?? null;
  }
  return lidos;
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
  const leitura = temApi && aplicacao !== null ? motivoDeLeitura(aplicacao, antesDe, regras) : null;
  const idadesMs = [...comFato, ...semFato].map((c) => c.evento.idade_ms);
  const resultados = [
    ...semFato.map(({ evento, resultado }) => ({ evento_id: evento.evento_id, resultado })),
    ...(aplicacao?.resultados ?? []),
  ];
  const acordar = { publicar: (aplicacao?.efeitos.length ?? 0) > 0, consultar: leitura !== null };
  return { chave, aplicacao, leitura, comFato, semFato, resultados, idadesMs, restam, acordar };
}

function agrupar<T extends Chave>(linhas: readonly T[]): Map<string, T[]> {
  const grupos = new Map<string, T[]>();
  for (const linha of linhas) {
    const chave = chaveEmTexto(linha);
    const grupo = grupos.get(chave);
    if (grupo) grupo.push(linha);
    else grupos.set(chave, [linha]);
  }
  return grupos;
}
