import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { criarAssinador } from './assinar.ts';
import { chaveDeIdempotencia } from './chave-de-idempotencia.ts';

const EM = new Date('2026-03-01T12:00:00.900Z');
const assinatura = (chave: Buffer, texto: string) => `v1,${createHmac('sha256', chave).update(texto).digest('base64')}`;

describe('the signature', () => {
  it('uses a whsec_ secret the way the specification does: base64', () => {
    const chave = Buffer.from('0123456789abcdef0123456789abcdef');
    expect(criarAssinador(`whsec_${chave.toString('base64')}`)('loja:1:x:1', EM, '{"a": "é"}')).toEqual({
      'webhook-id': 'loja:1:x:1',
      'webhook-timestamp': '1772366400',
      'webhook-signature': assinatura(chave, 'loja:1:x:1.1772366400.{"a": "é"}'),
    });
  });
  it('uses any other text as it is, in UTF-8', () => {
    const cabecalhos = criarAssinador('chavé:+ ')('id', EM, '{}');
    expect(cabecalhos['webhook-signature']).toBe(assinatura(Buffer.from('chavé:+ '), 'id.1772366400.{}'));
  });
  it('is the one of the example in the README', () => {
    const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
    const exemplo = /secret `([^`]+)`, id `([^`]+)`, timestamp `([^`]+)`, body\s+`([^`]+)`,\s+signature `([^`]+)`/.exec(
      readme,
    );
    const [, segredo = '', id = '', em = '', corpo = '', assinatura = ''] = exemplo ?? [];
    const cabecalhos = criarAssinador(segredo)(id, new Date(Number(em) * 1000), corpo);
    expect(Object.values(cabecalhos)).toEqual([id, em, assinatura]);
  });
  it('has no dot in its id, where one would look like the end of it', () => {
    const cabecalhos = criarAssinador('s')('loja:1.2:x:1', EM, '{}');
    expect(cabecalhos['webhook-id']).toBe('loja:1%2E2:x:1');
    expect(cabecalhos['webhook-signature']).toBe(assinatura(Buffer.from('s'), 'loja:1%2E2:x:1.1772366400.{}'));
  });
});

describe('the idempotency key', () => {
  const chave = (recurso_id: string) =>
    chaveDeIdempotencia({ origem: 'loja', recurso_id, efeito: 'liberar_separacao', ocorrencia: 2 });

  test.each([
    ['1001', 'loja:1001:liberar_separacao:2'],
    ['#1001.a:b', 'loja:#1001.a:b:liberar_separacao:2'],
    ['São 1', 'loja:S%C3%A3o%201:liberar_separacao:2'],
    ['a\r\nb\0\x7f', 'loja:a%0D%0Ab%00%7F:liberar_separacao:2'],
    ['100%', 'loja:100%25:liberar_separacao:2'],
    ['😀', 'loja:%F0%9F%98%80:liberar_separacao:2'],
  ])('of %j is %s', (pedido, esperada) => expect(chave(pedido)).toBe(esperada));

  it('is never the same for two orders', () => {
    expect(chave('a b')).not.toBe(chave('a%20b'));
    expect(chave('1:liberar_separacao:2')).not.toBe(chave('1'));
  });
});
