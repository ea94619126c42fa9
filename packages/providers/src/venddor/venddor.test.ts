import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { hmacHex, nomearSegredo } from '../assinatura.ts';
import { suiteDoDialeto } from '../dialeto.suite.ts';
import type { Dialeto, Entrega, Opcoes } from '../dialeto.ts';
import { criarVenddor } from './index.ts';
import { PALAVRAS } from './palavras.ts';

/**
 * The example of the README. Computed with OpenSSL, not with this code:
 * printf '%s' "$CORPO" | openssl dgst -sha256 -hmac segredo-de-exemplo          (base64: -binary | base64)
 * printf '%s' "$PAYLOAD" | openssl dgst -sha256                                 ($PAYLOAD: the text behind "payload":)
 */
const EXEMPLO = {
  segredo: 'segredo-de-exemplo',
  corpo:
    '{"event":"order.statusChanged","webhook_id":"wh_1","timestamp":"2026-03-01T12:00:05Z","payload":{"order_id":"1001","old_status":"pending","new_status":"processing","timestamp":"2026-03-01T12:00:00Z","total_cents":15990,"customer_email":"ana@example.com"}}',
  hex: '5f5252404c6ec2e2ee9fa3898daa7edf687cb7ab6c69fdf7176c345e634f1c5f',
  base64: 'X1JSQExuwuLun6OJjap+32h8t6tsaf33F2w0XmNPHF8=',
  chave: 'order.statusChanged:eac0af4a57517720d4c0d6f9c9fa26fc1e5742da0519aa181aa0e4ab1f821bce',
};

/**
 * A body that JSON.stringify writes in another way. The text it makes of the payload was written by hand, and hashed with
 * OpenSSL: {"order":{"id":9007199254740992},"old_status":"shipped","new_status":"delivered","timestamp":1772443800123,
 * "note":"café / pão 🦆","weight":1.5,"total_cents":1000} (one line, no space after the comma)
 */
const OUTRA_ESCRITA = {
  corpo: String.raw`{ "event": "order.statusChanged", "webhook_id": "wh_1", "timestamp": 1772443800, "retry": true,
  "payload": { "order": {"id": 9007199254740993}, "old_status": "shipped", "new_status": "delivered", "timestamp": 1772443800123, "note": "caf\u00e9 \/ p\u00e3o \ud83e\udd86", "weight": 1.50, "total_cents": 1e3 } }`,
  hex: '86c55a62b22d054fdbc44a14be932b28340211f9186cb36fbbbe2caabc15eac7',
  chave: 'order.statusChanged:757263d7889b64ca50a6128eb2622386ebc5bd941aeb45a0f32e91b185e812a0',
};

function criar(opcoes: Opcoes = {}): Dialeto {
  const feito = criarVenddor(opcoes);
  if ('erros' in feito) throw new Error(JSON.stringify(feito.erros));
  return feito.dialeto;
}
const venddor = criar();
const emBase64 = criar({
  CABECALHO_ASSINATURA: 'X-Hub-Signature',
  CODIFICACAO_ASSINATURA: 'base64',
  PREFIXO_ASSINATURA: 'sha256=',
});

