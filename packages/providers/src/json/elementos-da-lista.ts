import { afterString } from './after-string.ts';

/**
 * The texts of the elements of a list that is a field of a JSON object, or all of the JSON, each exactly as it came: what JSON.parse makes of
 * one loses digits, and JSON.stringify fails on what is nested deeply.
 * @param texto JSON, known to be valid
 * @param campo null: the list is all there is
 * @returns one text per element of the last field of that name; [] where it is no list
 */
export function elementosDaLista(texto: string, campo: string | null): string[] {
  if (campo === null) return separar(texto.trim());
  let achados: string[] = [];
  let pos = texto.indexOf('{') + 1;
  while (pos < texto.length) {
    const abre = texto.indexOf('"', pos);
    if (abre === -1) break;
    const fecha = afterString(texto, abre);
    const nome: unknown = JSON.parse(texto.slice(abre, fecha));
    const valor = texto.indexOf(':', fecha) + 1;
    const fim = fimDoValor(texto, valor);
    if (nome === campo) achados = separar(texto.slice(valor, fim).trim());
    pos = fim + 1;
  }
  return achados;
}

function separar(lista: string): string[] {
  if (!lista.startsWith('[') || /^\[\s*\]$/.test(lista)) return [];
  const elementos: string[] = [];
  for (let pos = 1; pos < lista.length; ) {
    const fim = fimDoValor(lista, pos);
    elementos.push(lista.slice(pos, fim).trim());
    pos = fim + 1;
  }
  return elementos;
}

/** The place of the comma or bracket that ends the value. Without recursion: a store decides how deep a value is. */
function fimDoValor(texto: string, inicio: number): number {
  const marca = /["[\]{},]/g;
  let fundo = 0;
  marca.lastIndex = inicio;
  for (let achada = marca.exec(texto); achada; achada = marca.exec(texto)) {
    const [sinal] = achada;
    if (sinal === '"') marca.lastIndex = afterString(texto, achada.index);
    else if (sinal === '[' || sinal === '{') fundo++;
    else if (fundo === 0) return achada.index;
    else if (sinal !== ',') fundo--;
  }
  return texto.length;
}
