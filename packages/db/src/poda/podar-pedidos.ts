import { dobrar, type Estado, mesmoEstado, type Regras } from '@entrada/domain';
import { type Chave, chaveEmTexto, conjunto, linhas, porPedido } from '../chave.ts';
import type { Sql } from '../conectar.ts';
import { tentarTravarPedidos } from '../locks.ts';
import { lerPedidos } from '../pedidos.ts';
import { type Tx, transacao } from '../transacao.ts';
import { lerBases, lerHistoria } from '../webhook-eventos/historia.ts';

export interface Poda {
  pedidos: number;
  eventos: number;
  /** Left for another time: busy, touched lately, or with something still to do. */
  adiados: number;
  /** Left alone, because the row is not what its facts say: pruning would make the fault the truth. */
  divergentes: number;
}

/**
 * Replaces the whole history of each of these orders by one event, the base: what the order is, so that a fact that comes
 * late still meets the truth. Orders that are busy are left out, and so is everything that is not settled: an event or an
 * effect that waits, a wish to read. An event that arrives at this moment is pending, and no pending event is touched.
 */
export async function podarPedidos(
  sql: Sql,
  chaves: readonly Chave[],
  { dias, regras }: { dias: number; regras: ReadonlyMap<string, Regras> },
): Promise<Poda> {
  if (chaves.length === 0) return { pedidos: 0, eventos: 0, adiados: 0, divergentes: 0 };
  return transacao(sql, async (tx) => {
    const livres = await tentarTravarPedidos(
      tx,
      chaves.filter((c) => regras.has(c.origem)),
    );
    const quietos = await pedidosQuietos(tx, livres, dias);
    const { podaveis, divergentes } = await lerFinais(tx, quietos, regras);
    const eventos = await substituir(tx, podaveis);
    return { pedidos: podaveis.length, eventos, adiados: chaves.length - quietos.length, divergentes };
  });
}

/** Those in which nothing waits and nothing has happened for so many days. A statement of its own, under the locks. */
async function pedidosQuietos(tx: Tx, chaves: readonly Chave[], dias: number): Promise<Chave[]> {
  if (chaves.length === 0) return [];
  return tx<Chave[]>`
    select c.origem, c.recurso_id
    from ${conjunto(tx, chaves)}, lateral (select now() - make_interval(days => ${dias}::int) as corte) as l
    where not exists (
        select from webhook_eventos e
        where e.origem = c.origem and e.recurso_id = c.recurso_id and e.fonte <> 'poda'
          and (e.aplicado_em is null or e.aplicado_em >= l.corte or e.recebido_em >= l.corte))
      and not exists (
        select from outbox o
        where o.origem = c.origem and o.pedido_id = c.recurso_id
          and num_nonnulls(o.enviado_em, o.falhou_em, o.anulado_em) = 0)
      and not exists (
        select from consultas q where q.origem = c.origem and q.recurso_id = c.recurso_id and q.lidas < q.pedidas)
      and not exists (
        select from pedidos p where p.origem = c.origem and p.id = c.recurso_id and p.atualizado_em >= l.corte)`;
}

interface Podavel extends Chave {
  /** null: events that never made an order; they go, and nothing takes their place. */
  estado: Estado | null;
}

async function lerFinais(
  tx: Tx,
  chaves: readonly Chave[],
  regras: ReadonlyMap<string, Regras>,
): Promise<{ podaveis: Podavel[]; divergentes: number }> {
  const pedidos = new Map((await lerPedidos(tx, chaves)).map((p) => [chaveEmTexto(p), p.estado]));
  const bases = new Map((await lerBases(tx, chaves)).map((b) => [chaveEmTexto(b), b.base]));
  const fatos = porPedido(await lerHistoria(tx, chaves));
  const podaveis = chaves.flatMap((chave): Podavel[] => {
    const texto = chaveEmTexto(chave);
    const linha = pedidos.get(texto) ?? null;
    const base = bases.get(texto) ?? null;
    const final = dobrar(fatos.get(texto) ?? [], regras.get(chave.origem)!, base).at(-1)?.depois ?? base;
    if (linha === null || final === null) return linha === final ? [{ ...chave, estado: null }] : [];
    return mesmoEstado(linha, final) ? [{ ...chave, estado: final }] : [];
  });
  return { podaveis, divergentes: chaves.length - podaveis.length };
}

interface Resumo extends Chave {
  eventos: number;
  desde: string;
  ate: string;
}

/** @returns how many events went */
async function substituir(tx: Tx, podaveis: readonly Podavel[]): Promise<number> {
  if (podaveis.length === 0) return 0;
  const resumos = await tx<Resumo[]>`
    select e.origem, e.recurso_id, count(*) as eventos, min(e.recebido_em)::text as desde, max(e.recebido_em)::text as ate
    from ${conjunto(tx, podaveis)} join webhook_eventos e using (origem, recurso_id)
    where e.aplicado_em is not null and e.fonte <> 'poda'
    group by e.origem, e.recurso_id`;
  const { count } = await tx`
    delete from webhook_eventos e using ${conjunto(tx, podaveis)}
    where e.origem = c.origem and e.recurso_id = c.recurso_id and e.aplicado_em is not null and e.fonte <> 'poda'`;
  const resumoDe = new Map(resumos.map((r) => [chaveEmTexto(r), r]));
  await gravarBases(
    tx,
    podaveis.flatMap(({ estado, ...chave }) => {
      const resumo = resumoDe.get(chaveEmTexto(chave));
      return estado && resumo ? [{ ...resumo, estado }] : [];
    }),
  );
  return count;
}

/** One base per order: a second pruning puts its own in the place of the first, and counts on. */
async function gravarBases(tx: Tx, bases: readonly (Resumo & { estado: Estado })[]): Promise<void> {
  const rows = bases.map((b) => ({
    ...b,
    evento_id: `poda:${b.recurso_id}`,
    status: b.estado.status,
    versao: b.estado.versao_origem,
    dados: { estado: b.estado },
  }));
  await tx`
    insert into webhook_eventos as e
      (origem, evento_id, recurso_id, tipo, fonte, payload, recebido_em, aplicado_em, resultado, status, versao, dados, marcas)
    select n.origem, evento_id, recurso_id, 'poda', 'poda', jsonb_build_object('eventos', eventos, 'desde', desde, 'ate', ate),
      desde, now(), 'aplicado', status, versao, dados, m.ditas
    from jsonb_to_recordset(${linhas(tx, rows)}) as n (
      origem text, evento_id text, recurso_id text, eventos bigint, desde timestamptz, ate timestamptz, status text,
      versao bigint, dados jsonb)
    left join marcas m on m.origem = n.origem and m.pedido_id = n.recurso_id
    on conflict (origem, evento_id) do update
    set status = excluded.status, versao = excluded.versao, dados = excluded.dados, marcas = excluded.marcas, aplicado_em = now(),
      payload = jsonb_build_object(
        'eventos', (e.payload ->> 'eventos')::bigint + (excluded.payload ->> 'eventos')::bigint,
        'desde', e.payload -> 'desde', 'ate', excluded.payload -> 'ate')`;
}
