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
  const entrega = { cabecalhos, corpo, consulta: new URLSearchParams() };
  expect(origem.dialeto.autenticar(entrega, origem.segredos, 0)).toEqual({
    segredo_nome: nomearSegredo('segredo-dois').nome,
  });
});

it('has one criterion from the start where its dialect has only one', () => {
  expect(criarOrigem(config({ dialeto: 'venddor' }))).toMatchObject({ versao: 'instante' });
  expect(criarOrigem(config({ dialeto: 'venddor', versao: 'instante' }))).toMatchObject({ versao: 'instante' });
  expect(criarOrigem(config())).toMatchObject({ versao: null });
});

it('has an API where it has an address, with or without a token', () => {
  expect(criarOrigem(config()).api).toBeNull();
  expect(criarOrigem(config({ apiToken: 't' })).api).toBeNull();
  expect(criarOrigem(config({ apiUrl: 'https://loja.example/api' })).api).toMatchObject({
    listar: expect.any(Function),
  });
});

describe('errors', () => {
  it('are none for a good origem', () => {
    expect(errosDaOrigem(config())).toEqual([]);
  });
  it.each(['Loja', 'outra', '', '__proto__', 'constructor'])(
    'name the variable of an unknown dialect: %j',
    (dialeto) => {
      const erro = 'ORIGEM_LOJA_B_DIALETO must name a dialect; there are: loja, venddor, ';
      expect(errosDaOrigem(config({ dialeto }))).toEqual([expect.stringContaining(erro)]);
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
  it('name a criterion that the store cannot have, and a token that no header can carry', () => {
    const ruim = config({ dialeto: 'venddor', versao: 'sequencia', apiToken: 'segredo um\n' });
    expect(errosDaOrigem(ruim)).toEqual([
      'ORIGEM_LOJA_B_VERSAO must be instante or unset: the events of venddor have nothing else',
      'ORIGEM_LOJA_B_API_TOKEN must be printable ASCII without spaces, to fit a header',
    ]);
  });
  it.each([[[]], [['']], [['bom', '']]])('forbid secrets under which anybody or nobody can sign: %j', (segredos) => {
    expect(() => criarOrigem(config({ segredos }))).toThrow('ORIGEM_LOJA_B_SEGREDOS must hold at least one secret');
  });
});
