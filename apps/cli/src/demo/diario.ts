import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { formatarLinha } from '../start/linhas.ts';
import type { Terminal } from '../start/terminal.ts';
import type { Painel } from './painel.ts';

/** What the programs write goes to a file: on the terminal is the progress. What the supervisor has to say goes to both. */
export function abrirDiario(arquivo: string, painel: Pick<Painel, 'aviso'>): Terminal & { fechar(): Promise<void> } {
  const fluxo = createWriteStream(arquivo, { mode: 0o600 });
  const texto = (t: string): void => void fluxo.write(`${t}\n`);
  return {
    texto,
    linha: (nome, linha) => texto(formatarLinha(nome, linha)),
    aviso: (t) => {
      texto(t);
      painel.aviso(t);
    },
    fechar: () => {
      fluxo.end();
      return finished(fluxo);
    },
  };
}
