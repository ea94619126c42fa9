import type { Medidas } from './cenario.ts';

/** A ratio of one run that has to hold. */
interface Meta {
  nome: string;
  /** Numerator and denominator, by name. */
  de: readonly [string, string];
  limite: number;
  /** Whether the ratio has to be at least, or at most, the limit. */
  sentido: 'minimo' | 'maximo';
}

const METAS: readonly Meta[] = [
  minimo('receiver, 64 connections: x textbook', 'nosso_redis_receptor_64_rps', 'livro_receptor_64_rps', 6),
  minimo('receiver, 64 connections: x bare Fastify', 'nosso_redis_receptor_64_rps', 'limite_receptor_64_rps', 0.35),
  maximo(
    'receiver, 64 connections: p99 / textbook',
    'nosso_redis_receptor_64_p99_ms',
    'livro_receptor_64_p99_ms',
    0.25,
  ),
  maximo(
    'receiver, 1 connection: p50 / one INSERT per request',
    'nosso_redis_receptor_1_p50_ms',
    'livro_so_grava_receptor_1_p50_ms',
    1.3,
  ),
  minimo('apply alone: x textbook', 'nosso_redis_aplicar_eps', 'livro_aplicar_eps', 15),
  minimo('end to end: x textbook', 'nosso_redis_ponta_eps', 'livro_ponta_eps', 8),
  minimo('full inbox: receiver / empty', 'cheia_receptor_64_rps', 'vazia_receptor_64_rps', 0.8),
  minimo('full inbox: apply / empty', 'cheia_aplicar_eps', 'vazia_aplicar_eps', 0.8),
  maximo('memory of the receiver: last / second quarter', 'receiver_memoria_q4_mb', 'receiver_memoria_q2_mb', 1.1),
  maximo('memory of the worker: last / second quarter', 'worker_memoria_q4_mb', 'worker_memoria_q2_mb', 1.1),
  // n log n: four times the events take 4 * log(100,000) / log(25,000) = 4.55 times as long.
  maximo('hot order: time at 4 n / time at n', 'quente_3_s', 'quente_1_s', 4.55),
  maximo('hot order, newest first: time at 4 n / time at n', 'tardio_3_s', 'tardio_1_s', 4.55),
];

export interface MetaMedida extends Meta {
  razao: number;
  cumprida: boolean;
}

/** The targets of which both sides were measured. */
export function conferirMetas(medidas: Medidas): MetaMedida[] {
  return METAS.flatMap((meta) => {
    const [a, b] = meta.de.map((nome) => medidas[nome]);
    if (a === undefined || b === undefined) return [];
    const razao = a / b;
    return [{ ...meta, razao, cumprida: meta.sentido === 'minimo' ? razao >= meta.limite : razao <= meta.limite }];
  });
}

function minimo(nome: string, de: string, para: string, limite: number): Meta {
  return { nome, de: [de, para], limite, sentido: 'minimo' };
}

function maximo(nome: string, de: string, para: string, limite: number): Meta {
  return { nome, de: [de, para], limite, sentido: 'maximo' };
}
