import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const PASTA = new URL('../migrations/', import.meta.url);
/** Those of the first release had no version before them. */
const PRIMEIRAS = '0008';
/**
 * What the version before can live with, since it goes on working while and after this runs: what is new, what it need not
 * fill in, and what allows more than before. A constraint may only speak of a column that is new, or take another one's place.
 */
const COMANDOS = [
  /^create (unlogged )?table \w+ \(/,
  /^create (unique )?index (concurrently )?/,
  /^drop index (concurrently )?/,
  /^alter table \w+ set \(/,
  /^(insert into|update) \w+ /,
  /^lock table /,
];
/** The parts of an ALTER TABLE, each by itself. */
const PARTES = [
  /^add column \w+ (?!.*\bnot null\b)/,
  /^add column \w+ .*\bdefault\b/,
  /^alter column \w+ (drop not null|set default .*)$/,
  /^drop constraint \w+$/,
  /^validate constraint \w+$/,
];
/** A later release takes away what an earlier one stopped using: then the file says so, and why nobody needs it any more. */
const CONTRAI = /^-- contract: \S/m;

const migracoes = readdirSync(PASTA).filter((nome) => nome.slice(0, 4) > PRIMEIRAS);

/** What of it the version before would stumble over. */
function apertos(sql: string): string[] {
  const linhas = sql.split('\n').filter((l) => !l.trimStart().startsWith('--'));
  const comandos = linhas
    .map((l) => l.replace(/ --.*$/, ''))
    .join(' ')
    .split(';');
  return comandos.map((c) => c.replaceAll(/\s+/g, ' ').trim()).filter((c) => c !== '' && !amplia(c));
}

function amplia(comando: string): boolean {
  if (COMANDOS.some((forma) => forma.test(comando))) return true;
  const [, resto] = /^alter table \w+ (.*)$/.exec(comando) ?? [];
  if (resto === undefined) return false;
  const partes = resto.split(/, (?=(?:add|drop|alter|validate) )/);
  const soltas = partes.filter((p) => p.startsWith('drop constraint '));
  const colunas = partes.flatMap((p) => /^add column (\w+)/.exec(p)?.[1] ?? []);
  const [restricoes, outras] = [true, false].map((sim) =>
    partes.filter((p) => p.startsWith('add constraint ') === sim),
  );
  const deColunasVelhas = restricoes?.filter((p) => !colunas.some((c) => new RegExp(`\\b${c}\\b`).test(p))) ?? [];
  return deColunasVelhas.length <= soltas.length && (outras ?? []).every((p) => PARTES.some((forma) => forma.test(p)));
}

describe('a migration', () => {
  it.each(migracoes)('%s leaves the version before it working', (nome) => {
    const sql = readFileSync(new URL(nome, PASTA), 'utf8');
    if (!CONTRAI.test(sql)) expect(apertos(sql)).toEqual([]);
  });

  it.each([
    'drop table pedidos;',
    'alter table pedidos drop column status;',
    'alter table pedidos rename column status to estado;',
    'alter table pedidos add column novo text not null;',
    'alter table pedidos alter column status set not null;',
    'alter table pedidos alter column versao_origem type text;',
    'alter table pedidos add constraint nova check (versao_origem > 0);',
    'truncate quarentena;',
  ])('that says "%s" is found', (sql) => {
    expect(apertos(sql)).toHaveLength(1);
  });
});
