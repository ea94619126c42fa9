import type { Ponto, Serie } from '@entrada/db';

export interface Periodo {
  nome: 'hora' | 'dia';
  minutos: number;
  /** Minutes of one point. */
  passo: number;
}

export const PERIODOS: Readonly<Record<Periodo['nome'], Periodo>> = {
  hora: { nome: 'hora', minutos: 60, passo: 1 },
  dia: { nome: 'dia', minutos: 24 * 60, passo: 15 },
};

/** Lines of charts: as many values as the period has points, oldest first; null where nothing was measured. */
export interface Linhas {
  /** Per minute. */
  chegadas: (number | null)[];
  aplicados: (number | null)[];
  /** From arrival to commit, in ms. */
  p50: (number | null)[];
  p95: (number | null)[];
  pendentes: (number | null)[];
  mais_antigo_ms: (number | null)[];
  efeitos_pendentes: (number | null)[];
  efeitos_falhos: (number | null)[];
  /** Webhooks that never came, found in this piece of time. */
  perdidos: (number | null)[];
}

const MINUTO_MS = 60_000;
const JA_CONTA_MS = 10_000;
const ATRASO = /^atraso(?::([\d.]+)|_maior)$/;

/** The lines that the charts show, of what the counters say. */
export function emLinhas({ somas, medidas }: Serie, { minutos, passo }: Periodo, agora: Date): Linhas {
  const passoMs = passo * MINUTO_MS;
  const ultimo = Math.floor(agora.getTime() / passoMs);
  const quantos = Math.ceil(minutos / passo);
  const lugares = Array.from({ length: quantos }, (_, i) => ultimo - quantos + 1 + i);
  const [somasDe, medidasDe] = [agrupar(somas, passoMs), agrupar(medidas, passoMs)];
  /** The last piece is not over yet: it counts for as long as it lasts, and for nothing while that is hardly anything. */
  const decorridoMs = agora.getTime() - ultimo * passoMs;
  const porMinuto = (valores: readonly number[]): (number | null)[] =>
    valores.map((valor, i) =>
      i < quantos - 1 ? valor / passo : decorridoMs < JA_CONTA_MS ? null : (valor * MINUTO_MS) / decorridoMs,
    );
  const medida = (nome: string) => lugares.map((l) => medidasDe.get(l)?.find((p) => p.nome === nome)?.valor ?? null);
  const soma = (nome: string) => lugares.map((l) => somasDe.get(l)?.find((p) => p.nome === nome)?.valor ?? 0);
  const atrasos = lugares.map((l) => faixas(somasDe.get(l) ?? []));
  return {
    chegadas: porMinuto(soma('entregas')),
    aplicados: porMinuto(atrasos.map((f) => f.reduce((soma, { n }) => soma + n, 0))),
    p50: atrasos.map((f) => percentil(f, 0.5)),
    p95: atrasos.map((f) => percentil(f, 0.95)),
    pendentes: medida('pendentes'),
    mais_antigo_ms: medida('mais_antigo_ms'),
    efeitos_pendentes: medida('efeitos_pendentes'),
    efeitos_falhos: medida('efeitos_falhos'),
    perdidos: soma('perdidos'),
  };
}

function agrupar(pontos: readonly Ponto[], passoMs: number): Map<number, Ponto[]> {
  const grupos = new Map<number, Ponto[]>();
  for (const p of pontos) {
    const lugar = Math.floor(p.em.getTime() / passoMs);
    grupos.set(lugar, [...(grupos.get(lugar) ?? []), p]);
  }
  return grupos;
}

/** How many events took at most so many ms, and more than the faixa before. */
export interface Faixa {
  ateMs: number;
  n: number;
}

const faixas = (pontos: readonly Ponto[]): Faixa[] =>
  pontos
    .flatMap(({ nome, valor }) => {
      const lida = ATRASO.exec(nome);
      return lida
        ? [{ ateMs: lida[1] === undefined ? Number.POSITIVE_INFINITY : Number(lida[1]) * 1000, n: valor }]
        : [];
    })
    .sort((a, b) => a.ateMs - b.ateMs);

/** Within its faixa as if the events were spread evenly; beyond the last edge it is that edge. null: there were none. */
export function percentil(faixas: readonly Faixa[], parte: number): number | null {
  const total = faixas.reduce((soma, { n }) => soma + n, 0);
  if (total === 0) return null;
  let [abaixo, de] = [0, 0];
  for (const { ateMs, n } of faixas) {
    if (abaixo + n >= parte * total)
      return ateMs === Number.POSITIVE_INFINITY ? de : de + ((ateMs - de) * (parte * total - abaixo)) / n;
    abaixo += n;
    de = ateMs;
  }
  return de;
}
