import { createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { nomearSegredo } from '../assinatura.ts';
import { suiteDoDialeto } from '../dialeto.suite.ts';
import type { Dialeto, Entrega, Opcoes } from '../dialeto.ts';
import { errosDaOrigem } from '../origem.ts';
import { criarStandardWebhooks } from './index.ts';

const AGORA = Date.UTC(2026, 2, 1, 12);

/**
 * The example of the README. Computed with OpenSSL, not with this code:
 * printf '%s' "msg_1001_2.1772366400.$CORPO" | openssl dgst -sha256 -hmac 'segredo-de-exemplo-de-32-bytes!!' -binary | base64
 * openssl pkeyutl -sign -rawin -inkey <the private key below> -in <the same bytes> | base64
 */
const EXEMPLO = {
  segredo: 'whsec_c2VncmVkby1kZS1leGVtcGxvLWRlLTMyLWJ5dGVzISE=',
  corpo:
    '{"type":"order.paid","timestamp":"2026-03-01T12:00:00.123456Z","data":{"id":"1001","total_cents":15990,"customer_email":"ana@example.com"}}',
  v1: 'v1,CrGFJDwwQTUjJUs7zfWCGe64K++gEQY2twrGcX+eKpA=',
  publica: 'whpk_/StQByNAPRq3ia14QcP1DuS1qXF/IF4+3D55usEv2UY=',
  v1a: 'v1a,vPWx1m8dbjgfV7ha8SS0vXCRnMIuWHM5NoxkCwxBFkHMR61oUfkZW5y6XJlF8rTO9cTHZw1A2M+uJQk2fU/fAg==',
};

/** Keys of tests alone: the one of the example, and two out of fixed seeds. */
const PRIVADAS = ['56db802ff5825aaac78486b2962a177f6290e84bfd18193d6a7459ba520118fe', '01'.repeat(32), '02'.repeat(32)];
const PREFIXO_PKCS8 = '302e020100300506032b657004220420';
const paresDeChaves = new Map(
  PRIVADAS.map((semente): [string, KeyObject] => {
    const privada = createPrivateKey({
      key: Buffer.from(PREFIXO_PKCS8 + semente, 'hex'),
      format: 'der',
      type: 'pkcs8',
    });
    const crua = createPublicKey(privada).export({ format: 'der', type: 'spki' }).subarray(-32);
    return [`whpk_${crua.toString('base64')}`, privada];
  }),
);
const SEGREDOS = ['antigo', 'atual', 'novo'].map((s) => `whsec_${Buffer.from(s.padEnd(24, '.')).toString('base64')}`);

const cabecalhos = (assinatura: string, familia = 'webhook', timestamp = '1772366400') => ({
  [`${familia}-id`]: 'msg_1001_2',
  [`${familia}-timestamp`]: timestamp,
  [`${familia}-signature`]: assinatura,
});
const assinado = (corpo: Buffer, timestamp: string) => Buffer.concat([Buffer.from(`msg_1001_2.${timestamp}.`), corpo]);
function hmac(segredo: string, corpo: Buffer, timestamp = '1772366400'): string {
  const chave = Buffer.from(segredo.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', chave).update(assinado(corpo, timestamp)).digest('base64')}`;
}
const ed25519 = (publica: string, corpo: Buffer) =>
  `v1a,${sign(null, assinado(corpo, '1772366400'), paresDeChaves.get(publica)!).toString('base64')}`;

function criar(opcoes: Opcoes = {}): Dialeto {
  const feito = criarStandardWebhooks(opcoes);
  if ('erros' in feito) throw new Error(JSON.stringify(feito.erros));
  return feito.dialeto;
}
const padrao = criar();
const entrega = (corpo: string, cabecalhosDela: Entrega['cabecalhos'] = cabecalhos('v1,x')): Entrega => ({
  cabecalhos: cabecalhosDela,
  corpo: Buffer.from(corpo),
  consulta: new URLSearchParams(),
});

const valor = fc.oneof(
  fc.jsonValue(),
  fc.maxSafeInteger(),
  fc.double(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('1', '', '1772366400', '15.99', '2026-03-01T12:00:00Z', '2026-02-30T12:00:00Z'),
);
const amostras = {
  ids: [
    {
      campo: 'recurso_id' as const,
      entregaCom: (id: string) => entrega(`{"type":"order.paid","data":{"id":${id}}}`),
    },
  ],
  palavraDesconhecida: { tipo: 'order.teleported', payload: { data: { id: 'p1' } }, torna: 'ignorado' as const },
  soNulos: {
    tipo: 'order.paid',
    payload: { timestamp: null, data: { id: 'p1', total_cents: null, customer_email: null } },
  },
  quaseEventos: fc.record(
    {
      type: fc.oneof(fc.constantFrom('order.paid', 'order.created', 'contact.created', 'constructor'), valor),
      timestamp: valor,
      data: fc.oneof(fc.record({ id: valor, total_cents: valor, customer_email: valor }, { requiredKeys: [] }), valor),
    },
    { requiredKeys: [] },
  ),
};

suiteDoDialeto('Standard Webhooks', {
  ...amostras,
  dialeto: padrao,
  exemplo: { segredo: EXEMPLO.segredo, entrega: entrega(EXEMPLO.corpo, cabecalhos(EXEMPLO.v1)) },
  cabecalhoDaAssinatura: 'webhook-signature',
  segredos: SEGREDOS,
  assinar: (segredo, corpo) => cabecalhos(hmac(segredo, corpo)),
});
suiteDoDialeto('Standard Webhooks, Ed25519', {
  ...amostras,
  dialeto: padrao,
  exemplo: { segredo: EXEMPLO.publica, entrega: entrega(EXEMPLO.corpo, cabecalhos(EXEMPLO.v1a)) },
  cabecalhoDaAssinatura: 'webhook-signature',
  segredos: [...paresDeChaves.keys()],
  assinar: (publica, corpo) => cabecalhos(ed25519(publica, corpo)),
});

describe('signature', () => {
  const segredos = [EXEMPLO.publica, EXEMPLO.segredo].map(nomearSegredo);
  const conferir = (cabecalhosDela: Entrega['cabecalhos'], agora = AGORA) =>
    padrao.autenticar(entrega(EXEMPLO.corpo, cabecalhosDela), segredos, agora);
  const aceito = { segredo_nome: expect.any(String) };

  it('is any of those in the header, whatever the others are', () => {
    expect(conferir(cabecalhos(`v0,abc v1,AAAA= ${EXEMPLO.v1} v2,x`))).toEqual({ segredo_nome: segredos[1]?.nome });
    expect(conferir(cabecalhos(`v1,AAAA= ${EXEMPLO.v1a}`))).toEqual({ segredo_nome: segredos[0]?.nome });
  });
  it('of one version is none of another', () => {
    for (const outra of [
      EXEMPLO.v1.replace('v1', 'v1a'),
      EXEMPLO.v1a.replace('v1a', 'v1'),
      EXEMPLO.v1.replace('v1', 'v2'),
    ])
      expect(conferir(cabecalhos(outra))).toHaveProperty('recusado');
  });
  it('may come in the headers of Svix; where both families come, the standard counts', () => {
    expect(conferir(cabecalhos(EXEMPLO.v1, 'svix'))).toEqual(aceito);
    expect(conferir({ ...cabecalhos(EXEMPLO.v1, 'svix'), ...cabecalhos('v1,AAAA=') })).toHaveProperty('recusado');
    const identidade = padrao.identificar(entrega(EXEMPLO.corpo, cabecalhos(EXEMPLO.v1, 'svix')));
    expect(identidade).toMatchObject({ evento_id: 'msg_1001_2' });
  });
  it.each([-300_000, -1, 0, 300_000])('arrives %d ms after the attempt', (ms) => {
    expect(conferir(cabecalhos(EXEMPLO.v1), AGORA + ms)).toEqual(aceito);
  });
  it.each([-300_001, 300_001, Number.POSITIVE_INFINITY])('is too old or too new %d ms after the attempt', (ms) => {
    expect(conferir(cabecalhos(EXEMPLO.v1), AGORA + ms)).toHaveProperty('recusado');
  });
  it.each(['', '1772366400.0', '-1', '1e9', '9'.repeat(13), 'now'])('%j is no timestamp', (timestamp) => {
    const corpo = Buffer.from(EXEMPLO.corpo);
    const vinda = cabecalhos(hmac(EXEMPLO.segredo, corpo, timestamp), 'webhook', timestamp);
    expect(conferir(vinda)).toEqual({ recusado: expect.stringContaining('whole seconds') });
  });
  it('covers the id, and needs all three headers', () => {
    const boa = cabecalhos(EXEMPLO.v1);
    expect(conferir({ ...boa, 'webhook-id': 'msg_1001_3' })).toHaveProperty('recusado');
    for (const nome of Object.keys(boa)) {
      const { [nome]: _, ...resto } = boa;
      expect(conferir(resto)).toEqual({ recusado: expect.stringContaining('missing') });
      expect(conferir({ ...boa, [nome]: ['a', 'b'] })).toHaveProperty('recusado');
    }
  });
  it.each(['whpk_', 'whpk_AAAA', 'whsec_', 'whsec_AAAA', 'whsec_!!!!', '', 'x'.repeat(200)])(
    '%j is no key: it verifies nothing, and stops the start',
    (segredo) => {
      const corpo = Buffer.from(EXEMPLO.corpo);
      const vinda = entrega(EXEMPLO.corpo, cabecalhos(hmac(segredo, corpo)));
      expect(padrao.autenticar(vinda, [nomearSegredo(segredo)], AGORA)).toHaveProperty('recusado');
      const config = {
        nome: 'crm',
        dialeto: 'standard_webhooks',
        versao: null,
        apiUrl: null,
        apiToken: null,
        opcoes: {},
      };
      const erros = errosDaOrigem({ ...config, segredos: [EXEMPLO.segredo, segredo] });
      expect(erros).toEqual([expect.stringMatching(/^a secret in ORIGEM_CRM_SEGREDOS must be whsec_/)]);
      if (segredo.length > 6) expect(JSON.stringify(erros)).not.toContain(segredo);
    },
  );
  it('an HMAC key may come without its prefix', () => {
    const nu = nomearSegredo(EXEMPLO.segredo.replace('whsec_', ''));
    expect(padrao.autenticar(entrega(EXEMPLO.corpo, cabecalhos(EXEMPLO.v1)), [nu], AGORA)).toEqual(aceito);
  });
});

describe('the mapping', () => {
  const EVENTO = { tipo: 'order.paid', recurso_id: 'p1' };
  const ler = (dialeto: Dialeto, payload: unknown, tipo = EVENTO.tipo) =>
    dialeto.interpretar(payload, { ...EVENTO, tipo });

  it('left alone reads a type, an id and the fields of the house', () => {
    expect(padrao.identificar(entrega(EXEMPLO.corpo))).toMatchObject({ tipo: 'order.paid', recurso_id: '1001' });
    expect(ler(padrao, JSON.parse(EXEMPLO.corpo))).toEqual({
      status: 'pago',
      sequence: null,
      occurredAt: AGORA + 123,
      dados: { total_centavos: 15990, cliente_email: 'ana@example.com' },
    });
  });
  it('ignores what is about no order, an id or none', () => {
    const corpo = '{"type":"contact.created","timestamp":"2026-03-01T12:00:00Z","data":{"id":"c1"}}';
    expect(padrao.identificar(entrega(corpo))).toMatchObject({ resultado: 'tipo_ignorado', recurso_id: null });
    expect(padrao.identificar(entrega('{"type":"ping"}'))).toMatchObject({ resultado: 'tipo_ignorado' });
  });

  const outro = criar({
    CAMPO_TIPO: 'event.name',
    CAMPO_PEDIDO: 'order.number',
    CAMPO_STATUS: 'order.state',
    STATUS_MAP: 'awaiting:criado,settled:pago',
    TIPOS: 'sale.,order',
    CAMPO_INSTANTE: 'order.changed',
    CAMPO_TOTAL: 'order.price.amount',
    TOTAL_EM: 'decimal',
    CAMPO_MOEDA: 'order.price.currency',
    CAMPO_EMAIL: 'order.buyer',
  });
  const order = {
    number: 7,
    state: 'settled',
    changed: 1772366400,
    price: { amount: '1500', currency: 'JPY' },
    buyer: 'a@b.c',
  };
  it('says where a provider has what', () => {
    const corpo = JSON.stringify({ event: { name: 'sale.changed' }, order });
    expect(outro.identificar(entrega(corpo))).toMatchObject({ tipo: 'sale.changed', recurso_id: '7', resultado: null });
    expect(ler(outro, { order }, 'sale.changed')).toEqual({
      status: 'pago',
      sequence: null,
      occurredAt: AGORA,
      dados: { total_centavos: 1500, cliente_email: 'a@b.c' },
    });
  });
  it('keeps the known words beside new ones; others are invalid, and none at all says nothing', () => {
    expect(ler(outro, { order: { ...order, state: 'shipped' } }, 'sale.x')).toMatchObject({ status: 'enviado' });
    expect(ler(outro, { order: { ...order, state: 'lost' } }, 'sale.x')).toEqual({
      invalido: 'order.state "lost" is no known state',
    });
    expect(ler(outro, { order: { ...order, state: null } }, 'sale.x')).toEqual({ ignorado: true });
    expect(ler(outro, { order }, 'contact.created')).toEqual({ ignorado: true });
  });
  it('names all that is wrong at once', () => {
    const ruim = {
      ...order,
      state: 7,
      changed: '2026-02-30T00:00:00Z',
      price: { amount: '1.5', currency: 'JPY' },
      buyer: 1,
    };
    expect(ler(outro, { order: ruim }, 'sale.x')).toEqual({
      invalido: expect.stringMatching(/order\.state .*order\.changed .*order\.buyer .*order\.price\.amount /),
    });
    expect(ler(padrao, { data: { total_cents: 1.5 } })).toEqual({
      invalido: expect.stringContaining('data.total_cents'),
    });
  });
  it('may order the facts by a sequence', () => {
    const contado = criar({ CAMPO_SEQUENCIA: 'data.version' });
    expect(contado).toMatchObject({ criterio: 'sequencia', declaracao: { resolucaoMs: null } });
    expect(ler(contado, { data: { version: 12 } })).toMatchObject({ sequence: 12, occurredAt: null });
    expect(ler(contado, { data: { version: -1 } })).toHaveProperty('invalido');
  });
  it('that cannot be is refused as a whole', () => {
    const ruins = {
      CAMPO_PEDIDO: 'a..b',
      CAMPO_STATUS: '.',
      STATUS_MAP: 'x',
      TIPOS: ',',
      TOTAL_EM: 'reais',
      CAMPO_X: 'y',
    };
    const feito = criarStandardWebhooks(ruins);
    expect('erros' in feito && feito.erros.map((e) => e.opcao)).toEqual([
      'CAMPO_STATUS',
      'CAMPO_PEDIDO',
      'STATUS_MAP',
      'TIPOS',
      'TOTAL_EM',
      'CAMPO_X',
    ]);
  });
});

test.prop([fc.uint8Array({ minLength: 24, maxLength: 64 }), fc.uint8Array()])(
  'any key of 24 to 64 bytes verifies what it signed',
  (chave, bytes) => {
    const segredo = `whsec_${Buffer.from(chave).toString('base64')}`;
    const corpo = Buffer.from(bytes);
    const vinda = { ...entrega(''), corpo, cabecalhos: cabecalhos(hmac(segredo, corpo)) };
    expect(padrao.autenticar(vinda, [nomearSegredo(segredo)], AGORA)).toHaveProperty('segredo_nome');
  },
);

it('has a README with the example of these tests and every option', () => {
  const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
  for (const texto of Object.values(EXEMPLO)) expect(readme).toContain(`\`${texto}\``);
  const opcoes = ['TIPO', 'PEDIDO', 'STATUS', 'INSTANTE', 'SEQUENCIA', 'TOTAL', 'MOEDA', 'EMAIL'].map(
    (c) => `CAMPO_${c}`,
  );
  for (const opcao of [...opcoes, 'STATUS_MAP', 'TIPOS', 'TOTAL_EM'])
    expect(readme).toContain(`\`ORIGEM_<NOME>_${opcao}\``);
});
