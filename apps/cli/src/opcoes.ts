import { Argument, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { pastaLocal } from '@entrada/runtime';

export const pasta = () =>
  new Option('--pasta <folder>', 'where `entrada start` keeps what it runs on').default(pastaLocal());

export const json = () => new Option('--json', 'print JSON').default(false);

export const origem = () => new Argument('<origem>', 'the store, as in /webhooks/<origem>');
export const id = () => new Argument('<id>', "the order's id in that store");

export const daOrigem = () => new Option('--origem <nome>', 'only this store');

/** Each line is an object of its own, so that any number of them can be read one by one. */
export const jsonPorLinha = () => new Option('--json', 'print JSON, one object per line').default(false);

/** @throws InvalidArgumentError, which names the option */
export function instante(texto: string): Date {
  const em = new Date(texto);
  if (!/^\d{4}-\d{2}-\d{2}/.test(texto) || Number.isNaN(em.getTime()))
    throw new InvalidArgumentError('It must be a moment such as 2026-03-01 or 2026-03-01T12:00:00Z.');
  return em;
}

export function quantidade(texto: string): number {
  const n = Number(texto);
  if (!Number.isSafeInteger(n) || n < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return n;
}
