import { z } from 'zod';
import { cabeNoBanco } from './ids.ts';
import { lerMomento } from './instante.ts';

/*
 * Fields as every house dialect writes them. null says nothing, like a field that is missing. `campo` is the field's name,
 * for the reason; the value itself is never part of it.
 */

export function sequencia(campo: string) {
  const mensagem = `${campo} must be a whole number from 0 to 2^53 - 1`;
  const digitos = z.string().regex(/^\d+$/).transform(Number);
  return z.union([z.number(), digitos], mensagem).pipe(inteiro(mensagem)).nullish();
}

/** Required, as it is. */
export function momento(campo: string) {
  const mensagem = `${campo} must be an instant that exists: RFC 3339 with Z or an offset, or seconds or milliseconds since 1970`;
  return z
    .union([z.string(), z.number()], mensagem)
    .transform(lerMomento)
    .refine((ms) => ms !== null, mensagem);
}

export function centavos(campo: string) {
  return inteiro(`${campo} must be a whole number of cents from 0 to 2^53 - 1, or null`).nullish();
}

/** What a webhook said is in jsonb already; an answer of the API has yet to get there. */
export function email(campo: string) {
  return z
    .string(`${campo} must be a string or null`)
    .refine(cabeNoBanco, `${campo} contains a NUL character or half of a surrogate pair`)
    .nullish();
}

const inteiro = (mensagem: string) => z.int(mensagem).nonnegative(mensagem);
