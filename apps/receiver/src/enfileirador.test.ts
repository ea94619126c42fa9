import { expect, it } from 'vitest';
import type { Gravado } from './caixa.ts';
import { criarEnfileirador, type PedidoAEnfileirar } from './enfileirador.ts';

function gravado(recurso_id: string | null, pendente: boolean): Gravado {
  const evento = {
    origem: 'loja',
    evento_id: `e-${recurso_id}`,
    recurso_id,
    tipo: 'order.paid',
    fonte: 'webhook' as const,
    payload: '{}',
    corpo: null,
    segredo_nome: null,
    resultado: null,
  };
  return { evento, gravacao: { situacao: 'recebido', pendente } };
}

it('a batch in which nothing is pending does not keep later ones from waking the workers', async () => {
  const acordados: PedidoAEnfileirar[] = [];
  const enfileirador = criarEnfileirador(async (pedidos) => acordados.push(...pedidos));
  enfileirador.acordar([gravado('a', false), gravado(null, true)]);
  enfileirador.acordar([gravado('b', true)]);
  await enfileirador.terminar();
  enfileirador.acordar([]);
  enfileirador.acordar([gravado('c', true), gravado('c', true)]);
  await enfileirador.terminar();
  expect(acordados.map((p) => p.recurso_id)).toEqual(['b', 'c']);
});
