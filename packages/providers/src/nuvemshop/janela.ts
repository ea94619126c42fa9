/**
 * A part of a list: orders that changed from one moment to another, and a page of them. Past 10,000 orders the platform gives
 * no further page, so what holds more is listed in halves.
 */
export interface Janela {
  de: Date;
  /** null: until now. */
  ate: Date | null;
  pagina: number;
}

const primeiraJanela = (desde: Date): Janela => ({ de: desde, ate: null, pagina: 1 });

export const paginaSeguinte = (janela: Janela): Janela => ({ ...janela, pagina: janela.pagina + 1 });

/** What follows a part that is listed whole; null at the end. */
export const janelaSeguinte = ({ ate }: Janela): Janela | null => ate && { de: ate, ate: null, pagina: 1 };

/** The first half; null where the part cannot be divided: moments are told to the second. */
export function metade({ de, ate }: Janela, agora: Date): Janela | null {
  const meio = Math.floor((de.getTime() + (ate ?? agora).getTime()) / 2000) * 1000;
  return meio > de.getTime() && meio < (ate ?? agora).getTime() ? { de, ate: new Date(meio), pagina: 1 } : null;
}

export const escreverJanela = ({ de, ate, pagina }: Janela): string =>
  `${de.toISOString()}~${ate?.toISOString() ?? ''}~${pagina}`;

/** @param token what escreverJanela wrote; null: the first page of all */
export function lerJanela(token: string | null, desde: Date): Janela {
  if (token === null) return primeiraJanela(desde);
  const [de = '', ate = '', pagina = '1'] = token.split('~');
  return { de: new Date(de), ate: ate === '' ? null : new Date(ate), pagina: Number(pagina) };
}
