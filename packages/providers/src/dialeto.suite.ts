import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { nomearSegredo } from './assinatura.ts';
import type { Dialeto, Entrega, Identidade } from './dialeto.ts';
import { readJson } from './json/read-json.ts';

/** When the deliveries of these tests arrive. */
const AGORA = Date.UTC(2026, 2, 1, 12);

/** What a dialect shows of itself to be tested. */
export interface Amostras {
  dialeto: Dialeto;
  /** A signed delivery whose signature was computed outside of this code base. */
  exemplo: { segredo: string; entrega: Entrega };
  cabecalhoDaAssinatura: string;
  /** Secrets as such a store gives them; any text where it leaves that to the merchant. */
  segredos?: readonly string[];
  /** The headers with which the store signs these bytes. */
  assinar(segredo: string, corpo: Buffer): Record<string, string>;
  /** Each id that the store sends, and a good delivery of an order's event with this JSON text in its place. */
  ids: { campo: 'evento_id' | 'recurso_id'; entregaCom(json: string): Entrega }[];
  /** An event whose word for the state is not in the dialect's list, and what becomes of it; none where events say no state. */
  palavraDesconhecida?: { tipo: string; payload: unknown; torna: 'invalido' | 'ignorado' | 'gatilho' | 'status' };
  /** An event of a known type with null in every field that may be null; none where events say no fields. */
  soNulos?: { tipo: string; payload: unknown };
  /** Bodies that are nearly events: known names with values of every kind. */
  quaseEventos: fc.Arbitrary<unknown>;
}

const RECURSO = 'p1';

/** What every dialect must pass, whatever its store looks like. */
export function suiteDoDialeto(nome: string, amostras: Amostras): void {
  describe(`${nome}, as every dialect`, () => {
    assinaturas(amostras);
    identidades(amostras);
    interpretacoes(amostras);
  });
}

function assinaturas({ dialeto, exemplo, cabecalhoDaAssinatura, assinar, segredos: varios }: Amostras): void {
  const { entrega } = exemplo;
  const segredos = [nomearSegredo(exemplo.segredo)];
  const com = (mudanca: Partial<Entrega>) => dialeto.autenticar({ ...entrega, ...mudanca }, segredos, AGORA);
  const comCabecalho = (valor: string | string[] | undefined) =>
    com({ cabecalhos: { ...entrega.cabecalhos, [cabecalhoDaAssinatura]: valor } });
  const assinatura = String(entrega.cabecalhos[cabecalhoDaAssinatura]);
  const recusado = { recusado: expect.any(String) };
  const cobreOCorpo = dialeto.declaracao.assinatura === 'corpo';

  it('accepts the fixed example and names its secret', () => {
    expect(dialeto.autenticar(entrega, segredos, AGORA)).toEqual({ segredo_nome: nomearSegredo(exemplo.segredo).nome });
  });
  it('accepts any of several secrets and names the one', () => {
    const todos = varios ?? ['antigo', 'atual', 'próximo'];
    for (const segredo of todos) {
      const assinada = { ...entrega, cabecalhos: assinar(segredo, entrega.corpo) };
      const { nome } = nomearSegredo(segredo);
      expect(dialeto.autenticar(assinada, todos.map(nomearSegredo), AGORA)).toEqual({ segredo_nome: nome });
    }
  });
  it('refuses everything where there is no secret, and a signature of a secret that is not configured', () => {
    expect(dialeto.autenticar(entrega, [], AGORA)).toEqual(recusado);
    expect(dialeto.autenticar(entrega, [nomearSegredo(`${exemplo.segredo}.`)], AGORA)).toEqual(recusado);
  });
  if (cobreOCorpo)
    it('refuses the body with any one byte changed, missing or added', () => {
      for (let i = 0; i < entrega.corpo.length; i++) {
        const corpo = Buffer.from(entrega.corpo);
        corpo[i] = corpo[i]! ^ 1;
        expect(com({ corpo })).toEqual(recusado);
      }
      expect(com({ corpo: entrega.corpo.subarray(1) })).toEqual(recusado);
      expect(com({ corpo: Buffer.concat([entrega.corpo, Buffer.from('\n')]) })).toEqual(recusado);
    });
  it('refuses the signature with any one character changed, missing or added', () => {
    for (let i = 0; i < assinatura.length; i++) {
      const trocado = String.fromCharCode(assinatura.charCodeAt(i) ^ 1);
      expect(comCabecalho(assinatura.slice(0, i) + trocado + assinatura.slice(i + 1))).toEqual(recusado);
    }
    expect(comCabecalho(assinatura.slice(0, -1))).toEqual(recusado);
    expect(comCabecalho(`${assinatura}0`)).toEqual(recusado);
  });
  it('refuses a signature that is missing, empty, sent twice or garbage, without throwing', () => {
    const lixo = ['', ' ', 'é'.repeat(32), '🦆'.repeat(assinatura.length), '\0', '0'.repeat(64), 'x'.repeat(1e5)];
    for (const valor of [undefined, [], [assinatura, assinatura], ...lixo]) {
      expect(comCabecalho(valor)).toEqual(recusado);
    }
  });
  it('does not throw on the signature in upper case or in a list', () => {
    expect(() => comCabecalho(assinatura.toUpperCase())).not.toThrow();
    expect(() => comCabecalho([assinatura])).not.toThrow();
  });
  test.prop([fc.string({ unit: 'binary' })])(
    'refuses any other text as a signature and does not repeat it',
    (valor) => {
      const resposta = comCabecalho(`<${valor}>`);
      expect(resposta).toEqual(recusado);
      expect(JSON.stringify(resposta)).not.toContain(JSON.stringify(`<${valor}>`).slice(1, -1));
      expect(JSON.stringify(resposta)).not.toContain(exemplo.segredo);
    },
  );
  test.prop([fc.uint8Array({ minLength: 1 })])('a signature holds for bytes, whatever they are', (bytes) => {
    const corpo = Buffer.from(bytes);
    const cabecalhos = assinar(exemplo.segredo, corpo);
    expect(com({ cabecalhos, corpo })).toEqual({ segredo_nome: segredos[0]?.nome });
  });
}

