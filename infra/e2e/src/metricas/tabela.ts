import { readFileSync } from 'node:fs';
import { RAIZ } from '../compose/ler.ts';

export interface LinhaDaTabela {
  nome: string;
  tipo: string;
  rotulos: string[];
  /** Who exposes it: receiver, worker, console. */
  programas: string[];
}

const TODOS = ['receiver', 'worker', 'console'];

/** The table of infra/metrics.md. */
export function lerTabela(): LinhaDaTabela[] {
  const linhas = readFileSync(`${RAIZ}infra/metrics.md`, 'utf8')
    .split('\n')
    .filter((l) => l.startsWith('| `'));
  return linhas.map((linha) => {
    const [, nome = '', tipo = '', rotulos = '', programa = ''] = linha.split('|').map((c) => c.trim());
    return {
      nome: entreCrases(nome)[0] ?? '',
      tipo,
      rotulos: entreCrases(rotulos),
      programas: programa === 'all' ? TODOS : [programa],
    };
  });
}

const entreCrases = (texto: string): string[] => [...texto.matchAll(/`([^`]+)`/g)].map(([, nome = '']) => nome);
