import { compararPedidos } from '../conferir.ts';
import type { PedidoNaLoja } from '../gerador.ts';
import type { LojaViva, PedidoVivo } from '../lojas/loja-viva.ts';
import type { Conferencia, Problema } from './item.ts';
import type { Tabelas } from './tabelas.ts';

/** Every order is as the store has it. */
export function conferirPedidos(loja: LojaViva, { pedidos: linhas }: Tabelas, esperados = todos(loja)): Conferencia {
  const diferencas = compararPedidos(
    esperados.map((p) => comoNosChamamos(loja, p)),
    linhas,
  );
  const problemas = diferencas.map(({ pedido, vida, campo, esperado, encontrado }): Problema => {
    const texto =
      campo === 'pedido'
        ? `(${vida}) is missing`
        : `(${vida}) ${campo} should be ${JSON.stringify(esperado)}, is ${JSON.stringify(encontrado)}`;
    return { origem: loja.nome, pedido, texto };
  });
  const estranhos = linhas.filter((l) => !loja.pedidos.has(l.id));
  return {
    nome: 'orders as the store has them',
    esperado: esperados.length,
    encontrado: esperados.length - new Set(diferencas.map((d) => d.pedido)).size,
    problemas: [
      ...problemas,
      ...estranhos.map(({ id }) => ({ origem: loja.nome, pedido: id, texto: 'the store has no such order' })),
    ],
  };
}

/** Orders of which some change was never acknowledged: without the API nobody can know how they are. */
export const comFalta = (loja: LojaViva): PedidoVivo[] =>
  todos(loja).filter((p) => p.eventos.some((e) => e.muda && !e.reconhecido));

export const semFalta = (loja: LojaViva): PedidoVivo[] =>
  todos(loja).filter((p) => p.eventos.every((e) => !e.muda || e.reconhecido));

/** Orders whose newest change no webhook told: only the API can have taught it. */
export function conferirPerdidos(loja: LojaViva, { eventos }: Tabelas): Conferencia {
  const daApi = new Set(
    eventos.filter((e) => e.fonte === 'api' && e.resultado === 'aplicado').map((e) => e.recurso_id),
  );
  const perdidos = todos(loja).filter((p) => p.eventos.findLast((e) => e.muda)?.reconhecido === false);
  const ignorados = perdidos.filter((p) => !daApi.has(p.id));
  return {
    nome: 'changes without a webhook learned from the API',
    esperado: perdidos.length,
    encontrado: perdidos.length - ignorados.length,
    problemas: ignorados.map(({ id, vida }) => ({
      origem: loja.nome,
      pedido: id,
      texto: `(${vida}) its last webhook never came, and no reading of the API was applied`,
    })),
  };
}

const todos = (loja: LojaViva): PedidoVivo[] => [...loja.pedidos.values()];

function comoNosChamamos({ dialeto }: LojaViva, p: PedidoVivo): PedidoNaLoja {
  const status = dialeto.palavras[p.status];
  if (status === undefined) throw new Error(`the store knows no word ${p.status}`);
  return { id: p.id, vida: p.vida, status, total_centavos: p.total_cents, cliente_email: p.customer_email };
}
