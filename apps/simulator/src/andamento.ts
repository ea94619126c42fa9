import { Presets, SingleBar } from 'cli-progress';

/** How far a long run has come. */
export interface Andamento {
  comecar(nome: string, total: number): void;
  avancar(): void;
  marcar(feitos: number): void;
  terminar(): void;
}

/** A bar on stderr; silent where stderr is no terminal. */
export function andamentoNoTerminal(): Andamento {
  let barra: SingleBar | undefined;
  const terminar = (): void => {
    barra?.stop();
    barra = undefined;
  };
  return {
    comecar(nome, total) {
      terminar();
      const format = `${nome.padEnd(10)} {bar} {value}/{total} {duration_formatted}`;
      barra = new SingleBar({ stream: process.stderr, noTTYOutput: false, format }, Presets.shades_grey);
      barra.start(total, 0);
    },
    avancar: () => barra?.increment(),
    marcar: (feitos) => barra?.update(feitos),
    terminar,
  };
}
