import type { Diferenca } from './conferir.ts';
import type { Resumo } from './simular.ts';

const MOSTRADAS = 20;

/** The summary for people: one fact a line, the verdict last. */
export function relatorio(r: Resumo): string {
  const linhas = [
    ['seed', r.semente],
    ['orders', String(r.pedidos)],
    ['events', `${r.eventos} (${r.guardados} stored, ${r.pendentes} pending)`],
    ['deliveries', `${r.entregas} (${r.duplicatas} duplicates), ${r.tentativas} tries`],
    ['answers', contagem({ ...r.respostas })],
    ['of which', contagem(r.resultados)],
    ['seconds', `${r.segundos} (${r.segundos_de_entrega} delivering)`],
    ['events/s', String(r.eventos_por_segundo)],
  ].map(([nome, valor]) => `  ${nome?.padEnd(12)}${valor}`);
  return [...linhas, ...problemas(r), veredito(r), ''].join('\n');
}

function problemas(r: Resumo): string[] {
  const desistencias = r.desistencias.map((d) => `  given up by the store: ${d.evento_id}, answer ${d.resposta}`);
  return [...limitar(desistencias), ...limitar(r.diferencas.map(descrever))];
}

function descrever(d: Diferenca): string {
  if (d.campo === 'pedido') return `  ${d.pedido} (${d.vida}) is missing`;
  return `  ${d.pedido} (${d.vida}): ${d.campo} should be ${JSON.stringify(d.esperado)}, is ${JSON.stringify(d.encontrado)}`;
}

function limitar(linhas: string[]): string[] {
  if (linhas.length <= MOSTRADAS) return linhas;
  return [...linhas.slice(0, MOSTRADAS), `  and ${linhas.length - MOSTRADAS} more (--json shows all)`];
}

function veredito(r: Resumo): string {
  if (r.certo) return `All ${r.pedidos} orders are as the store says.`;
  const pedidos = new Set(r.diferencas.map((d) => d.pedido)).size;
  return `WRONG: ${pedidos} of ${r.pedidos} orders differ, ${r.pendentes} events pending, ${r.eventos - r.guardados} events not stored.`;
}

const contagem = (c: Record<string, number>): string =>
  Object.entries(c)
    .map(([nome, n]) => `${nome}: ${n}`)
    .join(', ') || 'none';
