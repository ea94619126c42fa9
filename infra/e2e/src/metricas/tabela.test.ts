import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RAIZ } from '../compose/ler.ts';
import { lerTabela } from './tabela.ts';

/** Who else speaks of metrics. That the programs expose what the table lists is seen where they run, in compose/. */
const DOCUMENTOS = ['README.md', 'infra/README.md', 'infra/runbook.md', 'infra/scaling.md'];

describe('infra/metrics.md', () => {
  const nomes = lerTabela().map((l) => l.nome);

  it('lists no metric twice', () => {
    expect(nomes.length).toBeGreaterThan(30);
    expect(new Set(nomes).size).toBe(nomes.length);
  });

  it.each(DOCUMENTOS)('%s speaks of no other metric', (arquivo) => {
    const citadas = [
      ...readFileSync(RAIZ + arquivo, 'utf8').matchAll(/`((?:entrada|bullmq|nodejs|process)_[a-z_]+)`/g),
    ];
    expect(citadas.map(([, nome]) => nome).filter((nome = '') => !nomes.includes(nome))).toEqual([]);
  });
});
