import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { conexaoDo } from './conexoes.ts';
import { criarDialeto, NOMES_DOS_DIALETOS } from './origem.ts';

const RAIZ = new URL('../../../', import.meta.url);
const config = { segredos: [], versao: null, apiUrl: null, apiToken: null, opcoes: {} };

it.each(NOMES_DOS_DIALETOS)('%s can be asked about, as it is', (dialeto) => {
  const conexao = conexaoDo(dialeto);
  const feito = criarDialeto({ ...config, nome: 'x', dialeto });
  if (conexao === null || 'erros' in feito) throw new Error('there is nothing to ask');
  const { declaracao, criarApi } = feito.dialeto;
  expect(conexao.api !== null).toBe(criarApi !== undefined);
  expect(conexao.api?.indispensavel ?? false).toBe(declaracao.corpo === 'magro' || declaracao.assinatura !== 'corpo');
  expect(existsSync(new URL(conexao.pagina, RAIZ))).toBe(true);
  for (const { nome } of conexao.opcoes) {
    const comOpcao = criarDialeto({ ...config, nome: 'x', dialeto, opcoes: { [nome]: '' } });
    expect(comOpcao).toHaveProperty('dialeto');
  }
});
it.each(['outra', '', 'constructor', '__proto__'])('%j is no kind of store', (dialeto) => {
  expect(conexaoDo(dialeto)).toBeNull();
});
