import type { EventoDatado, EventoLido } from '@entrada/domain';
import { inserirAcao } from '../auditoria.ts';
import { type Chave, chaveEmTexto } from '../chave.ts';
import type { Sql } from '../conectar.ts';
import { classificarErro } from '../erros.ts';
import { criterioDaOrigem } from '../origens.ts';
import { type Tx, transacao } from '../transacao.ts';
import { inserirEventos, type NovoEvento } from '../webhook-eventos/inserir.ts';
import { lerPendentes } from '../webhook-eventos/pendentes.ts';
import { type Calculo, calcular } from './calcular.ts';
import type { Filtro } from './filtro.ts';
import type { Identificado, Leitor } from './leitor.ts';
import type { Releitura } from './releitura.ts';
import { prever } from './reler.ts';

export interface OpcoesDaQuarentena {
  filtro: Pick<Filtro, 'origem' | 'recurso_id' | 'desde' | 'ate'>;
  /** One delivery and no other. */
  so?: number;
  leitores: ReadonlyMap<string, Leitor>;
  /** false: only look. */
  retomar: boolean;
  /** Deliveries at most; null: all. */
  limite: number | null;
}

/**
 * What becomes of deliveries in quarantine. `pedido`: they are pending events of this order now, and the worker applies
 * them; its reading says what that comes to. `encerrada`: an event that concerns no order. `continua`: still no event.
 */
export type Retomada =
  | { tipo: 'pedido'; entregas: number[]; releitura: Releitura }
  | {
      tipo: 'encerrada';
      entregas: number[];
      origem: string;
      evento_id: string;
      resultado: NonNullable<NovoEvento['resultado']>;
    }
  | { tipo: 'continua'; entregas: number[]; origem: string; motivo: string };

/** Deliveries that arrived signed are not authenticated again: they are identified by the dialect as it is now. */
export async function retomarQuarentena(
  sql: Sql,
  opcoes: OpcoesDaQuarentena,
  aoRetomar: (r: Retomada) => void,
): Promise<void> {
  const dosPedidos = new Map<string, Chave & { entregas: Identificada[] }>();
  for await (const entrega of identificadas(sql, opcoes)) {
    const { id, origem, identidade } = entrega;
    if ('quarentena' in identidade) {
      aoRetomar({ tipo: 'continua', entregas: [id], origem, motivo: identidade.quarentena });
    } else if (identidade.resultado !== null) {
      const { evento_id, resultado } = identidade;
      if (opcoes.retomar) await transacao(sql, (tx) => guardar(tx, opcoes, [id]));
      aoRetomar({ tipo: 'encerrada', entregas: [id], origem, evento_id, resultado });
    } else {
      const chave = { origem, recurso_id: identidade.recurso_id! };
      if (opcoes.filtro.recurso_id !== null && opcoes.filtro.recurso_id !== chave.recurso_id) continue;
      const pedido = dosPedidos.get(chaveEmTexto(chave));
      if (pedido) pedido.entregas.push(entrega);
      else dosPedidos.set(chaveEmTexto(chave), { ...chave, entregas: [entrega] });
    }
  }
  // All deliveries of an order together: the worker then applies them as one, as the reading says.
  for (const { entregas, ...chave } of dosPedidos.values()) {
    const ids = entregas.map((e) => e.id);
    const leitor = opcoes.leitores.get(chave.origem)!;
    const criterio = leitor.versao ?? (await criterioDaOrigem(sql, chave.origem));
    const olhar = async (tx: Tx): Promise<Calculo> =>
      calcular(tx, chave, leitor, criterio, { fechados: [], novos: await lerNovos(tx, chave, leitor, entregas) });
    const { releitura } = opcoes.retomar
      ? await transacao(sql, async (tx) => {
          const calculo = await olhar(tx);
          await guardar(tx, opcoes, ids);
          return calculo;
        })
      : await prever(sql, olhar);
    aoRetomar({ tipo: 'pedido', entregas: ids, releitura });
  }
}

/**
 * Takes one delivery up again, and writes down who had it done; the caller wakes the worker where it belongs to an order.
 * @returns null where there is no such delivery that is open
 */
export async function liberarQuarentena(
  sql: Sql,
  id: number,
  { leitores, quem }: { leitores: OpcoesDaQuarentena['leitores']; quem: string },
): Promise<Retomada | null> {
  const retomadas: Retomada[] = [];
  const filtro = { origem: null, recurso_id: null, desde: null, ate: null };
  await retomarQuarentena(sql, { filtro, so: id, leitores, retomar: true, limite: 1 }, (r) => retomadas.push(r));
  const [retomada = null] = retomadas;
  if (retomada !== null)
    await inserirAcao(sql, { quem, acao: 'liberar', chave: null, detalhes: { quarentena: id, fim: retomada.tipo } });
  return retomada;
}

/** A delivery with what it says; its body stays in the table. */
interface Identificada {
  id: number;
  origem: string;
  identidade: Identificado;
  lido: EventoLido<EventoDatado & { evento_id: string }> | null;
}

