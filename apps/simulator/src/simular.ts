import { StartError } from '@entrada/runtime';
import postgres from 'postgres';
import type { Andamento } from './andamento.ts';
import { conferirPedidos, contarGuardados, contarPendentes, type Diferenca } from './conferir.ts';
import { type Alvo, type Contagem, entregar } from './entregar.ts';
import { esperarFim } from './esperar.ts';
import { gerarLoja, type Loja, type OpcoesDaLoja } from './gerador.ts';
import { criarSorteio, embaralhar, type Sorteio } from './sorteio.ts';

export interface OpcoesDaSimulacao extends Alvo, OpcoesDaLoja {
  databaseUrl: string;
  /** Which part of the events is delivered once more, and of those again, and so on. From 0 to below 1. */
  duplicatas: number;
  /** How long nothing may move before pending events are given up. */
  paciencia_ms: number;
}

/** What `--json` prints. */
export interface Resumo extends Contagem {
  certo: boolean;
  semente: string;
  pedidos: number;
  eventos: number;
  /** Deliveries asked for; `tentativas` counts the store's retries too. */
  entregas: number;
  duplicatas: number;
  guardados: number;
  pendentes: number;
  /** From the first delivery to the last answer. */
  segundos_de_entrega: number;
  /** From the first delivery to the last event applied. */
  segundos: number;
  /** Different events applied per second of `segundos`. */
  eventos_por_segundo: number;
  diferencas: Diferenca[];
}

/** Plays a store against a running receiver, then compares every order with what the store says. */
export async function simular(opcoes: OpcoesDaSimulacao, andamento: Andamento): Promise<Resumo> {
  const loja = gerarLoja(opcoes);
  const sorteio = criarSorteio(opcoes.semente);
  const entregas = embaralhar(comDuplicatas(loja, opcoes.duplicatas, sorteio), sorteio);
  const sql = postgres(opcoes.databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    await exigirCaixa(sql, opcoes.origem, loja);
    const inicio = performance.now();
    andamento.comecar('deliveries', entregas.length);
    const contagem = await entregar(entregas, opcoes, sorteio, () => andamento.avancar());
    const entregue = performance.now();

    andamento.comecar('applied', loja.eventos.length);
    const contar = () => contarPendentes(sql, opcoes.origem, loja);
    const ritmo = { paciencia_ms: opcoes.paciencia_ms, intervalo_ms: 200 };
    const pendentes = await esperarFim(contar, ritmo, (n) => andamento.marcar(loja.eventos.length - n));
    const fim = performance.now();
    andamento.terminar();

    const guardados = await contarGuardados(sql, opcoes.origem, loja);
    const diferencas = await conferirPedidos(sql, opcoes.origem, loja);
    return {
      certo: diferencas.length === 0 && pendentes === 0 && guardados === loja.eventos.length,
      semente: opcoes.semente,
      pedidos: loja.pedidos.length,
      eventos: loja.eventos.length,
      entregas: entregas.length,
      duplicatas: entregas.length - loja.eventos.length,
      guardados,
      pendentes,
      ...contagem,
      segundos_de_entrega: segundos(entregue - inicio),
      segundos: segundos(fim - inicio),
      eventos_por_segundo: Math.round((loja.eventos.length - pendentes) / ((fim - inicio) / 1000)),
      diferencas,
    };
  } finally {
    andamento.terminar();
    await sql.end({ timeout: 5 });
  }
}

/** A database that cannot be read must be known before anything is sent. */
async function exigirCaixa(sql: postgres.Sql, origem: string, loja: Loja): Promise<void> {
  await contarPendentes(sql, origem, loja).catch((cause: Error) => {
    throw new StartError(`The inbox cannot be read: ${cause.message}`, { cause });
  });
}

function comDuplicatas(loja: Loja, parte: number, sorteio: Sorteio) {
  return loja.eventos.flatMap((evento) => {
    const vezes = [evento];
    while (sorteio.chance(parte)) vezes.push(evento);
    return vezes;
  });
}

const segundos = (ms: number): number => Math.round(ms) / 1000;
