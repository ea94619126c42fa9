import type { Pendencias } from './pendencias.ts';
import type { Andamento } from './simulador.ts';

/** The live progress on stderr: one line that is rewritten, or a line now and then where stderr is no terminal. */
export interface Painel {
  mostrar(andamento: Andamento, pendencias: Pendencias): void;
  aviso(texto: string): void;
  terminar(): void;
}

const SEM_TERMINAL_MS = 5_000;

type Saida = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> & { write(texto: string): boolean };

export function criarPainel(saida: Saida, total: number, agora = () => performance.now()): Painel {
  const inicio = agora();
  let ultima = Number.NEGATIVE_INFINITY;
  const relogio = (): string => `${String(Math.round((agora() - inicio) / 1000)).padStart(4)} s  `;
  const apagar = (): void => void (saida.isTTY && saida.write('\r\u001b[K'));
  return {
    mostrar(a, p) {
      const texto = `${relogio()}${descrever(a, p, total)}`;
      if (saida.isTTY) saida.write(`\r${texto.slice(0, (saida.columns ?? 120) - 1)}\u001b[K`);
      else if (agora() - ultima >= SEM_TERMINAL_MS) {
        ultima = agora();
        saida.write(`${texto}\n`);
      }
    },
    aviso(texto) {
      apagar();
      saida.write(`${relogio()}${texto}\n`);
    },
    terminar: apagar,
  };
}

function descrever(a: Andamento, p: Pendencias, total: number): string {
  return [
    `orders ${a.pedidos}/${total}`,
    `events told ${a.eventos}, acknowledged ${a.reconhecidos}`,
    `applied ${p.aplicados}`,
    `at the ERP ${a.recebidos_no_erp}`,
    `pending ${p.eventos} events, ${p.consultas} readings, ${p.efeitos} effects`,
  ].join('; ');
}
