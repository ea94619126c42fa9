import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entrada } from './entrada.suite.ts';
import { comando, evento, type LojaComApi, subirLojaComApi } from './loja-com-api.suite.ts';

const ler = (arquivo: string): string => readFileSync(new URL(`../../../${arquivo}`, import.meta.url), 'utf8');
const RUNBOOK = ler('infra/runbook.md');
/** The commands that stand on lines of their own, in the order of the text, each once. */
const COMANDOS = [...new Set([...RUNBOOK.matchAll(/^ {4,}entrada (.+)$/gm)].map(([, argumentos]) => argumentos!))];

let sistema: LojaComApi;
beforeAll(async () => {
  sistema = await subirLojaComApi([{ id: '1001', status: 'paid', updated_at: '2026-03-01T12:00:00Z' }]);
});
afterAll(() => sistema?.parar());

describe('the runbook', () => {
  it('answers what operators say', () => {
    expect([...RUNBOOK.matchAll(/^## "(.+)"$/gm)].map(([, frase]) => frase)).toEqual(
      expect.arrayContaining([
        'O webhook não chegou',
        'O pedido está errado',
        'O ERP recebeu duas vezes',
        'A fila cresce',
        'O segredo estava errado por uma hora',
      ]),
    );
    expect(COMANDOS.length).toBeGreaterThan(15);
  });

  it('can be followed as it is written: every command, one after the other, on a system that runs', async () => {
    await sistema.enviar(evento('e1', 'order.created', '1001', '2026-03-01T10:00:00Z'));
    await sistema.enviar(evento('e2', 'order.paid', '1001', 'ontem'));
    await sistema.enviar('no event');
    await sistema.semPendentes();
    for (const escrito of COMANDOS) {
      const { code, saida } = await comando(sistema.lugar, escrito.split(' '), sistema.env);
      expect({ escrito, code, saida }).toEqual({ escrito, code: 0, saida: expect.stringMatching(/\S/) });
    }
  }, 120_000);
});

describe('the README', () => {
  it('lists every command, and no other', async () => {
    const secao =
      ler('README.md')
        .split(/^## /m)
        .find((s) => s.startsWith('Commands')) ?? '';
    const primeiraColuna = secao.split('\n').flatMap((l) => (l.startsWith('| `') ? [l.split('|')[1] ?? ''] : []));
    const listados = primeiraColuna.flatMap((c) => [...c.matchAll(/`(\w+)[^`]*`/g)].map(([, nome]) => nome));
    const { saida } = await entrada(sistema.lugar, ['--help']);
    const comandos = [...(saida.split('Commands:')[1] ?? '').matchAll(/^ {2}(\w+)/gm)].map(([, nome]) => nome);
    expect([...new Set(listados)].sort()).toEqual(comandos.filter((c) => c !== 'help').sort());
  });
});
