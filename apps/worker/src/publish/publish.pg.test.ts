import {
  anularPares,
  type Chave,
  conectar,
  efeitosDoPedido,
  efeitosPendentes,
  gravarPedidos,
  inserirEfeitos,
  reenviarEfeito,
  type Sql,
  transacao,
} from '@entrada/db';
import type { Efeito } from '@entrada/domain';
import { createLogger, createMetrics } from '@entrada/runtime';
import { type BancoDeTeste, bancoDeTeste, waitUntil } from '@entrada/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ErpDuplo, type Reacao, subirErp } from './erp-duplo.suite.ts';
import { criarMetricasDoPublish } from './metricas.ts';
import { type Publicador, papelPublish } from './papel.ts';

const SEGREDO = 'segredo-do-erp';
const P1: Chave = { origem: 'loja', recurso_id: 'p1' };
const VIDA = ['liberar_separacao', 'interromper_separacao', 'notificar_reembolso'] as const;

let banco: BancoDeTeste;
let sql: Sql;
let erp: ErpDuplo;
let linhas: string[];
const abertos: { fechar(): Promise<unknown> }[] = [];

beforeAll(async () => {
  banco = await bancoDeTeste();
  sql = banco.sql;
});
afterAll(() => banco.fechar());
beforeEach(async () => {
  await sql`truncate pedidos, transicoes, outbox`;
  erp = await subirErp(SEGREDO);
  linhas = [];
});
afterEach(async () => {
  await erp.desligar();
  await Promise.all(abertos.splice(0).map((a) => a.fechar()));
  expect(erp.queixas).toEqual([]);
});

interface Opcoes {
  prazoMs?: number;
  segredo?: string;
  /** Failures in a row that open the circuit; by default it never opens in these tests. */
  falhas?: number;
}

/** A publisher as a process has it: its own connections to the database and to the ERP, its own circuit. */
function novo({ prazoMs = 1_000, segredo = SEGREDO, falhas = 1e9 }: Opcoes = {}) {
  const meu = conectar(banco.url, { max: 6 });
  const metrics = createMetrics();
  const destino = { write: (linha: string) => void linhas.push(linha) };
  const publicador = papelPublish({
    sql: meu,
    erp: { url: erp.url, segredo, conexoes: 10, prazoMs },
    disjuntor: { falhas, inicialMs: 50, tetoMs: 100 },
    logger: createLogger({ nome: 'worker', level: 'info', destino }),
    metricas: criarMetricasDoPublish(metrics, meu),
  });
  abertos.push({ fechar: () => Promise.all([publicador.fechar(), meu.end({ timeout: 1 })]) });
  return { ...publicador, metricas: () => metrics.texto() };
}

async function nascer(pedidos: readonly string[], efeitos: readonly Efeito[] = VIDA): Promise<Chave[]> {
  const chaves = pedidos.map((recurso_id) => ({ origem: 'loja', recurso_id }));
  const campos = { total_centavos: null, cliente_email: null };
  const estado = {
    status: 'reembolsado',
    versao_origem: 1,
    versao_maxima: 1,
    campos,
    foi_enviado: false,
    reaberto: false,
  } as const;
  await transacao(sql, async (tx) => {
    await gravarPedidos(
      tx,
      chaves.map((c) => ({ ...c, estado })),
    );
    const novos = chaves.flatMap(({ origem, recurso_id }) =>
      efeitos.map((efeito, i) => {
        const corpo = { origem, pedido_id: recurso_id, efeito, ocorrencia: 1, lugar: i + 1, pedido: { nome: 'Zé' } };
        return { origem, recurso_id, efeito, ocorrencia: 1, evento_id: 'e', corpo };
      }),
    );
    await inserirEfeitos(tx, novos);
  });
  return chaves;
}

const efeito = async (nome: Efeito, chave = P1) => (await efeitosDoPedido(sql, chave)).find((e) => e.efeito === nome);
const chaveDe = (nome: Efeito, pedido = 'p1') => `loja:${pedido}:${nome}:1`;
const chegar = () => sql`update outbox set proxima_tentativa_em = now() where proxima_tentativa_em is not null`;
const vencer = () => sql`update outbox set reservado_ate = now() where reservado_ate is not null`;

