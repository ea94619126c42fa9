import { createHash } from 'node:crypto';
import { type Criterio, STATUS, versaoDoFato } from '@entrada/domain';
import { z } from 'zod';
import type { Interpretacao } from '../dialeto.ts';
import type { PedidoDaApi } from './contrato.ts';

/** A row of the inbox that holds a reading of the API. */
export interface EventoDaApi {
  origem: string;
  evento_id: string;
  recurso_id: string;
  tipo: 'api';
  fonte: 'api';
  payload: string;
  corpo: null;
  segredo_nome: null;
  resultado: null;
}

/**
 * The inbox row of a reading. The same reading is the same row, and one of another version, state or field is another:
 * `api:<order>:<version>:<hash of state, fields, refunds and disputes>`.
 */
export function fatoDaApi({ recurso_id, leitura }: PedidoDaApi, origem: string, criterio: Criterio): EventoDaApi {
  const { status, sequence, occurredAt, dados, marcas } = leitura;
  const payload = JSON.stringify({ status, sequence, occurred_at: occurredAt, ...dados, ...(marcas && { marcas }) });
  const versao = versaoDoFato(
    criterio === 'sequencia'
      ? { sequence, occurredAt }
      : { occurredAt, sequence: occurredAt === null ? sequence : null },
    status,
  );
  const hash = createHash('sha256')
    .update(JSON.stringify([status, dados.total_centavos, dados.cliente_email, ...(marcas ? [marcas] : [])]))
    .digest('hex');
  return {
    origem,
    evento_id: `api:${recurso_id}:${versao}:${hash.slice(0, 16)}`,
    recurso_id,
    tipo: 'api',
    fonte: 'api',
    payload,
    corpo: null,
    segredo_nome: null,
    resultado: null,
  };
}

const PAYLOAD = z.object({
  status: z.enum(STATUS),
  sequence: z.int().nullable(),
  occurred_at: z.int().nullable(),
  total_centavos: z.int().nullable(),
  cliente_email: z.string().nullable(),
  marcas: z
    .object({
      reembolsos: z.array(z.object({ id: z.string(), centavos: z.int() })).exactOptional(),
      disputas: z.array(z.object({ id: z.string(), aberta: z.boolean() })).exactOptional(),
    })
    .exactOptional(),
});

/** What such a row says, whatever the dialect. */
export function lerFatoDaApi(payload: unknown): Interpretacao {
  const lido = PAYLOAD.safeParse(payload);
  if (!lido.success)
    return { invalido: `this is no reading of ours: ${lido.error.issues.map((i) => i.message).join('; ')}` };
  const { status, sequence, occurred_at, total_centavos, cliente_email, marcas } = lido.data;
  const dados = { total_centavos, cliente_email };
  return { status, sequence, occurredAt: occurred_at, dados, ...(marcas && { marcas }) };
}
