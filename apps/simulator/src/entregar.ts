import { setTimeout as esperar } from 'node:timers/promises';
import { assinar } from '@entrada/lojas';
import { Agent } from 'undici';
import type { EventoDaLoja } from './gerador.ts';
import type { Sorteio } from './sorteio.ts';

export interface Alvo {
  receiverUrl: string;
  origem: string;
  segredo: string;
  /** Deliveries under way at any moment. */
  paralelo: number;
  /** How often one delivery is tried before the store gives it up. */
  tentativas: number;
}

/** What the receiver answered, counted over every try. */
export interface Contagem {
  tentativas: number;
  /** By HTTP status; `sem_resposta` where the connection broke or nothing came in time. */
  respostas: Record<string, number>;
  /** By the word with which a 200 was answered: recebido, duplicado, quarentena. */
  resultados: Record<string, number>;
  /** Deliveries that the store gave up, with the last answer. */
  desistencias: { evento_id: string; resposta: string }[];
}

/** A store that waits 10 s for an answer and tries again after a 5xx or a broken connection. */
export async function entregar(
  entregas: readonly EventoDaLoja[],
  alvo: Alvo,
  sorteio: Sorteio,
  aoTerminar: () => void = () => undefined,
): Promise<Contagem> {
  const contagem: Contagem = { tentativas: 0, respostas: {}, resultados: {}, desistencias: [] };
  const agente = new Agent({ connections: alvo.paralelo, headersTimeout: 10_000, bodyTimeout: 10_000 });
  const fila = entregas.values(); // one iterator, shared by all: each takes the next
  const entregador = async (): Promise<void> => {
    for (const evento of fila) {
      await entregarUm(evento, { agente, alvo, sorteio, contagem });
      aoTerminar();
    }
  };
  try {
    await Promise.all(Array.from({ length: alvo.paralelo }, entregador));
  } finally {
    await agente.destroy();
  }
  return contagem;
}

interface Contexto {
  agente: Agent;
  alvo: Alvo;
  sorteio: Sorteio;
  contagem: Contagem;
}

async function entregarUm(evento: EventoDaLoja, { agente, alvo, sorteio, contagem }: Contexto): Promise<void> {
  for (let tentativa = 1; ; tentativa++) {
    const resposta = await postar(evento, agente, alvo);
    contagem.tentativas++;
    contar(contagem.respostas, resposta.status);
    if (resposta.resultado !== null) contar(contagem.resultados, resposta.resultado);
    if (resposta.status.startsWith('2')) return;
    const temporaria = resposta.status.startsWith('5') || resposta.status === 'sem_resposta';
    if (!temporaria || tentativa >= alvo.tentativas) {
      contagem.desistencias.push({ evento_id: evento.id, resposta: resposta.status });
      return;
    }
    await esperar(Math.min(5000, 100 * 2 ** (tentativa - 1)) * (0.5 + sorteio.numero() / 2));
  }
}

async function postar(evento: EventoDaLoja, agente: Agent, alvo: Alvo) {
  try {
    const { statusCode, body } = await agente.request({
      ...lugar(alvo),
      method: 'POST',
      headers: assinar(evento.corpo, alvo.segredo),
      body: evento.corpo,
    });
    return { status: String(statusCode), resultado: lerResultado(await body.text()) };
  } catch {
    return { status: 'sem_resposta', resultado: null };
  }
}

/** The receiver may live below a path of its host. */
function lugar({ receiverUrl, origem }: Alvo) {
  const { origin, pathname } = new URL(receiverUrl);
  return { origin, path: `${pathname.replace(/\/$/, '')}/webhooks/${origem}` };
}

function lerResultado(texto: string): string | null {
  try {
    const corpo: unknown = JSON.parse(texto);
    const resultado = typeof corpo === 'object' && corpo !== null && 'resultado' in corpo ? corpo.resultado : null;
    return typeof resultado === 'string' ? resultado : null;
  } catch {
    return null;
  }
}

function contar(contagem: Record<string, number>, chave: string): void {
  contagem[chave] = (contagem[chave] ?? 0) + 1;
}
