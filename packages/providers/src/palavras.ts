import { STATUS, type Status } from '@entrada/domain';

/** The words of one kind of store for a state, in its events and in its API. */
export type Palavras = ReadonlyMap<string, Status>;

/** What is wrong with an option that `lerPalavras` cannot read. */
export const LISTA_DE_PALAVRAS = 'must be a list such as on_hold:criado,lost:cancelado, of words and our states';

/**
 * Reads words of one store on top of the known ones, or in place of some: `on_hold:criado,processing:criado`.
 * @returns a reader of the option; undefined where it is no such list
 */
export const lerPalavras =
  (conhecidas: Palavras) =>
  (texto: string): Palavras | undefined => {
    const palavras = new Map(conhecidas);
    for (const par of texto.split(',')) {
      const [palavra = '', estado = '', ...resto] = par.split(':').map((p) => p.trim());
      const status = STATUS.find((s) => s === estado);
      if (palavra === '' || status === undefined || resto.length > 0) return undefined;
      palavras.set(palavra, status);
    }
    return palavras;
  };
