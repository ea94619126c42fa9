import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { migrate } from '@entrada/db';
import { afterEach, expect, it } from 'vitest';
import { RAIZ } from './compose/ler.ts';
import { type Sistema, subirSistema } from './sistema.ts';

let sistema: Sistema | undefined;
let pasta: string | undefined;
afterEach(async () => {
  await sistema?.fechar();
  if (pasta !== undefined) await rm(pasta, { recursive: true });
});

/**
 * The migrations of a version to come: ours, and some that widen every table, as an expansion may. One table a file: a
 * transaction that takes one table from everybody after the other meets the workers, which have them in another order.
 */
async function migracoesDoFuturo({ banco }: Sistema): Promise<URL> {
  const tabelas = await banco.sql<{ nome: string }[]>`
    select tablename as nome from pg_tables where schemaname = 'public' and tablename <> 'migracoes' order by 1`;
  pasta = await mkdtemp(join(tmpdir(), 'entrada-migracoes-'));
  await cp(`${RAIZ}packages/db/migrations`, pasta, { recursive: true });
  const alargar = (nome: string) => `alter table ${nome} add column futuro text default 'x', add column nada jsonb;`;
  for (const { nome } of tabelas) await writeFile(join(pasta, `9998_${nome}.sql`), alargar(nome));
  await writeFile(join(pasta, '9998_tabela_nova.sql'), 'create table futuros (id bigint primary key);');
  await writeFile(
    join(pasta, '9999_indice.sql'),
    '-- sem transacao\ncreate index concurrently futuro on webhook_eventos (futuro) where futuro is not null;',
  );
  return pathToFileURL(`${pasta}/`);
}

const evento = (n: number) => ({
  id: `e${n}`,
  type: n % 2 === 0 ? 'order.paid' : 'order.canceled',
  sequence: n,
  occurred_at: '2026-03-01T12:00:00Z',
  data: { id: `p${n % 40}`, total_cents: n },
});

it('this version goes on working while and after the next one widens the schema under it', async () => {
  sistema = await subirSistema({ redisUrl: null });
  const { postar, banco, esperarTudoAplicado } = sistema;
  const futuras = await migracoesDoFuturo(sistema);
  let migrado = false;
  let depois = 0;
  const respostas: number[] = [];
  const loja = async () => {
    for (let n = 0; depois < 150; n++) {
      respostas.push(...(await postar(evento(n))));
      if (migrado) depois += 1;
    }
  };
  const aplicadas = (async () => {
    while (respostas.length < 100) await new Promise((r) => setTimeout(r, 20));
    const novas = await migrate(banco.sql, futuras);
    migrado = true;
    return novas;
  })();
  await Promise.all([loja(), aplicadas]);

  expect((await aplicadas).length).toBeGreaterThan(10);
  expect(new Set(respostas)).toEqual(new Set([200]));
  await esperarTudoAplicado();
  expect(sistema.erros()).toEqual([]);
  const [{ n }] = await banco.sql<
    [{ n: number }]
  >`select count(*) as n from webhook_eventos where resultado is not null`;
  expect(n).toBe(respostas.length);
}, 60_000);
