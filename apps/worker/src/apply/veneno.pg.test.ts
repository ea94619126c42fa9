import { fileURLToPath } from 'node:url';
import { inserirEventos, registrarOrigens } from '@entrada/db';
import { type BancoDeTeste, bancoDeTeste, NODE_TS, type Processo, startProcess, waitUntil } from '@entrada/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_QUEDAS } from './aplicar-sozinho.ts';

const FIXTURE = fileURLToPath(new URL('veneno.fixture.ts', import.meta.url));
const RAIZ = fileURLToPath(new URL('../../../../', import.meta.url));
let banco: BancoDeTeste;

beforeEach(async () => {
  banco = await bancoDeTeste();
  await registrarOrigens(banco.sql, [{ nome: 'loja', dialeto: 'loja', criterio: 'sequencia' }]);
});
afterEach(() => banco.fechar());

const subir = (env: Record<string, string> = {}): Processo =>
  startProcess({
    command: process.execPath,
    args: [...NODE_TS, FIXTURE],
    env: { DATABASE_URL: banco.url, ...env },
    cwd: RAIZ,
  });

const TIPOS = ['order.created', 'order.paid', 'order.shipped'];

async function chegar(pedidos: string[], veneno?: string): Promise<void> {
  const eventos = pedidos.flatMap((pedido) =>
    TIPOS.map((type, i) => {
      const id = `${pedido}-${i}`;
      const data = { id: pedido, ...(id === veneno ? { nota: 'veneno' } : {}) };
      const texto = JSON.stringify({ id, type, sequence: i + 1, occurred_at: '2026-03-01T12:00:00Z', data });
      return {
        origem: 'loja',
        evento_id: id,
        recurso_id: pedido,
        tipo: type,
        fonte: 'webhook' as const,
        payload: texto,
        corpo: Buffer.from(texto),
        segredo_nome: null,
        resultado: null,
      };
    }),
  );
  await inserirEventos(banco.sql, eventos);
}

const nomes = (n: number, prefixo = 'p') => Array.from({ length: n }, (_, i) => `${prefixo}${i}`);

describe('an event that kills its process', () => {
  it('is closed after it was alone often enough, and every other event applies, those of its order too', async () => {
    await chegar(nomes(50), 'p17-1');
    let mortes = 0;
    for (;;) {
      const { code, signal } = await subir().terminou;
      if (code === 0) break;
      expect(signal).toBe('SIGKILL');
      mortes += 1;
      expect(mortes).toBeLessThan(20);
    }
    // With the others, alone with its order, and then alone.
    expect(mortes).toBe(2 + MAX_QUEDAS);
    const invalidos = await banco.sql`select evento_id, erro from webhook_eventos where resultado <> 'aplicado'`;
    expect(invalidos).toEqual([{ evento_id: 'p17-1', erro: expect.stringContaining('processes died') }]);
    expect(await banco.sql`select count(*) from pedidos where status = 'enviado'`).toEqual([{ count: 50 }]);
    expect(await banco.sql`select * from partidas`).toEqual([]);
  }, 120_000);
});

describe('workers that are killed for no fault of an event', () => {
  it('every 500 ms for a minute close no healthy event, and nothing is lost', async () => {
    const vivos = [subir({ PARA_SEMPRE: '1' }), subir({ PARA_SEMPRE: '1' }), subir({ PARA_SEMPRE: '1' })];
    const fim = performance.now() + 60_000;
    let lotes = 0;
    for (let vez = 0; performance.now() < fim; vez++) {
      await chegar(nomes(20, `v${vez}-`));
      lotes += 1;
      await new Promise((r) => setTimeout(r, 500));
      vivos[vez % vivos.length]?.matar('SIGKILL');
      vivos[vez % vivos.length] = subir({ PARA_SEMPRE: '1' });
    }
    await waitUntil(
      async () => (await banco.sql`select 1 from webhook_eventos where aplicado_em is null limit 1`).length === 0,
      { prazoMs: 60_000 },
    );
    for (const p of vivos) p.matar('SIGKILL');
    await Promise.all(vivos.map((p) => p.terminou));
    expect(
      await banco.sql`select evento_id, resultado, erro from webhook_eventos where resultado <> 'aplicado'`,
    ).toEqual([]);
    expect(await banco.sql`select count(*) from pedidos where status = 'enviado'`).toEqual([{ count: lotes * 20 }]);
    // An event that was suspected is applied after the others of its order, and then may be late: the chain has no gap.
    const lacunas = await banco.sql`
      select * from (
        select pedido_id, de, para, lag(para) over por_pedido as anterior, lead(de) over por_pedido as seguinte
        from transicoes window por_pedido as (partition by pedido_id order by seq)
      ) t where de is distinct from anterior or (seguinte is null and para <> 'enviado')`;
    expect(lacunas).toEqual([]);
  }, 180_000);
});
