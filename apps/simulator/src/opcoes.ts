import { InvalidArgumentError } from '@commander-js/extra-typings';

export const inteiro =
  (minimo: number, maximo: number) =>
  (texto: string): number => {
    const n = Number(texto);
    if (/^\d+$/.test(texto) && n >= minimo && n <= maximo) return n;
    throw new InvalidArgumentError(`It must be a whole number from ${minimo} to ${maximo}.`);
  };

export function parte(texto: string): number {
  const n = Number(texto);
  if (texto.trim() !== '' && n >= 0 && n <= 0.9) return n;
  throw new InvalidArgumentError('It must be a number from 0 to 0.9.');
}

export function semente(texto: string): string {
  if (/^[A-Za-z0-9_]{1,32}$/.test(texto)) return texto;
  throw new InvalidArgumentError('It must have 1 to 32 letters, digits or _.');
}

export function endereco(texto: string): string {
  if (URL.canParse(texto) && /^https?:$/.test(new URL(texto).protocol)) return texto;
  throw new InvalidArgumentError('It must start with http:// or https://.');
}
