import { EFEITOS, type Efeito } from '@entrada/domain';
import { type BancoDeTeste, bancoDeTeste, waitUntil } from '@entrada/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHAVE, chave, estado, esvaziar } from './exemplos.suite.ts';
import {
  adiarCabecas,
  adiarEfeito,
  anularPares,
  type Chave,
  confirmarEfeito,
  contarEfeitosPendentes,
  efeitosDoPedido,
  efeitosPendentes,
  falharEfeito,
  gravarPedidos,
  inserirEfeitos,
  reenviarEfeito,
  reservarCabecas,
  type Sql,
  transacao,
  travarPedidos,
} from './index.ts';

let banco: BancoDeTeste;
let sql: Sql;
beforeAll(async () => {
  banco = await bancoDeTeste({ max: 20 });
  sql = banco.sql;
});
beforeEach(() => esvaziar(sql));
afterAll(() => banco.fechar());

const DIA = 24 * 60 * 60_000;
const VIDA = ['liberar_separacao', 'interromper_separacao', 'notificar_reembolso'] as const;

/** Orders with these effects each, born in this order. */
async function nascer(pedidos: readonly string[], efeitos: readonly Efeito[] = VIDA): Promise<Chave[]> {
  const chaves = pedidos.map((p) => chave(p));
  await transacao(sql, async (tx) => {
    await gravarPedidos(
      tx,
      chaves.map((c) => ({ ...c, estado: estado() })),
    );
    await inserirEfeitos(
      tx,
      chaves.flatMap((c) =>
        efeitos.map((efeito) => ({ ...c, efeito, ocorrencia: 1, evento_id: 'e', corpo: { b: 1, a: 'é' } })),
      ),
    );
  });
  return chaves;
}

let vez = 0;
const reservar = (chaves: readonly Chave[] = [CHAVE], duracaoMs = 30_000) =>
  reservarCabecas(sql, chaves, { reserva: `r${++vez}`, duracaoMs });
async function reservarUm(duracaoMs?: number) {
  const [efeito] = await reservar([CHAVE], duracaoMs);
  if (!efeito) throw new Error('nothing was claimed');
  return efeito;
}
const espera = { erro: 'HTTP 503', esperaMs: 60_000, desistirAposMs: DIA };
const vencer = () =>
  sql`update outbox set reservado_ate = reservado_ate - interval '1 h', proxima_tentativa_em = proxima_tentativa_em - interval '1 h'`;
const pagina = { aPartirDe: null, limite: 10, idadeMinimaMs: 30_000 };
const efeito = async (nome: Efeito) => (await efeitosDoPedido(sql, CHAVE)).find((e) => e.efeito === nome);

