import type { Status } from '@entrada/domain';
import { z } from 'zod';
import { centavos, email, momento, sequencia } from '../campos.ts';
import { ehObjeto, type Objeto } from '../corpo.ts';
import type { Dialeto } from '../dialeto.ts';
import { lerDinheiro } from '../dinheiro.ts';
import { nomearPalavra } from '../palavra.ts';
import { type Caminho, falaDePedido, type Mapa, valorEm } from './mapa.ts';

/** Type or field say the state, the other fields the rest. All that is wrong is named at once. */
export function criarInterpretar(mapa: Mapa): Dialeto['interpretar'] {
  const campos = lerCampos(mapa);
  return (payload, { tipo }) => {
    if (!falaDePedido(mapa, tipo)) return { ignorado: true };
    if (!ehObjeto(payload)) return { invalido: 'the payload must be an object' };
    const status = lerStatus(mapa, tipo, payload);
    if (status === null) return { ignorado: true };
    const lido = campos(payload);
    const total = lerTotal(mapa, payload);
    const motivos = [
      ...(typeof status === 'object' ? [status.invalido] : []),
      ...(lido.error?.issues ?? []).map((i) => i.message),
      ...(total !== null && typeof total === 'object' ? [total.invalido] : []),
    ];
    if (typeof status === 'object' || !lido.success || (total !== null && typeof total === 'object'))
      return { invalido: motivos.join('; ') };
    return {
      status,
      sequence: lido.data.sequencia ?? null,
      occurredAt: lido.data.instante ?? null,
      dados: { total_centavos: total, cliente_email: lido.data.email || null },
    };
  };
}

function lerCampos(mapa: Mapa) {
  const nome = (caminho: Caminho | null): string => caminho?.join('.') ?? '';
  const forma = z.object({
    instante: momento(nome(mapa.instante)).nullish(),
    sequencia: sequencia(nome(mapa.sequencia)),
    email: email(nome(mapa.email)),
  });
  return (payload: Objeto) =>
    forma.safeParse({
      instante: valorEm(payload, mapa.instante),
      sequencia: valorEm(payload, mapa.sequencia),
      email: valorEm(payload, mapa.email),
    });
}

/** @returns null where the event says nothing about the state */
function lerStatus(mapa: Mapa, tipo: string, payload: Objeto): Status | { invalido: string } | null {
  if (mapa.status === null) return mapa.palavras.get(tipo) ?? null;
  const palavra = valorEm(payload, mapa.status);
  if (palavra === undefined || palavra === null) return null;
  const motivo = typeof palavra === 'string' ? nomearPalavra(palavra) : 'must be a string';
  const status = typeof palavra === 'string' ? mapa.palavras.get(palavra) : undefined;
  return status ?? { invalido: `${mapa.status.join('.')} ${motivo}` };
}

function lerTotal(mapa: Mapa, payload: Objeto): number | null | { invalido: string } {
  const valor = valorEm(payload, mapa.total);
  if (valor === undefined || valor === null) return null;
  const nome = mapa.total.join('.');
  if (mapa.totalEm === 'centavos') {
    const lido = centavos(nome).safeParse(valor);
    return lido.success ? (lido.data ?? null) : { invalido: lido.error.issues.map((i) => i.message).join('; ') };
  }
  const moeda = valorEm(payload, mapa.moeda);
  const total = lerDinheiro(valor, typeof moeda === 'string' ? moeda : '');
  return total !== null && total >= 0
    ? total
    : { invalido: `${nome} must be a decimal from 0, no finer than the smallest unit of its currency` };
}
