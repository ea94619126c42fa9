import { describe, expect, it } from 'vitest';
import { type Admissao, criarAdmissao, type Vaga } from './admissao.ts';

const limites = { maxEmVoo: 3, maxBytes: 100, maxEsperando: 10 };

function vaga(a: Admissao): Vaga {
  const v = a.entrar();
  if (typeof v === 'string') throw new Error(v);
  return v;
}

describe('admission', () => {
  it('counts deliveries that are whole, and lets the next one in when one has left', () => {
    const a = criarAdmissao(limites, () => 0);
    const vagas = [vaga(a), vaga(a), vaga(a), vaga(a)];
    for (const v of vagas.slice(0, 3)) v.comecar();
    expect(a.entrar()).toBe('requisicoes');
    vagas[0]!.sair();
    expect(a.entrar()).toBeTypeOf('object');
  });
  it('counts bytes that have arrived, yet lets one body of any size in alone', () => {
    const a = criarAdmissao(limites, () => 0);
    const grande = vaga(a);
    const pequena = vaga(a);
    expect(grande.receber(500)).toBe(true);
    expect(pequena.receber(1)).toBe(false);
    expect(a.entrar()).toBe('bytes');
    grande.sair();
    grande.sair(); // twice is once
    expect(pequena.receber(98)).toBe(true);
    expect(pequena.receber(2)).toBe(true);
    expect(vaga(criarAdmissao(limites, () => 0)).receber(101)).toBe(true);
  });
  it('looks at the inbox and at the oldest pending event', () => {
    let esperando = 10;
    let atrasado = false;
    const a = criarAdmissao(
      limites,
      () => esperando,
      () => atrasado,
    );
    expect(a.entrar()).toBe('inbox');
    esperando = 9;
    atrasado = true;
    expect(a.entrar()).toBe('atraso');
    atrasado = false;
    expect(a.entrar()).toBeTypeOf('object');
  });
});