/** Lets time pass and wakes every publisher for every order, as the sweep does, until nothing is left to send. */
async function drenar(publicadores: readonly Pick<Publicador, 'publicar'>[]) {
  for (let volta = 0; ; volta++) {
    await chegar();
    const devidos = await efeitosPendentes(sql, { aPartirDe: null, limite: 1_000, idadeMinimaMs: 0 });
    if (devidos.length === 0) return volta;
    if (volta > 500) throw new Error('it does not end');
    await Promise.all(devidos.flatMap((chave) => publicadores.map((p) => p.publicar(chave))));
  }
}

describe('an ERP in good health', () => {
  it('gets the effects of an order in the order of their birth, each with its key and its body, over one connection', async () => {
    await nascer(['p1', 'São 1.2/%']);
    const publicador = novo();
    expect(await publicador.publicar(P1)).toEqual(VIDA.map((e) => ({ efeito: e, ocorrencia: 1, situacao: 'enviado' })));
    await publicador.publicar({ origem: 'loja', recurso_id: 'São 1.2/%' });
    expect([...erp.aceitos.keys()]).toEqual([
      ...VIDA.map((e) => chaveDe(e)),
      ...VIDA.map((e) => chaveDe(e, 'S%C3%A3o%201.2/%25')),
    ]);
    const corpos = await sql<{ corpo: string }[]>`select corpo::text as corpo from outbox order by seq`;
    expect([...erp.aceitos.values()]).toEqual(corpos.map((c) => c.corpo));
    expect(erp.conexoes()).toBe(1);
    expect(await efeito('liberar_separacao')).toMatchObject({ tentativas: 1, ultimo_erro: null, falhou_em: null });
    const metricas = await publicador.metricas();
    expect(metricas).toMatch('entrada_effects_total{efeito="liberar_separacao",fim="enviado"} 2');
    expect(metricas).toMatch(/entrada_effect_attempts_total\{efeito="liberar_separacao",desfecho="confirmado"\} 2/);
    expect(metricas).toMatch(/^entrada_outbox_pending 0$/m);
  });

  it('is signed with a whsec_ secret too', async () => {
    const segredo = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    await erp.desligar();
    erp = await subirErp(segredo);
    await nascer(['p1']);
    await novo({ segredo }).publicar(P1);
    expect(erp.aceitos.size).toBe(3);
  });

  it('never gets a pair that was annulled', async () => {
    await nascer(['p1']);
    await transacao(sql, (tx) => anularPares(tx, [{ ...P1, ocorrencia: 1 }]));
    await novo().publicar(P1);
    expect([...erp.aceitos.keys()]).toEqual([chaveDe('notificar_reembolso')]);
  });

  it('is not asked for another effect once the process is leaving', async () => {
    await nascer(['p1']);
    const publicador = novo();
    erp.reagir(() => {
      publicador.parar();
      return { atrasoMs: 100 };
    });
    expect(await publicador.publicar(P1)).toHaveLength(1);
    expect([...erp.aceitos.keys()]).toEqual([chaveDe('liberar_separacao')]);
    expect(await efeito('interromper_separacao')).toMatchObject({ tentativas: 0 });
  });
});

