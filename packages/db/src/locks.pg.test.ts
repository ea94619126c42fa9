import { type BancoDeTeste, bancoDeTeste, waitUntil } from '@entrada/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CHAVE, chave, estado, esvaziar } from './exemplos.suite.ts';
import { gravarPedidos, lerPedidos, type Sql, tentarTravarPedidos, transacao, travarPedidos } from './index.ts';

let banco: BancoDeTeste;
let sql: Sql;
beforeAll(async () => {
  banco = await bancoDeTeste({ max: 30 });
  sql = banco.sql;
});
beforeEach(() => esvaziar(sql));
afterAll(() => banco.fechar());

const esperando = () =>
  waitUntil(async () => (await sql`select 1 from pg_locks where locktype = 'advisory' and not granted`).length > 0);

/** A transaction that holds the locks until it is told to end. */
async function segurar(recursos: readonly string[]) {
  let soltar = (): void => undefined;
  const ate = new Promise<void>((r) => {
    soltar = r;
  });
  let travou = (): void => undefined;
  const travado = new Promise<void>((r) => {
    travou = r;
  });
  const fim = transacao(sql, async (tx) => {
    await travarPedidos(
      tx,
      recursos.map((r) => chave(r)),
    );
    travou();
    await ate;
  });
  await travado;
  return { soltar, fim };
}

test('two transactions of one order run one after the other, and the second sees what the first wrote', async () => {
  const passos: string[] = [];
  let segunda: Promise<void> | undefined;
  await transacao(sql, async (tx) => {
    await travarPedidos(tx, [CHAVE]);
    segunda = transacao(sql, async (outra) => {
      await travarPedidos(outra, [CHAVE]);
      passos.push(`segunda: ${(await lerPedidos(outra, [CHAVE]))[0]?.estado.versao_maxima}`);
    });
    await esperando();
    await gravarPedidos(tx, [{ ...CHAVE, estado: estado({ versao_maxima: 77 }) }]);
    passos.push('primeira');
  });
  await segunda;
  expect(passos).toEqual(['primeira', 'segunda: 77']);
});

test('the lock covers an order that has no row yet, and no other order', async () => {
  const { soltar, fim } = await segurar(['a']);
  await transacao(sql, (tx) => travarPedidos(tx, [chave('b'), chave('a', 'outra')]));
  const espera = transacao(sql, (tx) => travarPedidos(tx, [chave('a')]));
  await esperando();
  soltar();
  await Promise.all([fim, espera]);
});

test('a rollback gives the locks back', async () => {
  const erro = transacao(sql, async (tx) => {
    await travarPedidos(tx, [CHAVE]);
    throw new Error('ours');
  });
  await expect(erro).rejects.toThrow('ours');
  await transacao(sql, async (tx) => expect(await tentarTravarPedidos(tx, [CHAVE])).toEqual([CHAVE]));
});

test('the try form takes what is free and waits for nothing', async () => {
  const { soltar, fim } = await segurar(['b']);
  await transacao(sql, async (tx) => {
    const livres = await tentarTravarPedidos(tx, [chave('a'), chave('b'), chave('c')]);
    expect(livres).toEqual([chave('a'), chave('c')]);
  });
  soltar();
  await fim;
  await transacao(sql, async (tx) => expect(await tentarTravarPedidos(tx, [])).toEqual([]));
});

test('a lock that does not come within lock_timeout is an error', async () => {
  const { soltar, fim } = await segurar(['a']);
  const espera = transacao(sql, async (tx) => {
    await tx`set local lock_timeout = '50ms'`;
    await travarPedidos(tx, [chave('a')]);
  });
  await expect(espera).rejects.toMatchObject({ code: '55P03' });
  soltar();
  await fim;
});

test('batches with the same orders in any sequence never deadlock', async () => {
  const recursos = Array.from({ length: 30 }, (_, i) => `p${i}`);
  const lote = () => recursos.toSorted(() => Math.random() - 0.5).slice(0, 20);
  let dentro = 0;
  const rodar = () =>
    transacao(sql, async (tx) => {
      await travarPedidos(
        tx,
        lote().map((r) => chave(r)),
      );
      // 20 of 30 orders: any two batches share some, so no two are in here together
      dentro += 1;
      expect(dentro).toBe(1);
      await tx`select 1`;
      dentro -= 1;
    });
  await Promise.all(Array.from({ length: 300 }, rodar));
});

test('the locks are taken in ascending order, whatever order the keys come in', async () => {
  const recursos = Array.from({ length: 50 }, (_, i) => `p${i}`);
  const plano = await sql<{ 'QUERY PLAN': string }[]>`
    explain (verbose, costs off)
    select pg_advisory_xact_lock(trava)
    from (
      select distinct hashtextextended(origem || ':' || recurso_id, 0) as trava
      from unnest(${recursos.map(() => 'loja')}::text[], ${recursos}::text[]) as c (origem, recurso_id) order by trava
    ) as travas`;
  const linhas = plano.map((l) => l['QUERY PLAN']);
  const trava = linhas.findIndex((l) => l.includes('pg_advisory_xact_lock'));
  const ordem = linhas.findIndex((l) => l.includes('Sort Key'));
  expect(trava).toBeGreaterThanOrEqual(0);
  expect(ordem).toBeGreaterThan(trava); // below it in the plan: sorted first
});
