import { z } from 'zod';
import { cabeNoBanco } from './ids.ts';

/*
 * Fields as every house dialect writes them. null says nothing, like a field that is missing. `campo` is the field's name,
 * for the reason; the value itself is never part of it.
 */

export function sequencia(campo: string) {
  const mensagem = `${campo} must be a whole number from 0 to 2^53 - 1`;
  const digitos = z.string().regex(/^\d+$/).transform(Number);
  return z.union([z.number(), digitos], mensagem).pipe(inteiro(mensagem)).nullish();
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
