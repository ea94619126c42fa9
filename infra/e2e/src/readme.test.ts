import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EFEITOS, RESULTADOS, STATUS } from '@entrada/domain';
import { criarDialeto, NOMES_DOS_DIALETOS } from '@entrada/providers';
import { ROLES, VARIAVEIS } from '@entrada/runtime';
import { describe, expect, it } from 'vitest';

const RAIZ = fileURLToPath(new URL('../../../', import.meta.url));
const README = readFileSync(`${RAIZ}README.md`, 'utf8');
const SEM_LOJA = { nome: 'x', segredos: [], versao: null, apiUrl: null, apiToken: null, opcoes: {} };
const secao = (titulo: string): string => README.split(/^#+ /m).find((s) => s.startsWith(titulo)) ?? '';
/** What stands in backticks in the first column of a section's tables. */
const primeiraColuna = (texto: string): string[] =>
  texto
    .split('\n')
    .filter((l) => l.startsWith('| `'))
    .flatMap((l) => [...(l.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map((m) => m[1]!));

describe('the README is true', () => {
  it('names every variable that the programs read, and no other', () => {
    const daOrigem = ['DIALETO', 'SEGREDOS', 'VERSAO', 'API_URL', 'API_TOKEN'].map((v) => `ORIGEM_<NOME>_${v}`);
    const esperadas = [...Object.keys(VARIAVEIS.shape), ...daOrigem].sort();
    expect(primeiraColuna(secao('Configuration')).sort()).toEqual(esperadas);
  });
  it('explains every result, state, effect and role', () => {
    expect(primeiraColuna(secao('States and results')).sort()).toEqual([...RESULTADOS, ...EFEITOS].sort());
    for (const s of STATUS) expect(secao('States and results')).toContain(`\`${s}\``);
    for (const r of ROLES) expect(secao('Glossary')).toContain(r);
  });
  it('has a row for every kind of store, true to what its dialect declares, with a page that exists', () => {
    const linhas = secao('Stores')
      .split('\n')
      .filter((l) => /^\| \[?`[a-z]/.test(l))
      .map((l) => l.split('|').map((c) => c.trim()));
    expect(linhas.map((l) => /`(\w+)`/.exec(l[1] ?? '')?.[1]).sort()).toEqual([...NOMES_DOS_DIALETOS].sort());
    for (const [, nome = '', , assinatura = '', evento = '', , api = ''] of linhas) {
      const pagina = /\((packages[^)]+)\)/.exec(nome)?.[1];
      if (pagina !== undefined) expect(existsSync(RAIZ + pagina), pagina).toBe(true);
      const dialeto = /`(\w+)`/.exec(nome)?.[1] ?? '';
      const feito = criarDialeto({ ...SEM_LOJA, dialeto });
      if ('erros' in feito) throw new Error(feito.erros.join('; '));
      const { declaracao, criarApi } = feito.dialeto;
      expect(/body/.test(assinatura) && !/never the body/.test(assinatura), dialeto).toBe(
        declaracao.assinatura === 'corpo',
      );
      expect(/trigger/.test(evento) && /nothing/.test(evento), dialeto).toBe(declaracao.chave === null);
      expect(api.startsWith('yes'), dialeto).toBe(criarApi !== undefined);
    }
  });
  it('links to files that exist', () => {
    const paginas = README + readFileSync(`${RAIZ}infra/README.md`, 'utf8').replaceAll('infra/k8s/overlays/ours', '');
    const caminhos = [...paginas.matchAll(/`((?:apps|packages|infra|\.ci)\/[\w./-]*)`/g)].map((m) => m[1]!);
    expect(caminhos.length).toBeGreaterThan(20);
    expect(caminhos.filter((c) => !existsSync(RAIZ + c))).toEqual([]);
  });
  it('says what each name of the reference algorithm became, where it says', () => {
    const linhas = secao('Where this differs')
      .split('\n')
      .filter((l) => l.startsWith('| `'));
    for (const linha of linhas) {
      const [, nomes = '', arquivo = ''] = linha.split('|');
      const caminho = /`([^`]+)`/.exec(arquivo)?.[1] ?? '';
      if (!caminho.endsWith('.ts')) continue;
      const fonte = readFileSync(RAIZ + caminho, 'utf8');
      for (const [, nome] of nomes.matchAll(/`([^`]+)`/g))
        expect(fonte, caminho).toMatch(new RegExp(`export (const|function|async function) ${nome}\\b`));
    }
  });
  it('gives signature examples that recompute', () => {
    const exemplos = [
      ...secao('A first event').matchAll(/secret `([^`]+)`, body `([^`]+)`, signature `([0-9a-f]{64})`/g),
    ];
    expect(exemplos.length).toBe(2);
    for (const [, segredo, corpo, assinatura] of exemplos)
      expect(createHmac('sha256', segredo!).update(corpo!).digest('hex')).toBe(assinatura);
  });
});
