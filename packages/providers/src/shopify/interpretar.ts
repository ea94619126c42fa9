import { z } from 'zod';
import type { Dialeto, Interpretacao } from '../dialeto.ts';
import { lerId } from '../ids.ts';
import type { Palavras } from '../palavras.ts';
import { instante, lerPedido, lerReembolso } from './pedido.ts';
import { TOPICOS } from './topicos.ts';

/** The body says the state, whatever the topic is called. */
export const criarInterpretar =
  (palavras: Palavras): Dialeto['interpretar'] =>
  (payload, { tipo }) => {
    switch (TOPICOS.get(tipo)?.conteudo) {
      case 'pedido':
        return lerPedido(payload, palavras);
      case 'reembolso':
        return anotarReembolso(payload);
      case 'disputa':
        return anotarDisputa(payload);
      case 'aviso':
        return { gatilho: true };
      case undefined:
        return { ignorado: true };
    }
  };

const QUANDO = z.object({
  processed_at: instante('processed_at').nullish(),
  created_at: instante('created_at').nullish(),
});

function anotarReembolso(payload: unknown): Interpretacao {
  const reembolso = lerReembolso(payload, '');
  if (reembolso === null) return { invalido: 'this is no refund with an id' };
  const quando = QUANDO.safeParse(payload).data;
  const occurredAt = quando?.processed_at ?? quando?.created_at ?? null;
  return { anotacao: { reembolsos: [reembolso] }, occurredAt, sequence: null };
}

/** What a dispute is called when nothing more is to be done about it. */
const ENCERRADAS: ReadonlySet<string> = new Set(['won', 'lost', 'accepted', 'charge_refunded', 'prevented']);

const DISPUTA = z.object({
  id: z.unknown(),
  status: z.string(),
  initiated_at: instante('initiated_at').nullish(),
  evidence_sent_on: instante('evidence_sent_on').nullish(),
  finalized_on: instante('finalized_on').nullish(),
});

function anotarDisputa(payload: unknown): Interpretacao {
  const lida = DISPUTA.safeParse(payload);
  const id = lerId(lida.data?.id, 'id');
  if (!lida.success) return { invalido: lida.error.issues.map((i) => i.message).join('; ') };
  if ('quarentena' in id) return { invalido: id.quarentena };
  const { status, initiated_at, evidence_sent_on, finalized_on } = lida.data;
  return {
    anotacao: { disputas: [{ id: id.id, aberta: !ENCERRADAS.has(status) }] },
    occurredAt: finalized_on ?? evidence_sent_on ?? initiated_at ?? null,
    sequence: null,
  };
}