interface Linha {
  id: number;
  origem: string;
  corpo: Buffer;
  cabecalhos: Record<string, string>;
  segredo_nome: string | null;
}

const PAGINA = 20;

async function* identificadas(
  sql: Sql,
  { filtro, leitores, limite, so }: OpcoesDaQuarentena,
): AsyncGenerator<Identificada> {
  let vistas = 0;
  for (let ultima = 0; ; ) {
    const quantas = limite === null ? PAGINA : Math.min(PAGINA, limite - vistas);
    if (quantas <= 0) return;
    const pagina = await sql<Linha[]>`
      select id, origem, corpo, cabecalhos, segredo_nome from quarentena
      where resolvida_em is null and fonte = 'webhook' and id > ${ultima}
        and (${so ?? null}::bigint is null or id = ${so ?? null})
        and (${filtro.origem}::text is null or origem = ${filtro.origem})
        and (${filtro.desde}::timestamptz is null or recebida_em >= ${filtro.desde})
        and (${filtro.ate}::timestamptz is null or recebida_em < ${filtro.ate})
      order by id limit ${quantas}`;
    for (const linha of pagina) yield identificar(sql, linha, leitores.get(linha.origem));
    if (pagina.length < quantas) return;
    vistas += pagina.length;
    ultima = pagina.at(-1)?.id ?? ultima;
  }
}

async function identificar(sql: Sql, linha: Linha, leitor: Leitor | undefined): Promise<Identificada> {
  const { id, origem } = linha;
  const recusar = (quarentena: string): Identificada => ({ id, origem, identidade: { quarentena }, lido: null });
  if (!leitor) return recusar(`the dialect of ${origem} is not known here`);
  const identidade = leitor.identificar(linha);
  if ('quarentena' in identidade) return recusar(identidade.quarentena);
  const impossivel = await impossivelGuardar(sql, identidade.payload);
  if (impossivel !== null) return recusar(impossivel);
  const { evento_id, recurso_id, tipo, payload, resultado } = identidade;
  const evento = {
    evento_id,
    recurso_id: recurso_id ?? '',
    tipo,
    payload,
    fonte: 'webhook' as const,
    recebido_em: new Date(),
  };
  return {
    id,
    origem,
    identidade: { ...identidade, payload: '' },
    lido: resultado === null ? semPayload(leitor.ler(evento)) : null,
  };
}

/** Some JSON is more than Postgres can keep (a NUL, a number beyond its limits): asked before anything is promised. */
async function impossivelGuardar(sql: Sql, payload: string): Promise<string | null> {
  try {
    await sql`select ${payload}::text::jsonb is null`;
    return null;
  } catch (e) {
    if (classificarErro(e) !== 'dados') throw e;
    return `Postgres cannot store it: ${e instanceof Error ? e.message : 'refused'}`;
  }
}

function semPayload<E extends EventoDatado & { payload: string }>(lido: EventoLido<E>): EventoLido<EventoDatado> {
  const { payload, ...evento } = lido.evento;
  return { ...lido, evento };
}

/** What the worker will find: events that wait already, and those of these deliveries that the inbox does not know. */
async function lerNovos(
  tx: Tx,
  chave: Chave,
  leitor: Leitor,
  entregas: readonly Identificada[],
): Promise<EventoLido<EventoDatado>[]> {
  const { eventos: pendentes } = await lerPendentes(tx, [chave]);
  const novos = new Map<string, EventoLido<EventoDatado>>();
  for (const { lido } of entregas)
    if (lido && !novos.has(lido.evento.evento_id)) novos.set(lido.evento.evento_id, lido);
  const conhecidos = await tx<{ evento_id: string }[]>`
    select evento_id from webhook_eventos where origem = ${chave.origem} and evento_id = any(${[...novos.keys()]}::text[])`;
  for (const { evento_id } of conhecidos) novos.delete(evento_id);
  return [...pendentes.map((e) => semPayload(leitor.ler(e))), ...novos.values()];
}

/** The deliveries become rows of the inbox and are settled, together. One that somebody else settled meanwhile is left. */
async function guardar(tx: Tx, { leitores }: OpcoesDaQuarentena, ids: readonly number[]): Promise<void> {
  const linhas = await tx<Linha[]>`
    select id, origem, corpo, cabecalhos, segredo_nome from quarentena
    where id = any(${[...ids]}::bigint[]) and resolvida_em is null
    order by id
    for update`;
  const eventos = linhas.flatMap((linha): NovoEvento[] => {
    const identidade = leitores.get(linha.origem)?.identificar(linha);
    if (!identidade || 'quarentena' in identidade) return [];
    const { origem, corpo, segredo_nome } = linha;
    return [{ ...identidade, origem, fonte: 'webhook', corpo, segredo_nome }];
  });
  await inserirEventos(tx, eventos);
  await tx`update quarentena set resolvida_em = now() where id = any(${linhas.map((l) => l.id)}::bigint[])`;
}
