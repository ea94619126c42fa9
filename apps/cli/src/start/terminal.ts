import { formatarLinha } from './linhas.ts';

/** Where `entrada start` and its programs write. */
export interface Terminal {
  /** A line of a program, JSON or not. */
  linha(nome: string, linha: string): void;
  /** Something that start itself has to say. */
  aviso(texto: string): void;
  /** Text as it is. */
  texto(texto: string): void;
}

export function criarTerminal(): Terminal {
  const cores = process.stdout.isTTY === true && process.stdout.hasColors();
  const texto = (t: string): void => void process.stdout.write(`${t}\n`);
  return {
    texto,
    linha: (nome, linha) => texto(formatarLinha(nome, linha, cores)),
    aviso: (mensagem) => {
      const linha = { level: 'warn', time: new Date().toISOString(), msg: mensagem };
      texto(formatarLinha('start', JSON.stringify(linha), cores));
    },
  };
}
