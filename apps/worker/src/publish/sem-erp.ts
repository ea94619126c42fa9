import { adiarCabecas, type Chave, type Sql } from '@entrada/db';

const ESPERA_MS = 60_000;

/**
 * Takes the publisher's jobs where no ERP is configured. Other workers, which need not know, go on waking the publisher:
 * without anybody to take them, such jobs would fill the queue. The effects stay pending, and are looked at once a minute.
 */
export async function esperarErp(sql: Sql, { origem, recurso_id }: Chave): Promise<{ adiados: number }> {
  const erro = 'ERP_URL is not set in the publisher';
  return { adiados: await adiarCabecas(sql, [{ origem, recurso_id }], { erro, esperaMs: ESPERA_MS }) };
}
