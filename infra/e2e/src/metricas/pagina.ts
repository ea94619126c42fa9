/** What a page of /metrics holds. */
export interface Pagina {
  tipos: Map<string, string>;
  amostras: Amostra[];
}

interface Amostra {
  nome: string;
  rotulos: Record<string, string>;
  valor: number;
}

const LINHA = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i;

/** @throws at a line that is not in the Prometheus format, and where a metric is declared twice */
export function lerPagina(texto: string): Pagina {
  const tipos = new Map<string, string>();
  const amostras: Amostra[] = [];
  for (const linha of texto.split('\n').filter((l) => l !== '' && !l.startsWith('# HELP '))) {
    const [, declarado = '', tipo = ''] = /^# TYPE (\S+) (\w+)$/.exec(linha) ?? [];
    if (tipos.has(declarado)) throw new Error(`${declarado} is declared twice`);
    if (declarado !== '') tipos.set(declarado, tipo);
    else amostras.push(lerAmostra(linha));
  }
  return { tipos, amostras };
}

function lerAmostra(linha: string): Amostra {
  const [, nome, rotulos = '', valor] = LINHA.exec(linha) ?? [];
  if (nome === undefined) throw new Error(`this is no line of /metrics: ${linha}`);
  const pares = [...rotulos.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, r = '', v = '']) => [r, v] as const);
  return { nome, rotulos: Object.fromEntries(pares), valor: Number(valor) };
}