describe('claiming', () => {
  test('takes the oldest open effect of each order, and its body as one text', async () => {
    const chaves = await nascer(['p1', 'p2']);
    const reservados = await reservar([...chaves, chave('p3')]);
    expect(reservados.map((r) => [r.recurso_id, r.efeito, r.tentativas]).toSorted()).toEqual([
      ['p1', 'liberar_separacao', 1],
      ['p2', 'liberar_separacao', 1],
    ]);
    expect(reservados[0]?.corpo).toMatch(/^\{"a": "é", "b": 1, "criado_em": "\d{4}-[^"]+Z"\}$/);
    expect(reservados[0]?.reservado_em).toBeInstanceOf(Date);
    expect(await reservar([])).toEqual([]);
  });

  test('takes nothing of an order whose head is claimed or put off, whatever stands behind it', async () => {
    await nascer(['p1']);
    const head = await reservarUm();
    expect(await reservar()).toEqual([]);
    expect(await adiarEfeito(sql, head, espera)).toBe('adiado');
    expect(await reservar()).toEqual([]);
    await vencer();
    expect(await reservarUm()).toMatchObject({ efeito: 'liberar_separacao', tentativas: 2, corpo: head.corpo });
  });

  test('goes on to the next effect once the head was sent, has failed or was annulled', async () => {
    await nascer(['p1'], EFEITOS);
    await transacao(sql, (tx) => anularPares(tx, [{ ...CHAVE, ocorrencia: 1 }]));
    const reembolso = await reservarUm();
    expect(reembolso.efeito).toBe('notificar_reembolso');
    await esvaziar(sql);
    await nascer(['p1']);
    expect(await confirmarEfeito(sql, await reservarUm())).toBe(true);
    expect(await falharEfeito(sql, await reservarUm(), 'HTTP 400')).toBe(true);
    expect((await reservarUm()).efeito).toBe('notificar_reembolso');
    expect((await efeitosDoPedido(sql, CHAVE)).map((e) => [e.enviado_em !== null, e.falhou_em !== null])).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ]);
  });

  test('takes an effect over whose claim has run out; the late marks of its first owner change nothing', async () => {
    await nascer(['p1']);
    const perdida = await reservarUm();
    await vencer();
    const nova = await reservarUm();
    expect(nova).toMatchObject({ seq: perdida.seq, tentativas: 2 });
    expect(await confirmarEfeito(sql, perdida)).toBe(false);
    expect(await falharEfeito(sql, perdida, 'x')).toBe(false);
    expect(await adiarEfeito(sql, perdida, espera)).toBeNull();
    expect(await efeito('liberar_separacao')).toMatchObject({ enviado_em: null, falhou_em: null, ultimo_erro: null });
    expect(await confirmarEfeito(sql, nova)).toBe(true);
    expect(await confirmarEfeito(sql, nova)).toBe(false);
  });

  test('a claim that ran out, but that nobody took over, can still be confirmed', async () => {
    await nascer(['p1']);
    const reserva = await reservarUm();
    await vencer();
    expect(await confirmarEfeito(sql, reserva)).toBe(true);
  });

  test('by 20 processes at once gives each effect to one of them, in order of birth per order', async () => {
    const chaves = await nascer(Array.from({ length: 20 }, (_, i) => `p${i}`));
    const enviados: string[] = [];
    const publicador = async () => {
      for (let ociosos = 0; ociosos < 5; ) {
        const meus = await reservar(chaves.toSorted(() => Math.random() - 0.5).slice(0, 7));
        ociosos = meus.length === 0 ? ociosos + 1 : 0;
        for (const e of meus) {
          enviados.push(`${e.recurso_id} ${e.efeito}`);
          expect(await confirmarEfeito(sql, e)).toBe(true);
        }
      }
    };
    await Promise.all(Array.from({ length: 20 }, publicador));
    expect(enviados).toHaveLength(60);
    for (const { recurso_id } of chaves)
      expect(enviados.filter((e) => e.startsWith(`${recurso_id} `))).toEqual(VIDA.map((v) => `${recurso_id} ${v}`));
  });
});

describe('a pair of release and interruption', () => {
  const anular = () => transacao(sql, (tx) => anularPares(tx, [{ ...CHAVE, ocorrencia: 1 }]));

  test('that is being annulled is not claimed, and is never sent afterwards', async () => {
    await nascer(['p1'], ['liberar_separacao', 'interromper_separacao']);
    await transacao(sql, async (tx) => {
      await anularPares(tx, [{ ...CHAVE, ocorrencia: 1 }]);
      expect(await reservar()).toEqual([]);
    });
    expect(await reservar()).toEqual([]);
    expect(await efeitosPendentes(sql, { ...pagina, idadeMinimaMs: 0 })).toEqual([]);
  });

  test('is not annulled any more once its release was claimed, not even after the claim has run out', async () => {
    await nascer(['p1'], ['liberar_separacao', 'interromper_separacao']);
    await reservarUm();
    expect(await anular()).toEqual([]);
    await vencer();
    expect(await anular()).toEqual([]);
  });

  test('can be annulled while its head is only put off because the ERP is known not to answer', async () => {
    await nascer(['p1'], ['liberar_separacao', 'interromper_separacao']);
    expect(await adiarCabecas(sql, [CHAVE], { erro: 'circuit open', esperaMs: 60_000 })).toBe(1);
    expect(await efeito('liberar_separacao')).toMatchObject({ tentativas: 0, ultimo_erro: 'circuit open' });
    expect(await reservar()).toEqual([]);
    expect(await anular()).toHaveLength(1);
  });
});

