import { dobrar, type Fato, type Status, TERMINAIS } from '@entrada/domain';
import { redisDeTeste } from '@entrada/testing';
import { describe, expect, inject, it } from 'vitest';
import { type Sistema, subirSistema } from './sistema.ts';

const TIPOS: Record<Status, string> = {
  criado: 'order.created',
  pago: 'order.paid',
  enviado: 'order.shipped',
  cancelado: 'order.canceled',
  reembolsado: 'order.refunded',
};
const STATUS = Object.keys(TIPOS) as Status[];

interface Evento {
  id: string;
  pedido: string;
  status: Status;
  sequence: number;
  total: number | null;
}

/** Random sets of facts, ties included. */
function sortear(pedidos: number, porPedido: number): Evento[] {
  return Array.from({ length: pedidos * porPedido }, (_, i) => ({
    id: `e${i}`,
    pedido: `p${i % pedidos}`,
    status: STATUS[Math.floor(Math.random() * STATUS.length)]!,
    sequence: 1 + Math.floor(Math.random() * porPedido),
    total: Math.random() < 0.5 ? null : i,
  }));
}

const corpo = (e: Evento) => ({
  id: e.id,
  type: TIPOS[e.status],
  sequence: e.sequence,
  occurred_at: '2026-03-01T12:00:00Z',
  data: { id: e.pedido, total_cents: e.total },
});

const embaralhar = <T>(lista: readonly T[]): T[] =>
  lista
    .map((x) => [Math.random(), x] as const)
    .sort(([a], [b]) => a - b)
    .map(([, x]) => x);

/** All at once, in random order, `paralelo` at a time. Returns the statuses given to the store. */
async function despejar(sistema: Sistema, eventos: readonly Evento[], paralelo = 64): Promise<number[]> {
  const fila = embaralhar(eventos);
  const dadas: number[] = [];
  const carteiro = async () => {
    for (let e = fila.pop(); e; e = fila.pop()) dadas.push(...(await sistema.postar(corpo(e))));
  };
  await Promise.all(Array.from({ length: paralelo }, carteiro));
  return dadas;
}

async function conferirComADobra(sistema: Sistema, eventos: readonly Evento[]): Promise<void> {
  const fatosDe = new Map<string, Fato[]>();
  for (const e of eventos) {
    const fato: Fato = {
      evento_id: e.id,
      status: e.status,
      versao: e.sequence,
      fonte: 'webhook',
      dados: { total_centavos: e.total, cliente_email: null },
    };
    fatosDe.set(e.pedido, [...(fatosDe.get(e.pedido) ?? []), fato]);
  }
  const linhas = await sistema.banco.sql<
    { id: string; status: string; total_centavos: number | null; versao_origem: number }[]
  >`
    select id, status, total_centavos, versao_origem from pedidos`;
  const guardados = new Map(linhas.map(({ id, ...resto }) => [id, resto]));
  for (const [pedido, fatos] of fatosDe) {
    const { status, campos, versao_origem } = dobrar(fatos, {
      criterio: 'sequencia',
      saidas: TERMINAIS,
      apiVence: false,
    }).at(-1)!.depois;
    const esperado = { status, total_centavos: campos.total_centavos?.valor ?? null, versao_origem };
    expect(guardados.get(pedido), `order ${pedido}`).toEqual(esperado);
  }
  expect(guardados.size).toBe(fatosDe.size);
}

async function conferirCadeias(sistema: Sistema): Promise<void> {
  const lacunas = await sistema.banco.sql`
    select * from (
      select pedido_id, de, para, lag(para) over (partition by pedido_id order by seq) as anterior,
        lead(de) over (partition by pedido_id order by seq) as seguinte, p.status
      from transicoes t join pedidos p on p.origem = t.origem and p.id = t.pedido_id
    ) t where de is distinct from anterior or (seguinte is null and para <> status)`;
  expect(lacunas).toEqual([]);
}

const filas = [
  ['Postgres', false],
  ['Redis', true],
] as const;

describe.each(filas)('through the real door, the queue in %s', (_, comRedis) => {
  const pular = comRedis && inject('redisUrl') === '';
  it.skipIf(pular)(
    'random sets of facts, in random order, twice each: every order is the fold of its facts',
    async () => {
      const redis = comRedis ? await redisDeTeste() : null;
      const sistema = await subirSistema({ redisUrl: redis?.url ?? null });
      const eventos = sortear(100, 6);
      const dadas = await despejar(sistema, [...eventos, ...eventos]);
      await sistema.esperarTudoAplicado();
      await conferirComADobra(sistema, eventos);
      await conferirCadeias(sistema);
      expect(new Set(dadas)).toEqual(new Set([200]));
      const [linha] = await sistema.banco
        .sql`select count(*) as linhas, sum(duplicatas)::int as duplicatas from webhook_eventos`;
      expect(linha).toEqual({ linhas: 600, duplicatas: 600 });
      expect(sistema.erros()).toEqual([]);
      await sistema.fechar();
      await redis?.fechar();
    },
    120_000,
  );
});

describe.skipIf(inject('redisUrl') === '')('with Redis', () => {
  it('two workers, 200 orders with 10 events each, all at once: nothing lost, one chain per order', async () => {
    const redis = await redisDeTeste();
    const sistema = await subirSistema({ redisUrl: redis.url, workers: 2 });
    const eventos = sortear(200, 10);
    await despejar(sistema, eventos, 200);
    await sistema.esperarTudoAplicado();
    await conferirComADobra(sistema, eventos);
    await conferirCadeias(sistema);
    expect(sistema.erros()).toEqual([]);
    expect(sistema.workers.every((w) => /"msg":"applied"/.test(w.saida()))).toBe(true);
    await sistema.fechar();
    await redis.fechar();
  }, 120_000);

  it('Redis emptied, hung and killed while events come: always 200, and everything is applied', async () => {
    const redis = await redisDeTeste();
    const sistema = await subirSistema({ redisUrl: redis.url, workers: 2 });
    const eventos = sortear(120, 6);
    const parte = (i: number) => eventos.slice(i * 180, (i + 1) * 180);

    const dadas = await despejar(sistema, parte(0));
    await redis.flushAll();
    dadas.push(...(await despejar(sistema, parte(1))));
    redis.congelar();
    const inicio = performance.now();
    dadas.push(...(await despejar(sistema, parte(2))));
    expect(performance.now() - inicio).toBeLessThan(10_000);
    redis.descongelar();
    await redis.matar();
    dadas.push(...(await despejar(sistema, parte(3))));
    expect(new Set(dadas)).toEqual(new Set([200]));
    await new Promise((r) => setTimeout(r, 3_000)); // the last add gives up: from here on only the sweep can help
    expect(await sistema.pendentes()).toBeGreaterThan(0);

    await redis.subir();
    // The sweep takes rows older than 30 s, every 15 s. Its scheduler went with the data and has to be put back first.
    await sistema.banco.sql`update webhook_eventos set recebido_em = recebido_em - interval '30 s'`;
    await sistema.esperarTudoAplicado(120_000);
    await conferirComADobra(sistema, eventos);
    await conferirCadeias(sistema);
    expect(sistema.workers.some((w) => /"msg":"sweep found pending orders"/.test(w.saida()))).toBe(true);
    await sistema.fechar();
    await redis.fechar();
  }, 240_000);
});
