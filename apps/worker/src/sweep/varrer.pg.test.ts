import { type Chave, inserirEventos, tomarLease } from '@entrada/db';
import { createLogger } from '@entrada/runtime';
import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { varrer } from './varrer.ts';

let banco: BancoDeTeste;
const logger = createLogger({ nome: 'worker', level: 'silent' });
beforeAll(async () => {
  banco = await bancoDeTeste();
});
afterAll(() => banco.fechar());
beforeEach(async () => {
  await banco.sql`truncate webhook_eventos, leases`;
});

async function chegar(n: number): Promise<void> {
  const eventos = Array.from({ length: n }, (_, i) => ({
    origem: 'loja',
    evento_id: `e${i}`,
    recurso_id: `p${String(i).padStart(5, '0')}`,
    tipo: 'order.paid',
    fonte: 'webhook' as const,
    payload: '{}',
    corpo: Buffer.from('{}'),
    segredo_nome: null,
    resultado: null,
  }));
  for (let i = 0; i < n; i += 1_000) await inserirEventos(banco.sql, eventos.slice(i, i + 1_000));
}
const envelhecer = (s = 60) =>
  banco.sql`update webhook_eventos set recebido_em = recebido_em - ${s}::float8 * interval '1 s'`;

function comFila(aceita = true) {
  const paginas: Chave[][] = [];
  const enfileirar = async (pedidos: Chave[]) => {
    if (aceita) paginas.push(pedidos);
    return { enfileirados: aceita ? pedidos.length : 0, pulados: aceita ? 0 : pedidos.length };
  };
  return {
    paginas,
    deps: { sql: banco.sql, logger, dono: 'eu', enfileirar, acordar: async () => ({ enfileirados: 0 }) },
  };
}

describe('one pass of the sweep', () => {
  it('wakes the publisher for each order whose oldest effect is due', async () => {
    await banco.sql`
      insert into pedidos (origem, id, status, versao_origem, versao_maxima, foi_enviado)
      select 'loja', 'p' || n, 'cancelado', 1, 1, false from generate_series(1, 250) as n`;
    await banco.sql`
      insert into outbox (origem, pedido_id, efeito, evento_id, corpo, criado_em)
      select origem, id, efeito, 'e', '{}', now() - interval '1 min'
      from pedidos, unnest('{liberar_separacao,interromper_separacao}'::text[]) as efeito`;
    await banco.sql`
      update outbox set proxima_tentativa_em = now() + interval '1 min'
      where pedido_id = 'p7' and efeito = 'liberar_separacao'`;
    const { deps } = comFila();
    const acordados: string[] = [];
    const acordar = async (fila: string, pedidos: Chave[]) => {
      acordados.push(...pedidos.map((p) => `${fila} ${p.recurso_id}`));
      return { enfileirados: pedidos.length };
    };
    expect(await varrer({ ...deps, acordar })).toEqual({ aplicar: 0, publicar: 249, consultar: 0 });
    expect(new Set(acordados).size).toBe(249);
    expect(acordados).not.toContain('publicar p7');
    await banco.sql`truncate pedidos cascade`;
  });
  it('with 10,000 pending, the oldest 200 of them stuck, finds all the others as well', async () => {
    await chegar(10_000);
    await envelhecer();
    await banco.sql`update webhook_eventos set tentativas = 9, recebido_em = recebido_em - interval '1 h' where recurso_id < 'p00200'`;
    const { paginas, deps } = comFila();
    expect(await varrer(deps)).toEqual({ aplicar: 10_000, publicar: 0, consultar: 0 });
    expect(paginas).toHaveLength(50);
    expect(new Set(paginas.flat().map((c) => c.recurso_id)).size).toBe(10_000);
  });
  it('leaves young rows, and those whose next attempt is not due', async () => {
    await chegar(3);
    const { deps } = comFila();
    expect(await varrer(deps)).toEqual({ aplicar: 0, publicar: 0, consultar: 0 });
    await envelhecer();
    await banco.sql`update webhook_eventos set proxima_tentativa_em = now() + interval '1 min' where evento_id = 'e0'`;
    expect(await varrer(deps)).toEqual({ aplicar: 2, publicar: 0, consultar: 0 });
  });
  it('does nothing while another process sweeps, and takes over once its lease has run out', async () => {
    await chegar(1);
    await envelhecer();
    const { deps } = comFila();
    await tomarLease(banco.sql, 'varredura', 'outro', 60_000);
    expect(await varrer(deps)).toEqual({ aplicar: 0, publicar: 0, consultar: 0 });
    await banco.sql`update leases set ate = now() - interval '1 s'`;
    expect(await varrer(deps)).toEqual({ aplicar: 1, publicar: 0, consultar: 0 });
  });
  it('counts nothing where the queue takes nothing, and gives the lease back', async () => {
    await chegar(1);
    await envelhecer();
    expect(await varrer(comFila(false).deps)).toEqual({ aplicar: 0, publicar: 0, consultar: 0 });
    expect(await banco.sql`select * from leases`).toEqual([]);
  });
});