const entrega = (corpo: string, cabecalhos: Entrega['cabecalhos'] = {}): Entrega => ({
  cabecalhos,
  corpo: Buffer.from(corpo),
  consulta: new URLSearchParams(),
});
const valor = fc.oneof(
  fc.jsonValue(),
  fc.nat(),
  fc.maxSafeInteger(),
  fc.double(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('1', '', '1772366400', 1772366400, 1772366400123, '2026-03-01T12:00:00Z', '2026-02-30T12:00:00Z'),
);
const algum = <T>(conhecidos: readonly T[]) => fc.oneof(fc.constantFrom(...conhecidos), valor);
const palavra = algum([
  'pending',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
  'refunded',
  'on_hold',
  '__proto__',
]);
const payload = fc.record(
  {
    id: valor,
    order_id: valor,
    order: fc.oneof(fc.record({ id: valor }), valor),
    event_id: valor,
    status: palavra,
    old_status: palavra,
    new_status: palavra,
    timestamp: valor,
    total_cents: valor,
    customer_email: valor,
  },
  { requiredKeys: [] },
);
const quaseEventos = fc.record(
  {
    event: algum([
      'order.statusChanged',
      'order.created',
      'order.updated',
      'order.noted',
      'incentive.granted',
      'test',
      'api',
      'constructor',
    ]),
    event_id: algum(['api:1', 'webhook:1']),
    timestamp: valor,
    payload: fc.oneof({ weight: 4, arbitrary: payload }, { weight: 1, arbitrary: valor }),
  },
  { requiredKeys: [] },
);

const amostras = {
  ids: [
    (id: string) => `{"order_id":${id},"new_status":"shipped"}`,
    (id: string) => `{"order":{"id":${id}},"id":null,"new_status":"shipped"}`,
    (id: string) => `{"id":${id},"order_id":null,"order":{},"new_status":"shipped"}`,
  ].map((payload) => ({
    campo: 'recurso_id' as const,
    entregaCom: (id: string) => entrega(`{"event":"order.statusChanged","payload":${payload(id)}}`),
  })),
  palavraDesconhecida: {
    tipo: 'order.statusChanged',
    payload: { payload: { order_id: 'p1', new_status: 'teleported', timestamp: 1772366400 } },
    torna: 'invalido' as const,
  },
  soNulos: {
    tipo: 'order.statusChanged',
    payload: {
      timestamp: null,
      payload: { new_status: 'shipped', old_status: null, timestamp: null, total_cents: null, customer_email: null },
    },
  },
  quaseEventos,
};

suiteDoDialeto('Venddor', {
  ...amostras,
  dialeto: venddor,
  exemplo: { segredo: EXEMPLO.segredo, entrega: entrega(EXEMPLO.corpo, { 'x-venddor-signature': EXEMPLO.hex }) },
  cabecalhoDaAssinatura: 'x-venddor-signature',
  assinar: (segredo, corpo) => ({ 'x-venddor-signature': hmacHex(segredo, corpo) }),
});
suiteDoDialeto('Venddor in base64 with a prefix', {
  ...amostras,
  dialeto: emBase64,
  exemplo: {
    segredo: EXEMPLO.segredo,
    entrega: entrega(EXEMPLO.corpo, { 'x-hub-signature': `sha256=${EXEMPLO.base64}` }),
  },
  cabecalhoDaAssinatura: 'x-hub-signature',
  assinar: (segredo, corpo) => ({
    'x-hub-signature': `sha256=${Buffer.from(hmacHex(segredo, corpo), 'hex').toString('base64')}`,
  }),
});

describe('signature', () => {
  const segredos = [nomearSegredo(EXEMPLO.segredo)];
  const conferir = (dialeto: Dialeto, cabecalho: string, assinatura: string, corpo = EXEMPLO.corpo) =>
    dialeto.autenticar(entrega(corpo, { [cabecalho]: assinatura }), segredos, 0);

  it('is over the bytes, not over what a parser makes of them', () => {
    const resposta = conferir(venddor, 'x-venddor-signature', OUTRA_ESCRITA.hex, OUTRA_ESCRITA.corpo);
    expect(resposta).toEqual({ segredo_nome: segredos[0]?.nome });
  });
  it('may be in upper case hex', () => {
    expect(conferir(venddor, 'x-venddor-signature', EXEMPLO.hex.toUpperCase())).toHaveProperty('segredo_nome');
  });
  it.each([
    ['without the prefix', 'x-hub-signature', EXEMPLO.base64, 'the header x-hub-signature lacks the prefix'],
    [
      'in the other encoding',
      'x-hub-signature',
      `sha256=${EXEMPLO.hex}`,
      'no secret of this origem made this signature',
    ],
    ['without its padding', 'x-hub-signature', `sha256=${EXEMPLO.base64.slice(0, -1)}`, 'no secret of this origem'],
    ['under the usual name', 'x-venddor-signature', EXEMPLO.hex, 'the header x-hub-signature is missing'],
  ])('is refused %s', (_, cabecalho, assinatura, recusado) => {
    expect(conferir(emBase64, cabecalho, assinatura)).toEqual({ recusado: expect.stringContaining(recusado) });
  });
});

describe('the key of an event', () => {
  const identificar = (corpo: string) => venddor.identificar(entrega(corpo));

  it('equals the formula of the platform byte for byte', () => {
    expect(identificar(EXEMPLO.corpo)).toMatchObject({ evento_id: EXEMPLO.chave, recurso_id: '1001' });
    expect(identificar(OUTRA_ESCRITA.corpo)).toMatchObject({
      evento_id: OUTRA_ESCRITA.chave,
      recurso_id: '9007199254740993',
    });
  });
  it('is the same in every attempt and in a re-send by hand', () => {
    const envelope = JSON.parse(EXEMPLO.corpo);
    for (const outro of [{ timestamp: 'later' }, { retry: true }, { webhook_id: 'wh_2', attempt: 3 }]) {
      expect(identificar(JSON.stringify({ ...envelope, ...outro }))).toMatchObject({ evento_id: EXEMPLO.chave });
    }
  });
  it('is another for another payload and for another event', () => {
    const envelope = JSON.parse(EXEMPLO.corpo);
    const outros = [
      { ...envelope, payload: { ...envelope.payload, total_cents: 15991 } },
      { ...envelope, payload: { ...envelope.payload, timestamp: '2026-03-01T12:00:01Z' } },
      { ...envelope, event: 'order.updated' },
    ].map((e) => {
      const lido = identificar(JSON.stringify(e));
      return 'evento_id' in lido && lido.evento_id;
    });
    expect(new Set([EXEMPLO.chave, ...outros]).size).toBe(4);
  });
  /** No backslashes in keys: V8 of Node 24 confuses some of them (nodejs/node#63785). */
  const chave = fc.string({ unit: 'binary' }).map((c) => c.replaceAll('\\', '/'));
  test.prop([fc.dictionary(chave, fc.jsonValue()), fc.constantFrom(undefined, 2, '\t')])(
    'is what the formula says, however the payload was written',
    (resto, espaco) => {
      const texto = JSON.stringify({ event: 'catalogue.changed', payload: resto }, null, espaco);
      const hash = createHash('sha256')
        .update(JSON.stringify(JSON.parse(texto).payload))
        .digest('hex');
      const lido = identificar(texto);
      // Postgres refuses NUL and halves of surrogates inside a payload; an id never holds any.
      expect(lido).toMatchObject({ evento_id: `catalogue.changed:${hash}`, resultado: 'tipo_ignorado' });
    },
  );
  it('has a namespace of its own', () => {
    expect(identificar('{"event":"api","payload":{}}')).toMatchObject({
      evento_id: 'webhook:api:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
    });
  });
  it('does not exist for a payload nested so deeply that it cannot be written', () => {
    const fundo = `${'['.repeat(300_000)}${']'.repeat(300_000)}`;
    const lido = identificar(`{"event":"order.statusChanged","payload":{"order_id":"p1","x":${fundo}}}`);
    expect([['quarentena'], ['evento_id', 'payload', 'recurso_id', 'resultado', 'tipo']]).toContainEqual(
      Object.keys(lido).sort(),
    );
  });
});

it('has a README with the example of these tests, every option and every word', () => {
  const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
  for (const texto of Object.values(EXEMPLO)) expect(readme).toContain(`\`${texto}\``);
  for (const palavra of PALAVRAS.keys()) expect(readme).toContain(`\`${palavra}\``);
  for (const opcao of [
    'CABECALHO_ASSINATURA',
    'CODIFICACAO_ASSINATURA',
    'PREFIXO_ASSINATURA',
    'STATUS_MAP',
    'API_VENCE',
  ])
    expect(readme).toContain(`\`ORIGEM_<NOME>_${opcao}\``);
});

it('delivers three times, 30 s apart, and orders its facts by instant', () => {
  expect(venddor).toMatchObject({
    politica: { tentativas: 3, esperaMs: 30_000, sucesso: '2xx', prazoMs: null, castigo: 'nenhum' },
    criterio: 'instante',
    regras: { apiVence: true },
  });
});

describe('options', () => {
  const erros = (opcoes: Opcoes) => {
    const feito = criarVenddor(opcoes);
    return 'erros' in feito ? feito.erros.map((e) => `${e.opcao} ${e.motivo}`) : [];
  };
  const estado = (dialeto: Dialeto, new_status: string) =>
    dialeto.interpretar({ payload: { new_status } }, { tipo: 'order.statusChanged', recurso_id: 'p1' });

  it('may say nothing', () => {
    const vazias = { CABECALHO_ASSINATURA: '', CODIFICACAO_ASSINATURA: '', PREFIXO_ASSINATURA: '', STATUS_MAP: '' };
    expect(erros({ ...vazias, API_VENCE: '' })).toEqual([]);
    const assinada = entrega(EXEMPLO.corpo, { 'x-venddor-signature': EXEMPLO.hex });
    expect(criar(vazias).autenticar(assinada, [nomearSegredo(EXEMPLO.segredo)], 0)).toHaveProperty('segredo_nome');
  });
  it('STATUS_MAP adds words and replaces some, and keeps the others', () => {
    const outro = criar({ STATUS_MAP: 'on_hold:criado, processing : criado,Em Separação:pago' });
    expect(estado(outro, 'on_hold')).toMatchObject({ status: 'criado' });
    expect(estado(outro, 'processing')).toMatchObject({ status: 'criado' });
    expect(estado(outro, 'Em Separação')).toMatchObject({ status: 'pago' });
    expect(estado(outro, 'delivered')).toMatchObject({ status: 'enviado' });
    expect(estado(venddor, 'on_hold')).toHaveProperty('invalido');
    expect(estado(venddor, 'processing')).toMatchObject({ status: 'pago' });
  });
  it.each(['pending', 'pending:', ':pago', 'pending:paid', 'a:b:pago', 'pending:criado,', 'a:pago;b:criado', 'a=pago'])(
    'STATUS_MAP cannot be %s',
    (mapa) => {
      expect(erros({ STATUS_MAP: mapa })).toEqual([expect.stringMatching(/^STATUS_MAP must be a list such as/)]);
    },
  );
  it('API_VENCE says whether the API may take an order back', () => {
    expect(criar({ API_VENCE: 'nao' }).regras.apiVence).toBe(false);
    expect(criar({ API_VENCE: 'sim' }).regras.apiVence).toBe(true);
  });
  it('name all that is wrong at once, and repeat no value', () => {
    const ruins = {
      CABECALHO_ASSINATURA: 'segredo: x',
      CODIFICACAO_ASSINATURA: 'segredo',
      PREFIXO_ASSINATURA: 'segredo\n',
      STATUS_MAP: 'segredo',
      API_VENCE: 'segredo',
      SEGREDO: 'segredo',
    };
    expect(erros(ruins)).toEqual([
      'CABECALHO_ASSINATURA must be the name of a header',
      'CODIFICACAO_ASSINATURA must be hex or base64',
      'PREFIXO_ASSINATURA must be printable ASCII',
      expect.stringMatching(/^STATUS_MAP must be/),
      'API_VENCE must be sim or nao',
      'SEGREDO is no setting of the dialect venddor',
    ]);
    expect(JSON.stringify(erros(ruins))).not.toContain('segredo');
  });
});