describe('an ERP in trouble', () => {
  it('down for a while: everything waits and says why, and arrives once it is back', async () => {
    const chaves = await nascer(Array.from({ length: 20 }, (_, i) => `p${i}`));
    const publicadores = [novo({ falhas: 5 }), novo({ falhas: 5 })];
    await erp.desligar();
    for (const publicador of publicadores) for (const chave of chaves) await publicador.publicar(chave);
    const [antes] = await sql`
      select count(*) as n, count(*) filter (where tentativas > 0) as tentados, count(enviado_em) as enviados from outbox`;
    expect(antes).toMatchObject({ n: 60, enviados: 0 });
    expect(antes?.tentados).toBeLessThan(15); // two circuits opened: the others were put off without an attempt
    expect(await efeito('liberar_separacao', chaves[0])).toMatchObject({ ultimo_erro: 'ECONNREFUSED' });
    await erp.ligar();
    await waitUntil(() => drenar(publicadores).then(() => true));
    expect(erp.aceitos.size).toBe(60);
    expect(linhas.filter((l) => /circuit open/.test(l)).length).toBeGreaterThan(0);
    expect(linhas.filter((l) => /circuit closed/.test(l)).length).toBeGreaterThan(0);
  });

  it('asking for 120 s with a 429 is left alone by that effect for 120 s', async () => {
    await nascer(['p1']);
    erp.reagir(({ vez, chave }) =>
      vez === 1 && chave === chaveDe('liberar_separacao') ? { status: 429, cabecalhos: { 'retry-after': '120' } } : {},
    );
    const publicador = novo();
    expect(await publicador.publicar(P1)).toEqual([
      { efeito: 'liberar_separacao', ocorrencia: 1, situacao: 'adiado', motivo: 'HTTP 429' },
    ]);
    const [linha] = await sql<{ s: number }[]>`
      select extract(epoch from proxima_tentativa_em - now())::float8 as s from outbox where proxima_tentativa_em is not null`;
    expect(linha?.s).toBeGreaterThan(115);
    expect(linha?.s).toBeLessThanOrEqual(120);
    expect(await publicador.publicar(P1)).toEqual([]);
    await chegar();
    expect(await publicador.publicar(P1)).toHaveLength(3);
    expect(erp.chegadas.filter((c) => c.chave === chaveDe('liberar_separacao'))).toHaveLength(2);
  });

  it('refusing one effect for good is not asked again, and the later effects of that order still go', async () => {
    const chaves = await nascer(['p1', 'p2']);
    erp.reagir(({ chave }) =>
      chave === chaveDe('liberar_separacao') ? { status: 400, corpo: 'pedido\0 desconhecido' } : {},
    );
    const publicador = novo();
    for (const chave of chaves) await publicador.publicar(chave);
    expect(erp.aceitos.size).toBe(5);
    expect(await efeito('liberar_separacao')).toMatchObject({
      ultimo_erro: 'HTTP 400: pedido desconhecido',
      enviado_em: null,
    });
    expect((await efeito('liberar_separacao'))?.falhou_em).not.toBeNull();
    expect(await drenar([publicador])).toBe(0);
    expect(linhas.some((l) => /"level":"error".*HTTP 400/.test(l))).toBe(true);
    expect(linhas.some((l) => l.includes('desconhecido'))).toBe(false);
  });

  it('takes a refused effect after all when it is sent again, unless a later one has arrived', async () => {
    await nascer(['p1']);
    let recusar = true;
    erp.reagir(() => (recusar ? { status: 422 } : {}));
    const publicador = novo();
    await publicador.publicar(P1);
    recusar = false;
    const reenviar = (nome: Efeito) =>
      transacao(sql, (tx) => reenviarEfeito(tx, { ...P1, efeito: nome, ocorrencia: 1 }));
    expect(await reenviar('interromper_separacao')).toBe('retomado');
    await publicador.publicar(P1);
    expect(await reenviar('liberar_separacao')).toBe('posterior_enviado');
    expect([...erp.aceitos.keys()]).toEqual([chaveDe('interromper_separacao')]);
  });

  it.each<[string, Reacao, string]>([
    ['slower than the deadline', { falha: 'calar', aceitar: true }, 'no answer within 0.3 s'],
    ['that resets the connection after it took the effect', { falha: 'derrubar', aceitar: true }, 'ECONNRESET'],
    ['that answers something else than HTTP', { falha: 'lixo' }, 'HTTPParserError'],
    ['that is overloaded', { status: 503, corpo: 'busy' }, 'HTTP 503: busy'],
  ])('%s gets the same key and the same body again', async (_, reacao, erro) => {
    await nascer(['p1']);
    erp.reagir(({ vez }) => (vez === 1 ? reacao : {}));
    const publicador = novo({ prazoMs: 300 });
    await publicador.publicar(P1);
    expect(await efeito('liberar_separacao')).toMatchObject({ ultimo_erro: erro, tentativas: 1, enviado_em: null });
    await drenar([publicador]);
    expect(erp.aceitos.size).toBe(3);
    const [primeira, segunda] = erp.chegadas;
    expect(segunda).toEqual({ ...primeira, vez: 2 });
  });

  it('that says 200 has the effect, whatever its body is like', async () => {
    await nascer(['p1']);
    erp.reagir(({ vez }) => (vez === 1 ? { falha: 'sem_fim', aceitar: true } : {}));
    expect(await novo({ prazoMs: 300 }).publicar(P1)).toHaveLength(3);
    expect(erp.chegadas).toHaveLength(3);
  });

  it('that redirects has refused: a signed body goes nowhere else', async () => {
    const outro = await subirErp(SEGREDO);
    await nascer(['p1'], ['liberar_separacao']);
    erp.reagir(() => ({ status: 307, cabecalhos: { location: outro.url } }));
    await novo().publicar(P1);
    expect(await efeito('liberar_separacao')).toMatchObject({ ultimo_erro: 'HTTP 307' });
    expect(outro.chegadas).toEqual([]);
    await outro.desligar();
  });

  it('that gives the secret away gives it away to nobody', async () => {
    await nascer(['p1'], ['liberar_separacao']);
    erp.reagir(() => ({ status: 400, corpo: `expected ${SEGREDO}, got ${'x'.repeat(5_000)}` }));
    await novo().publicar(P1);
    const { ultimo_erro } = (await efeito('liberar_separacao')) ?? {};
    expect(ultimo_erro).toMatch(/^HTTP 400: expected \[redacted\], got x+$/);
    expect(ultimo_erro?.length).toBeLessThan(320);
  });

  it('is given up after a day of attempts, and the next effect has a day of its own', async () => {
    await nascer(['p1']);
    await sql`update outbox set criado_em = now() - interval '3 days'`;
    const publicador = novo();
    erp.reagir(() => ({ status: 503 }));
    await publicador.publicar(P1);
    await sql`update outbox set tentado_desde = now() - interval '24 h' where tentado_desde is not null`;
    await chegar();
    expect((await publicador.publicar(P1)).map((e) => [e.efeito, e.situacao])).toEqual([
      ['liberar_separacao', 'falhou'],
      ['interromper_separacao', 'adiado'],
    ]);
  });
});

