import type { Pool, PoolClient } from 'pg';

const STATUS_DO_TIPO: Record<string, string> = {
  'order.created': 'criado',
  'order.paid': 'pago',
  'order.shipped': 'enviado',
  'order.canceled': 'cancelado',
  'order.refunded': 'reembolsado',
};
const SAIDAS: Record<string, string[]> = { cancelado: ['reembolsado'], reembolsado: [] };

interface Evento {
  tipo: string;
  recurso_id: string;
  payload: { sequence: number; data: { total_cents?: number; customer_email?: string } };
}
interface Pedido {
  status: string;
  versao_origem: string;
}

/** One event, one transaction, about eight round trips: each event is compared with the order's row. */
export async function aplicarEvento(pool: Pool, eventoId: string): Promise<void> {
  const c = await pool.connect();
  try {
    await c.query('begin');
    await aplicarNaTransacao(c, eventoId);
    await c.query('commit');
  } catch (e) {
    await c.query('rollback');
    throw e;
  } finally {
    c.release();
  }
}

async function aplicarNaTransacao(c: PoolClient, eventoId: string): Promise<void> {
  const { rows } = await c.query<Evento>(
    'select tipo, recurso_id, payload from webhook_eventos where evento_id = $1 and aplicado_em is null for update skip locked',
    [eventoId],
  );
  const [evento] = rows;
  if (!evento) return;
  const { recurso_id, payload } = evento;
  await c.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [recurso_id]);
  const pedidos = await c.query<Pedido>('select status, versao_origem from pedidos where id = $1', [recurso_id]);
  const atual = pedidos.rows[0] ?? null;
  const status = STATUS_DO_TIPO[evento.tipo] ?? 'criado';
  const resultado = decidir(atual, status, payload.sequence);
  if (resultado === 'aplicado') {
    await c.query(
      `insert into pedidos (id, status, total_centavos, cliente_email, versao_origem) values ($1, $2, $3, $4, $5)
       on conflict (id) do update set status = excluded.status, versao_origem = excluded.versao_origem,
         total_centavos = coalesce(excluded.total_centavos, pedidos.total_centavos),
         cliente_email = coalesce(excluded.cliente_email, pedidos.cliente_email)`,
      [recurso_id, status, payload.data.total_cents ?? null, payload.data.customer_email ?? null, payload.sequence],
    );
    for (const efeito of efeitos(atual?.status ?? null, status))
      await c.query('insert into outbox (pedido_id, efeito, corpo) values ($1, $2, $3) on conflict do nothing', [
        recurso_id,
        efeito,
        JSON.stringify({ pedido_id: recurso_id, efeito, status }),
      ]);
  }
  await c.query('update webhook_eventos set aplicado_em = clock_timestamp(), resultado = $2 where evento_id = $1', [
    eventoId,
    resultado,
  ]);
}

function decidir(atual: Pedido | null, status: string, versao: number): string {
  if (atual === null) return 'aplicado';
  if (versao <= Number(atual.versao_origem)) return 'evento_antigo';
  const saidas = SAIDAS[atual.status];
  return saidas && !saidas.includes(status) ? 'regressao_de_terminal' : 'aplicado';
}

function efeitos(de: string | null, para: string): string[] {
  if (de === para) return [];
  if (para === 'pago') return ['liberar_separacao'];
  if (para === 'cancelado' && de === 'pago') return ['interromper_separacao'];
  return para === 'reembolsado' ? ['notificar_reembolso'] : [];
}
