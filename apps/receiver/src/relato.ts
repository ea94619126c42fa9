import { type Contado, gravarRecebimento, type Sql } from '@entrada/db';
import { aCada, type Diferenca, type Logger, lerDiferencas } from '@entrada/runtime';
import type { Gravado } from './caixa.ts';
import type { Metricas } from './metricas.ts';

export interface DepsDoRelato {
  sql: Sql;
  metricas: Pick<Metricas, 'respondidos' | 'recusados'>;
  logger: Logger;
  intervaloMs?: number;
}

const INTERVALO_MS = 5_000;
const NOMES: Readonly<Record<string, string>> = { duplicado: 'duplicadas', quarentena: 'quarentena' };
/** Answers that are no delivery: the store only asked whether somebody is here. */
const SEM_ENTREGA = 'saudacao';

/**
 * What the console shows of the stores: told to Postgres every few seconds, in one statement, and at the end. Nothing is
 * counted for it on the way of a request: it reads how far the counters of /metrics have got. What could not be told is told
 * with the next.
 */
export function criarRelato({ sql, metricas, logger, intervaloMs = INTERVALO_MS }: DepsDoRelato) {
  const [respondidos, recusados] = [lerDiferencas(metricas.respondidos), lerDiferencas(metricas.recusados)];
  const usados = new Map<string, { origem: string; nome: string; usado_em: Date }>();
  const relatar = async (): Promise<void> => {
    const contados = contar(await respondidos.ler(), await recusados.ler());
    const segredos = [...usados.values()];
    await gravarRecebimento(sql, { contados, origens: somarOrigens(contados), segredos });
    respondidos.confirmar();
    recusados.confirmar();
    for (const [chave, uso] of usados) if (segredos.includes(uso)) usados.delete(chave);
  };
  const relogio = aCada(intervaloMs, relatar, (err) => logger.warn({ err }, 'the counters could not be told'));
  return {
    /** Behind the answers: which secrets are in use. */
    anotar(gravados: readonly Gravado[]): void {
      for (const { evento } of gravados) {
        const { origem, segredo_nome: nome } = evento;
        if (nome !== null) usados.set(`${origem}:${nome}`, { origem, nome, usado_em: new Date() });
      }
    },
    parar: () => relogio.parar(),
  };
}

function contar(respondidos: readonly Diferenca[], recusados: readonly Diferenca[]): Contado[] {
  const soma = new Map<string, Contado>();
  const mais = (origem: string, nome: string, valor: number): void => {
    const antes = soma.get(`${origem}:${nome}`)?.valor ?? 0;
    soma.set(`${origem}:${nome}`, { origem, nome, valor: antes + valor });
  };
  for (const { rotulos, valor } of respondidos) {
    const [origem, resultado] = [String(rotulos.origem), String(rotulos.resultado)];
    if (resultado === SEM_ENTREGA) continue;
    mais(origem, 'entregas', valor);
    const nome = NOMES[resultado];
    if (nome !== undefined) mais(origem, nome, valor);
  }
  for (const { rotulos, valor } of recusados)
    if (rotulos.motivo === 'assinatura') mais(String(rotulos.origem), 'recusadas', valor);
  return [...soma.values()];
}

function somarOrigens(contados: readonly Contado[]) {
  const de = (origem: string, nome: string): number =>
    contados.find((c) => c.origem === origem && c.nome === nome)?.valor ?? 0;
  return [...new Set(contados.map((c) => c.origem))].map((origem) => ({
    origem,
    entregas: de(origem, 'entregas'),
    duplicadas: de(origem, 'duplicadas'),
    recusadas: de(origem, 'recusadas'),
  }));
}
