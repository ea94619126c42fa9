import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as esperar } from 'node:timers/promises';
import type { Sql } from '@entrada/db';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { copiarServidor } from './drill/copia.ts';
import { assentar } from './drill/drill.ts';
import { type Frota, subirFrota } from './drill/frota.ts';

let frota: Frota;
let pasta: string;
const pular = inject('redisUrl') === '';

beforeAll(async () => {
  if (pular) return;
  pasta = await mkdtemp(join(tmpdir(), 'entrada-restore-'));
  await chmod(pasta, 0o711); // root's server runs as somebody else, who must get through
  frota = await subirFrota('restore');
}, 180_000);
afterAll(async () => {
  if (pular) return;
  await frota.fechar(null);
  await rm(pasta, { recursive: true, force: true });
}, 60_000);

it.skipIf(pular)(
  'Postgres brought back to a moment in the past: the stores tell again what was lost, and the key keeps the ERP from doing anything twice',
  async () => {
    const { sql, simulador } = frota;
    const vida = simulador.viver('restore', 5);
    await esperar(6_000);
    const copia = await copiarServidor(frota.pg, sql, pasta);
    await esperar(6_000);
    await copia.marcar('antes_da_falha');
    await esperar(8_000);
    const antes = await fotografar(sql);
    await copia.voltarPara('antes_da_falha');
    const voltou = await fotografar(sql);
    await vida.parar();
    expect(await assentar(frota, 240_000, () => undefined)).toBeNull();
    const depois = await fotografar(sql);
    const { recebidos, respostas } = await simulador.noErp();
    const noErp = new Map(recebidos.map((r) => [r.chave, r]));

    // What the moment between the mark and the loss cost: webhooks that the stores will not send again.
    const perdidos = [...antes.eventos].filter((id) => !voltou.eventos.has(id) && !depois.eventos.has(id));
    expect(perdidos.length).toBeGreaterThan(0);
    const { itens, problemas } = await simulador.auditar();
    const daAuditoria = (nome: string) => itens.find((i) => i.nome === nome);
    expect(daAuditoria('orders as the store has them'), JSON.stringify(problemas)).toMatchObject({ certo: true });
    expect(daAuditoria('left pending')).toMatchObject({ certo: true });

    const conhecidos = [...depois.efeitos].filter(([, e]) => e.situacao !== 'anulado');
    expect(conhecidos.filter(([chave]) => !noErp.has(chave))).toEqual([]);
    // Born again from what the API says now, so with another body: refused, and visibly failed.
    const recusados = conhecidos.filter(([, e]) => e.situacao === 'falhou');
    expect(recusados.every(([, { erro }]) => erro?.includes('409'))).toBe(true);
    expect(respostas['409'] ?? 0).toBe(recusados.length);
    expect(recusados.every(([chave]) => !voltou.efeitos.has(chave))).toBe(true);

    const renascidos = conhecidos.filter(([chave]) => antes.efeitos.has(chave) && !voltou.efeitos.has(chave));
    const reabertos = conhecidos.filter(
      ([chave]) => antes.efeitos.get(chave)?.situacao === 'enviado' && voltou.efeitos.get(chave)?.situacao === 'aberto',
    );
    const orfaos = [...noErp.keys()].filter((chave) => !depois.efeitos.has(chave));
    // The limit: released before the loss, cancelled when the store was asked, and nobody here remembers the release.
    const cancelados = await sql<{ pedido: string }[]>`
      select origem || ':' || id as pedido from pedidos where status in ('cancelado', 'reembolsado') and not foi_enviado`;
    const semInterrupcao = cancelados.filter(
      ({ pedido }) =>
        orfaos.includes(`${pedido}:liberar_separacao:1`) && !noErp.has(`${pedido}:interromper_separacao:1`),
    );
    process.stdout.write(
      `restore: ${perdidos.length} acknowledged webhooks gone, ${new Set(perdidos.map((id) => antes.pedidos.get(id))).size} orders read again; ` +
        `effects: ${reabertos.length} sent again with their body, ${renascidos.length} born again (${recusados.length} refused with 409), ` +
        `${orfaos.length} only the ERP knows of, ${semInterrupcao.length} of them a release of an order that is cancelled now\n`,
    );
  },
  420_000,
);

interface Foto {
  eventos: Set<string>;
  /** The order of each event. */
  pedidos: Map<string, string>;
  /** By Idempotency-Key. */
  efeitos: Map<string, { situacao: string; erro: string | null }>;
}

async function fotografar(sql: Sql): Promise<Foto> {
  const eventos = await sql<{ id: string; pedido: string }[]>`
    select origem || ':' || evento_id as id, origem || ':' || recurso_id as pedido from webhook_eventos where fonte = 'webhook'`;
  const efeitos = await sql<{ chave: string; situacao: string; erro: string | null }[]>`
    select origem || ':' || pedido_id || ':' || efeito || ':' || ocorrencia as chave, ultimo_erro as erro,
      case when enviado_em is not null then 'enviado' when falhou_em is not null then 'falhou'
        when anulado_em is not null then 'anulado' else 'aberto' end as situacao
    from outbox`;
  return {
    eventos: new Set(eventos.map((e) => e.id)),
    pedidos: new Map(eventos.map((e) => [e.id, e.pedido])),
    efeitos: new Map(efeitos.map(({ chave, ...resto }) => [chave, resto])),
  };
}