describe('putting off', () => {
  test('ends a day after the first attempt, not after the birth: then the effect has failed', async () => {
    await nascer(['p1']);
    await sql`update outbox set criado_em = now() - interval '3 days'`;
    const primeira = await reservarUm();
    expect(await adiarEfeito(sql, primeira, espera)).toBe('adiado');
    await sql`update outbox set tentado_desde = now() - interval '24 h', proxima_tentativa_em = null where tentativas = 1`;
    expect(await adiarEfeito(sql, await reservarUm(), espera)).toBe('falhou');
    expect(await efeito('liberar_separacao')).toMatchObject({
      ultimo_erro: 'HTTP 503',
      proxima_tentativa_em: null,
      tentativas: 2,
    });
    expect((await reservarUm()).efeito).toBe('interromper_separacao');
  });

  test('a head leaves alone what is claimed, and what stands behind a head', async () => {
    await nascer(['p1', 'p2']);
    await reservarUm();
    const adiadas = await adiarCabecas(sql, [CHAVE, chave('p2')], { erro: 'x', esperaMs: 1 });
    expect(adiadas).toBe(1);
    expect(await efeito('interromper_separacao')).toMatchObject({ proxima_tentativa_em: null, ultimo_erro: null });
  });

  test('a confirmed effect has no error to show', async () => {
    await nascer(['p1']);
    await adiarEfeito(sql, await reservarUm(), espera);
    await vencer();
    await confirmarEfeito(sql, await reservarUm());
    expect(await efeito('liberar_separacao')).toMatchObject({ tentativas: 2, ultimo_erro: null });
  });
});

describe('the sweep', () => {
  test('finds each order whose head is due once, page by page', async () => {
    await nascer(['p1', 'p2', 'p3', 'p4', 'p5']);
    expect(await efeitosPendentes(sql, pagina)).toEqual([]); // young: on their way
    await sql`update outbox set criado_em = now() - interval '1 min'`;
    const primeira = await efeitosPendentes(sql, { ...pagina, limite: 3 });
    expect(primeira.map((c) => c.recurso_id)).toEqual(['p1', 'p2', 'p3']);
    const segunda = await efeitosPendentes(sql, { ...pagina, limite: 3, aPartirDe: primeira.at(-1)! });
    expect(segunda.map((c) => c.recurso_id)).toEqual(['p4', 'p5']);
  });

  test('looks at the head only: an order whose head is claimed or put off is not due, one whose claim ran out is', async () => {
    await nascer(['p1']);
    await sql`update outbox set criado_em = now() - interval '1 min'`;
    const head = await reservarUm();
    expect(await efeitosPendentes(sql, pagina)).toEqual([]);
    await vencer();
    expect(await efeitosPendentes(sql, pagina)).toEqual([CHAVE]);
    await adiarEfeito(sql, head, espera);
    expect(await efeitosPendentes(sql, pagina)).toEqual([]);
  });

  test('does not ask for an age where a first attempt was put off', async () => {
    await nascer(['p1']);
    await adiarEfeito(sql, await reservarUm(), { ...espera, esperaMs: 0 });
    expect(await efeitosPendentes(sql, pagina)).toEqual([CHAVE]);
  });

  test('what is still to send is counted, with the age of the oldest', async () => {
    expect(await contarEfeitosPendentes(sql)).toEqual({ pendentes: 0, mais_antigo_em: null, mais_antigo_ms: 0 });
    await nascer(['p1']);
    await sql`update outbox set criado_em = now() - interval '1 h' where efeito = 'interromper_separacao'`;
    await confirmarEfeito(sql, await reservarUm());
    const { pendentes, mais_antigo_ms } = await contarEfeitosPendentes(sql);
    expect(pendentes).toBe(2);
    expect(mais_antigo_ms).toBeGreaterThan(3_500_000);
  });
});

