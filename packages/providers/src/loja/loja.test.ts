import { fc } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { hmacHex, nomearSegredo } from '../assinatura.ts';
import { suiteDoDialeto } from '../dialeto.suite.ts';
import type { Entrega, Opcoes } from '../dialeto.ts';
import { criarLoja, loja } from './index.ts';

/**
 * The example of the README. Computed with OpenSSL, not with this code:
 * printf '%s' "$CORPO" | openssl dgst -sha256 -hmac segredo-de-exemplo
 */
const EXEMPLO = {
  segredo: 'segredo-de-exemplo',
  corpo:
    '{"id":"evt_1001_2","type":"order.paid","sequence":2,"occurred_at":"2026-03-01T12:00:00Z","data":{"id":"1001","total_cents":15990,"customer_email":"ana@example.com"}}',
  assinatura: '30fdaedaa45cf89cd6ff77c0dd5c4bc48cc4e391c4a4c9c8d5a26293bdcc46b9',
};

/** The same, with text beyond ASCII and escapes that a parser would write in another way. */
const COM_ACENTOS = {
  segredo: 'segredo-de-exemplo',
  corpo: String.raw`{"id":"evt_1001_3","type":"order.shipped","occurred_at":"2026-03-02T09:30:00-03:00","data":{"id":"1001","customer_email":"joão@example.com","note":"caf\u00e9 \/ pão"}}`,
  assinatura: '4a688d3333291d0183a858391751f64da4b7a210596dc2139d260edd592280b6',
};

const entrega = (corpo: string, assinatura?: string | string[]): Entrega => ({
  cabecalhos: assinatura === undefined ? {} : { 'x-loja-signature': assinatura },
  corpo: Buffer.from(corpo),
  consulta: new URLSearchParams(),
});
const valor = fc.oneof(
  fc.jsonValue(),
  fc.nat(),
  fc.maxSafeInteger(),
  fc.double(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('1', '', '007', '99999999999999999999', '2026-03-01T12:00:00Z', '2026-02-30T12:00:00Z', 'api:1'),
);
const algum = <T>(conhecidos: readonly T[]) => fc.oneof(fc.constantFrom(...conhecidos), valor);

suiteDoDialeto('loja', {
  dialeto: loja,
  exemplo: { segredo: EXEMPLO.segredo, entrega: entrega(EXEMPLO.corpo, EXEMPLO.assinatura) },
  cabecalhoDaAssinatura: 'x-loja-signature',
  assinar: (segredo, corpo) => ({ 'x-loja-signature': hmacHex(segredo, corpo) }),
  ids: [
    { campo: 'evento_id', entregaCom: (id) => entrega(`{"id":${id},"type":"order.paid","data":{"id":"p1"}}`) },
    { campo: 'recurso_id', entregaCom: (id) => entrega(`{"id":"e1","type":"order.paid","data":{"id":${id}}}`) },
  ],
  palavraDesconhecida: { tipo: 'order.teleported', payload: { data: { id: 'p1' } }, torna: 'ignorado' },
  soNulos: {
    tipo: 'order.paid',
    payload: { sequence: null, occurred_at: null, data: { id: 'p1', total_cents: null, customer_email: null } },
  },
  quaseEventos: fc.record(
    {
      id: valor,
      type: algum(['order.paid', 'order.created', 'order.edited', 'constructor', '__proto__', 'order.']),
      sequence: valor,
      occurred_at: valor,
      data: fc.oneof(fc.record({ id: valor, total_cents: valor, customer_email: valor }, { requiredKeys: [] }), valor),
    },
    { requiredKeys: [] },
  ),
});

describe('signature', () => {
  it('is over the bytes, not over what a parser makes of them', () => {
    const segredos = [nomearSegredo(COM_ACENTOS.segredo)];
    expect(loja.autenticar(entrega(COM_ACENTOS.corpo, COM_ACENTOS.assinatura), segredos, 0)).toEqual({
      segredo_nome: segredos[0]?.nome,
    });
  });
  it('may be in upper case', () => {
    const assinada = entrega(EXEMPLO.corpo, EXEMPLO.assinatura.toUpperCase());
    expect(loja.autenticar(assinada, [nomearSegredo(EXEMPLO.segredo)], 0)).toHaveProperty('segredo_nome');
  });
  it('says what is wrong with it', () => {
    const motivo = (assinatura?: string | string[]) =>
      loja.autenticar(entrega(EXEMPLO.corpo, assinatura), [nomearSegredo('outro')], 0);
    expect(motivo()).toEqual({ recusado: 'the header x-loja-signature is missing' });
    expect(motivo(['a', 'b'])).toEqual({ recusado: 'the header x-loja-signature was sent more than once' });
    expect(motivo('abc')).toEqual({ recusado: 'the header x-loja-signature is not 64 hex digits' });
    expect(motivo(EXEMPLO.assinatura)).toEqual({ recusado: 'no secret of this origem made this signature' });
  });
});

describe('options', () => {
  it('there is one: whether the API may take an order back', () => {
    const regras = (opcoes: Opcoes) => {
      const feito = criarLoja(opcoes);
      return 'dialeto' in feito ? feito.dialeto.regras.apiVence : feito.erros;
    };
    expect(regras({})).toBe(false);
    expect(regras({ API_VENCE: 'nao' })).toBe(false);
    expect(regras({ API_VENCE: 'sim' })).toBe(true);
    expect(regras({ API_VENCE: 'talvez' })).toEqual([{ opcao: 'API_VENCE', motivo: 'must be sim or nao' }]);
  });
  it('others are refused: a misspelt variable must not pass unseen', () => {
    expect(criarLoja({})).toEqual({ dialeto: loja });
    expect(criarLoja({ SEGREDO: 'x' })).toEqual({
      erros: [{ opcao: 'SEGREDO', motivo: 'is no setting of the dialect loja' }],
    });
  });
});
