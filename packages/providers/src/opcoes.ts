import type { ErroDeOpcao, Opcoes } from './dialeto.ts';

/** Reads options one by one and collects what is wrong with them. Errors name the option, never its value. */
export class LeitorDeOpcoes {
  readonly erros: ErroDeOpcao[] = [];
  readonly #opcoes: Opcoes;
  readonly #lidas = new Set<string>();

  constructor(opcoes: Opcoes) {
    this.#opcoes = opcoes;
  }

  /** @param ler the option's meaning, or undefined where it has none. A variable that is set to nothing counts as unset. */
  ler<T>(opcao: string, padrao: T, ler: (valor: string) => T | undefined, motivo: string): T {
    this.#lidas.add(opcao);
    const valor = this.#opcoes[opcao];
    if (valor === undefined || valor === '') return padrao;
    const lido = ler(valor);
    if (lido === undefined) this.erros.push({ opcao, motivo });
    return lido ?? padrao;
  }

  simOuNao(opcao: string, padrao: boolean): boolean {
    const valores = new Map([
      ['sim', true],
      ['nao', false],
    ]);
    return this.ler(opcao, padrao, (v) => valores.get(v.trim()), 'must be sim or nao');
  }

  /** To be called last: a misspelt variable must not pass unseen. */
  recusarAsOutras(dialeto: string): void {
    for (const opcao of Object.keys(this.#opcoes))
      if (!this.#lidas.has(opcao)) this.erros.push({ opcao, motivo: `is no setting of the dialect ${dialeto}` });
  }
}