describe('two publishers', () => {
  it('one that lost its claim while the ERP took its time changes nothing any more', async () => {
    await nascer(['p1'], ['liberar_separacao']);
    erp.reagir(({ vez }) => (vez === 1 ? { atrasoMs: 600, status: 400 } : {}));
    const lento = novo().publicar(P1);
    await waitUntil(() => erp.chegadas.length === 1);
    expect(await novo().publicar(P1)).toEqual([]);
    await vencer();
    expect(await novo().publicar(P1)).toMatchObject([{ situacao: 'enviado' }]);
    const depois = await efeito('liberar_separacao');
    expect(await lento).toMatchObject([{ situacao: 'reserva_perdida', motivo: 'HTTP 400' }]);
    expect(await efeito('liberar_separacao')).toEqual(depois);
    expect(depois).toMatchObject({ tentativas: 2, falhou_em: null });
  });

  it('and an ERP that does everything wrong: nothing lost, nothing out of order, each key accepted once with one body', async () => {
    const pedidos = Array.from({ length: 40 }, (_, i) => `p${i}`);
    const chaves = await nascer(pedidos);
    const anulados = chaves.slice(0, 5);
    await transacao(sql, (tx) =>
      anularPares(
        tx,
        anulados.map((c) => ({ ...c, ocorrencia: 1 })),
      ),
    );
    const males: Reacao[] = [
      { status: 503 },
      { status: 429, cabecalhos: { 'retry-after': '1' } },
      { falha: 'derrubar' },
      { falha: 'derrubar', aceitar: true },
      { falha: 'calar', aceitar: true },
      { falha: 'lixo' },
      { atrasoMs: 250 }, // about the deadline
      { status: 408, aceitar: true },
    ];
    const recusada = chaveDe('interromper_separacao', 'p20');
    erp.reagir(({ chave }) => {
      if (chave === recusada) return { status: 400 };
      return Math.random() < 0.5 ? males[Math.floor(Math.random() * males.length)]! : {};
    });
    const publicadores = [novo({ prazoMs: 250, falhas: 5 }), novo({ prazoMs: 250, falhas: 5 })];
    const relogio = setInterval(() => void vencer(), 50); // claims run out all the time, also of attempts under way
    await drenar(publicadores).finally(() => clearInterval(relogio));
    const vivos = pedidos.flatMap((p, i) => (i < 5 ? [chaveDe(VIDA[2], p)] : VIDA.map((e) => chaveDe(e, p))));
    expect([...erp.aceitos.keys()].toSorted()).toEqual(vivos.filter((c) => c !== recusada).toSorted());
    const [contagem] = await sql`
      select count(enviado_em) as enviados, count(falhou_em) as falhados, count(anulado_em) as anulados from outbox`;
    expect(contagem).toEqual({ enviados: 109, falhados: 1, anulados: 10 });
    const corpos = await sql<{ corpo: string }[]>`select corpo::text as corpo from outbox where enviado_em is not null`;
    expect(new Set(erp.aceitos.values())).toEqual(new Set(corpos.map((c) => c.corpo)));
  });
});
