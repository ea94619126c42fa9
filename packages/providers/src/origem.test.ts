import type { OrigemConfig } from '@entrada/runtime';
import { describe, expect, it } from 'vitest';
import { hmacHex, nomearSegredo } from './assinatura.ts';
import { criarOrigem, errosDaOrigem } from './origem.ts';

const config = (mudanca: Partial<OrigemConfig> = {}): OrigemConfig => ({
  nome: 'loja_b',
  dialeto: 'loja',
  segredos: ['segredo-um', 'segredo-dois'],
  versao: null,
  apiUrl: null,
  apiToken: null,
  opcoes: {},
  ...mudanca,
});

it('makes an origem that receives', () => {
  const origem = criarOrigem(config({ versao: 'sequencia' }));
  expect(origem).toMatchObject({ nome: 'loja_b', versao: 'sequencia', dialeto: { nome: 'loja' } });
  expect(origem.segredos).toEqual([nomearSegredo('segredo-um'), nomearSegredo('segredo-dois')]);
  const corpo = Buffer.from('{}');
  const cabecalhos = { 'x-loja-signature': hmacHex('segredo-dois', corpo) };
  expect(origem.dialeto.autenticar({ cabecalhos, corpo, consulta: new URLSearchParams() }, origem.segredos)).toEqual({
    segredo_nome: nomearSegredo('segredo-dois').nome,
  });
});

describe('errors', () => {
  it('are none for a good origem', () => {
    expect(errosDaOrigem(config())).toEqual([]);
  });
  it.each(['Loja', 'outra', '', '__proto__', 'constructor'])(
    'name the variable of an unknown dialect: %j',
    (dialeto) => {
      const erro = 'ORIGEM_LOJA_B_DIALETO must name a dialect; there are: loja, venddor';
      expect(errosDaOrigem(config({ dialeto }))).toEqual([erro]);
      expect(() => criarOrigem(config({ dialeto }))).toThrow(erro);
    },
  );
  it('name every variable that the dialect does not know, and never its value', () => {
    const ruim = config({ opcoes: { SEGREDO: 'segredo-um', CABECALHO: 'x' } });
    expect(errosDaOrigem(ruim)).toEqual([
      'ORIGEM_LOJA_B_SEGREDO is no setting of the dialect loja',
      'ORIGEM_LOJA_B_CABECALHO is no setting of the dialect loja',
    ]);
    expect(() => criarOrigem(ruim)).toThrow(/^ORIGEM_LOJA_B_SEGREDO.*; ORIGEM_LOJA_B_CABECALHO/);
  });
  it.each([[[]], [['']], [['bom', '']]])('forbid secrets under which anybody or nobody can sign: %j', (segredos) => {
    expect(() => criarOrigem(config({ segredos }))).toThrow('ORIGEM_LOJA_B_SEGREDOS must hold at least one secret');
  });
});