describe('sending again', () => {
  const reenviar = (nome: Efeito) =>
    transacao(sql, (tx) => reenviarEfeito(tx, { ...CHAVE, efeito: nome, ocorrencia: 1 }));

  test('a failed effect becomes the head again, at once, with its body, a new day and short waits', async () => {
    await nascer(['p1']);
    await sql`update outbox set tentativas = 90 where efeito = 'liberar_separacao'`;
    const head = await reservarUm();
    await falharEfeito(sql, head, 'HTTP 400');
    expect(await reenviar('liberar_separacao')).toBe('retomado');
    const [linha] = await sql`select tentado_desde, ultimo_erro from outbox where seq = ${head.seq}`;
    expect(linha).toEqual({ tentado_desde: null, ultimo_erro: 'HTTP 400' });
    expect(await reservarUm()).toMatchObject({ seq: head.seq, corpo: head.corpo, tentativas: 2 });
  });

  test('is refused once a later effect was sent, and while one is being sent', async () => {
    await nascer(['p1']);
    await falharEfeito(sql, await reservarUm(), 'HTTP 400');
    const seguinte = await reservarUm();
    expect(await reenviar('liberar_separacao')).toBe('posterior_em_envio');
    await confirmarEfeito(sql, seguinte);
    expect(await reenviar('liberar_separacao')).toBe('posterior_enviado');
    expect((await reservarUm()).efeito).toBe('notificar_reembolso');
  });

  test('is possible where the later effects failed too, or wait', async () => {
    await nascer(['p1']);
    await falharEfeito(sql, await reservarUm(), 'HTTP 400');
    await falharEfeito(sql, await reservarUm(), 'HTTP 400');
    await adiarEfeito(sql, await reservarUm(), espera);
    expect(await reenviar('interromper_separacao')).toBe('retomado');
    expect(await reenviar('liberar_separacao')).toBe('retomado');
    expect((await reservarUm()).efeito).toBe('liberar_separacao');
  });

  test('is only for what has failed', async () => {
    await nascer(['p1'], ['liberar_separacao']);
    expect(await reenviar('liberar_separacao')).toBe('nao_falhou');
    expect(await reenviar('notificar_reembolso')).toBe('inexistente');
    await confirmarEfeito(sql, await reservarUm());
    expect(await reenviar('liberar_separacao')).toBe('nao_falhou');
  });

  test('waits for an apply that is about to give the order another effect', async () => {
    await nascer(['p1'], ['liberar_separacao']);
    await falharEfeito(sql, await reservarUm(), 'HTTP 400');
    let reenvio: ReturnType<typeof reenviar> | undefined;
    await transacao(sql, async (apply) => {
      await travarPedidos(apply, [CHAVE]);
      reenvio = reenviar('liberar_separacao');
      await waitUntil(async () => (await sql`select 1 from pg_locks where not granted`).length > 0);
      await inserirEfeitos(apply, [
        { ...CHAVE, efeito: 'notificar_reembolso', ocorrencia: 1, evento_id: 'e', corpo: {} },
      ]);
    });
    expect(await reenvio).toBe('retomado');
    expect((await reservarUm()).efeito).toBe('liberar_separacao');
  });

  test('a claim that began before and goes on after it does not overtake the effect taken up again', async () => {
    await nascer(['p1'], ['liberar_separacao', 'interromper_separacao']);
    await falharEfeito(sql, await reservarUm(), 'HTTP 400');
    for (let i = 0; i < 30; i++) {
      const [retomado, reservados] = await Promise.all([reenviar('liberar_separacao'), reservar()]);
      const ordem = reservados.map((r) => r.efeito);
      if (retomado === 'retomado') expect(ordem).not.toContain('interromper_separacao');
      else expect(ordem).toEqual(['interromper_separacao']);
      for (const r of reservados) await adiarEfeito(sql, r, { ...espera, esperaMs: 0 });
      const [livre] = await reservar();
      if (livre?.efeito === 'liberar_separacao') await falharEfeito(sql, livre, 'HTTP 400');
      else if (livre) await adiarEfeito(sql, livre, { ...espera, esperaMs: 0 });
    }
  });
});