function identidades({ dialeto, exemplo, ids, quaseEventos }: Amostras): void {
  const comCorpo = (corpo: Buffer | string) => dialeto.identificar({ ...exemplo.entrega, corpo: Buffer.from(corpo) });
  const quarentena = { quarentena: expect.any(String) };

  it('names its events as it declares', () => {
    const identidade = dialeto.identificar(exemplo.entrega);
    expect('repetivel' in identidade).toBe(dialeto.declaracao.chave === null);
    expect(dialeto.identificar(exemplo.entrega)).toEqual(identidade);
  });
  it('takes no event for a handshake', () => {
    expect(dialeto.saudar?.(exemplo.entrega) ?? null).toBeNull();
  });
  test.prop([fc.uint8Array(), fc.dictionary(fc.string(), fc.string())])(
    'answers a handshake or none, whatever the bytes and headers',
    (bytes, cabecalhos) => {
      const saudacao = dialeto.saudar?.({ ...exemplo.entrega, cabecalhos, corpo: Buffer.from(bytes) }) ?? null;
      if (saudacao !== null) expect(saudacao.status).toBe(200);
    },
  );
  it('knows the order of the fixed example', () => {
    const identidade = dialeto.identificar(exemplo.entrega);
    expect(identidade).toMatchObject({
      evento_id: expect.any(String),
      recurso_id: expect.any(String),
      resultado: null,
    });
    conferir(identidade);
  });
  it.each([
    ['nothing', ''],
    ['no JSON', '{"id":'],
    ['a NUL byte', '{"id":"\0"}'],
    ['a NUL byte after the JSON', Buffer.concat([exemplo.entrega.corpo, Buffer.from([0])])],
    ['a byte order mark before the JSON', Buffer.concat([Buffer.from('\u{FEFF}'), exemplo.entrega.corpo])],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['half a surrogate pair as bytes', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['null', 'null'],
    ['a list', '[]'],
    ['a number', '7'],
    ['a string', '"order.paid"'],
    ['an empty object', '{}'],
  ])('quarantines a body that is %s', (_, corpo) => {
    expect(comCorpo(corpo)).toEqual(quarentena);
  });

  describe.each(ids)('$campo', ({ campo, entregaCom }) => {
    const lido = (json: string) => {
      const identidade = dialeto.identificar(entregaCom(json));
      return 'quarentena' in identidade ? identidade : identidade[campo];
    };
    it.each([
      ['"abc"', 'abc'],
      ['42', '42'],
      ['"42"', '42'],
      ['9007199254740991', '9007199254740991'],
      ['9007199254740993', '9007199254740993'],
      ['820982911946154508', '820982911946154508'],
      ['18446744073709551615', '18446744073709551615'],
      ['"820982911946154508"', '820982911946154508'],
      ['"pedido é 🦆"', 'pedido é 🦆'],
    ])('is exact: %s', (json, id) => {
      expect(lido(json)).toBe(id);
    });
    it.each(['null', '""', '{}', '[]', '["a"]', 'true', '1.5', '1e400', '1e30'])('is not %s', (json) => {
      expect(lido(json)).toEqual(quarentena);
    });
    it.each([String.raw`"a\u0000b"`, String.raw`"a\ud800"`, String.raw`"\udc00\ud800"`])(
      'cannot be %s, which Postgres cannot store',
      (json) => {
        expect(lido(json)).toEqual(quarentena);
      },
    );
    it('has at most 512 bytes', () => {
      expect(lido(JSON.stringify('x'.repeat(512)))).toBe('x'.repeat(512));
      expect(lido(JSON.stringify('x'.repeat(513)))).toEqual(quarentena);
      expect(lido(JSON.stringify('é'.repeat(256)))).toBe('é'.repeat(256));
      expect(lido(JSON.stringify('é'.repeat(257)))).toEqual(quarentena);
      expect(lido('1'.repeat(600))).toEqual(quarentena);
    });
    test.prop([fc.bigInt()])('is exact for a whole number of any size', (numero) => {
      expect(lido(String(numero))).toBe(String(numero));
    });
  });

  test.prop([fc.uint8Array()])('never throws, whatever the bytes', (bytes) => {
    conferir(comCorpo(Buffer.from(bytes)));
  });
  test.prop([fc.json()])('never throws, whatever the JSON', (json) => {
    conferir(comCorpo(json));
  });
  test.prop([quaseEventos])('never throws on what is nearly an event', (evento) => {
    conferir(comCorpo(JSON.stringify(evento)));
  });
}

/** What the inbox relies on. */
function conferir(identidade: Identidade): void {
  if ('quarentena' in identidade) return;
  const { evento_id, recurso_id, tipo, payload, resultado } = identidade;
  expect(evento_id).not.toMatch(/^(api|poda):/);
  expect(Buffer.byteLength(evento_id) <= 480 || !('repetivel' in identidade)).toBe(true);
  if (resultado === null) expect(recurso_id).not.toBeNull();
  for (const texto of [evento_id, tipo, ...(recurso_id === null ? [] : [recurso_id])]) {
    expect(texto).not.toBe('');
    expect(texto).not.toMatch(/\0|\p{Surrogate}/u);
    expect(Buffer.byteLength(texto)).toBeLessThanOrEqual(512);
  }
  expect(() => readJson(payload)).not.toThrow();
}

function interpretacoes({ dialeto, exemplo, palavraDesconhecida, soNulos, quaseEventos }: Amostras): void {
  const evento = (tipo: string) => ({ tipo, recurso_id: RECURSO });
  const exemplar = dialeto.identificar(exemplo.entrega);
  const tipo = 'quarentena' in exemplar ? '' : exemplar.tipo;

  const soAvisa = dialeto.declaracao.corpo === 'magro' || dialeto.declaracao.assinatura !== 'corpo';

  it('reads out of the fixed example what it declares: a state, or that the order is to be read', () => {
    const payload = 'quarentena' in exemplar ? null : readJson(exemplar.payload);
    expect(dialeto.interpretar(payload, evento(tipo))).toMatchObject(
      soAvisa ? { gatilho: true } : { status: expect.any(String) },
    );
  });
  if (palavraDesconhecida)
    it('answers an unknown word with a value, never with an exception', () => {
      const { payload, tipo, torna } = palavraDesconhecida;
      expect(Object.keys(dialeto.interpretar(payload, evento(tipo)))).toContain(torna);
    });
  if (soNulos)
    it('takes null for "says nothing", so that it erases nothing', () => {
      const lido = dialeto.interpretar(soNulos.payload, evento(soNulos.tipo));
      expect(lido).toMatchObject({ dados: { total_centavos: null, cliente_email: null } });
    });
  test.prop([fc.jsonValue(), fc.constantFrom(tipo, 'constructor', '__proto__', '')])(
    'never throws, whatever the payload',
    (payload, qual) => {
      conferirLeitura(dialeto.interpretar(payload, evento(qual)), soAvisa);
    },
  );
  test.prop([quaseEventos])('never throws on what is nearly an event, and reads only sound values', (quase) => {
    conferirLeitura(dialeto.interpretar(readJson(JSON.stringify(quase)), evento(tipo)), soAvisa);
  });
}

/** What the domain relies on. */
function conferirLeitura(lido: ReturnType<Dialeto['interpretar']>, soAvisa: boolean): void {
  if ('ignorado' in lido || 'gatilho' in lido) return;
  if ('invalido' in lido) {
    expect(lido.invalido).not.toBe('');
    return;
  }
  expect(soAvisa).toBe(false);
  const marcas = 'anotacao' in lido ? lido.anotacao : lido.marcas;
  for (const { id, centavos } of marcas?.reembolsos ?? []) {
    expect(id).not.toBe('');
    expect(centavos).toSatisfy((c: number) => Number.isSafeInteger(c) && c >= 0);
  }
  const dados = 'dados' in lido ? lido.dados : null;
  for (const numero of [lido.sequence, lido.occurredAt, dados?.total_centavos ?? null]) {
    if (numero !== null) expect(numero).toSatisfy(Number.isSafeInteger);
  }
  expect(dados?.cliente_email).not.toBe('');
}
