import { conferir, type Divergencia, type Limites, type Regras, temConserto } from '@entrada/domain';
import type { Chave } from '../chave.ts';
import type { Sql } from '../conectar.ts';
import { classificarErro } from '../erros.ts';
import { transacao } from '../transacao.ts';
import { consertarPedido } from './consertar.ts';
import { lerConferiveis } from './ler-conferiveis.ts';
import { type LimitesDaPagina, pedidosEmOrdem } from './paginas.ts';

export interface OpcoesDaVerificacao extends Limites {
  /** null: every store. */
  origem: string | null;
  regras: ReadonlyMap<string, Regras>;
  /** Who has made anew what can be; null: only look. */
  consertarPor: string | null;
}

export interface Achado extends Chave {
  /** What contradicts itself, and still does after a mend. */
  divergencias: Divergencia[];
  consertadas: Divergencia[];
}

export interface Verificacao {
  pedidos: number;
  /** Orders with something wrong that is still wrong. */
  divergentes: number;
  consertados: number;
  /** Orders of stores whose rules are not known here: not looked at. */
  sem_regras: number;
}

const PAGINA: LimitesDaPagina = { maxPedidos: 200, maxEventos: 20_000 };

/**
 * Recomputes every order from its facts, page by page in the order of their keys. Each page is read from one snapshot of
 * its own: an apply is one transaction, so an order is seen as it was before or after, and no snapshot lives for the
 * length of the whole run, which would keep Postgres from cleaning up.
 */
export async function verificar(
  sql: Sql,
  opcoes: OpcoesDaVerificacao,
  aoAchar: (achado: Achado) => void,
  pagina: LimitesDaPagina = PAGINA,
): Promise<Verificacao> {
  const total: Verificacao = { pedidos: 0, divergentes: 0, consertados: 0, sem_regras: 0 };
  let aPartirDe: Chave | null = null;
  for (;;) {
    const chaves: Chave[] = await pedidosEmOrdem(sql, opcoes.origem, aPartirDe, pagina);
    if (chaves.length === 0) return total;
    const comRegras = chaves.filter((c) => opcoes.regras.has(c.origem));
    total.sem_regras += chaves.length - comRegras.length;
    total.pedidos += comRegras.length;
    for (const achado of await conferirPagina(sql, comRegras, opcoes)) {
      const feito = opcoes.consertarPor === null ? achado : await consertar(sql, achado, opcoes, opcoes.consertarPor);
      if (feito.divergencias.length > 0) total.divergentes += 1;
      if (feito.consertadas.length > 0) total.consertados += 1;
      aoAchar(feito);
    }
    aPartirDe = chaves.at(-1) ?? null;
  }
}

async function conferirPagina(
  sql: Sql,
  chaves: readonly Chave[],
  { regras, pendenteHaMs }: Pick<OpcoesDaVerificacao, 'regras' | 'pendenteHaMs'>,
): Promise<Achado[]> {
  if (chaves.length === 0) return [];
  try {
    const lidos = await transacao(sql, async (tx) => {
      await tx`set transaction isolation level repeatable read, read only`;
      return lerConferiveis(tx, chaves);
    });
    return lidos.flatMap(({ origem, recurso_id, ...pedido }) => {
      const divergencias = conferir(pedido, regras.get(origem)!, { pendenteHaMs });
      return divergencias.length === 0 ? [] : [{ origem, recurso_id, divergencias, consertadas: [] }];
    });
  } catch (e) {
    if (!culpaDosDados(e)) throw e;
    if (chaves.length === 1)
      return chaves.map((c) => ({ ...c, divergencias: [{ tipo: 'ilegivel', detalhe: e.message }], consertadas: [] }));
    const achados: Achado[] = [];
    for (const chave of chaves) achados.push(...(await conferirPagina(sql, [chave], { regras, pendenteHaMs })));
    return achados;
  }
}

/** Something was written to the tables that no program writes, and not even reading it works. */
const culpaDosDados = (e: unknown): e is Error =>
  e instanceof TypeError || e instanceof RangeError || (e instanceof Error && classificarErro(e) === 'dados');

async function consertar(sql: Sql, achado: Achado, opcoes: OpcoesDaVerificacao, quem: string): Promise<Achado> {
  if (!achado.divergencias.some(temConserto)) return achado;
  const { origem, recurso_id } = achado;
  const limites = { pendenteHaMs: opcoes.pendenteHaMs };
  const divergencias = await consertarPedido(sql, { origem, recurso_id }, opcoes.regras.get(origem)!, {
    quem,
    limites,
  });
  const restam = new Set(divergencias.map((d) => `${d.tipo} ${d.detalhe}`));
  return {
    ...achado,
    divergencias,
    consertadas: achado.divergencias.filter((d) => !restam.has(`${d.tipo} ${d.detalhe}`)),
  };
}
