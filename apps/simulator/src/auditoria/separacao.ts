import type { LojaViva } from '../lojas/loja-viva.ts';
import type { Conferencia } from './item.ts';
import type { LinhaDePedido, Tabelas } from './tabelas.ts';

/** What the warehouse was told fits the order as it ended. */
export function conferirSeparacao(loja: LojaViva, { pedidos, efeitos }: Tabelas): Conferencia {
  const contar = (pedido: string, efeito: string): number =>
    (porPedido.get(pedido) ?? []).filter((e) => e === efeito).length;
  const porPedido = new Map<string, string[]>();
  for (const e of efeitos) porPedido.set(e.pedido_id, [...(porPedido.get(e.pedido_id) ?? []), e.efeito]);

  const problemas = pedidos.flatMap((p) => {
    const emVigor = contar(p.id, 'liberar_separacao') - contar(p.id, 'interromper_separacao');
    const texto = julgar(p, emVigor, contar(p.id, 'notificar_reembolso'), loja.pedidos.get(p.id)?.foi_enviado ?? true);
    return texto === null ? [] : [{ origem: loja.nome, pedido: p.id, texto }];
  });
  return {
    nome: 'picking as the order asks',
    esperado: pedidos.length,
    encontrado: pedidos.length - problemas.length,
    problemas,
  };
}

function julgar(p: LinhaDePedido, emVigor: number, reembolsos: number, enviadoNaLoja: boolean): string | null {
  if (p.foi_enviado && !enviadoNaLoja) return 'counts as shipped, and the store never shipped it';
  if (emVigor !== 0 && emVigor !== 1) return `picking was released ${emVigor} times more than interrupted`;
  if (p.status === 'criado' && emVigor === 1) return 'is not paid, and is being picked';
  if (p.status === 'pago' && emVigor === 0) return 'is paid, and nobody picks it';
  if ((p.status === 'cancelado' || p.status === 'reembolsado') && !p.foi_enviado && emVigor === 1)
    return `is ${p.status} and was never shipped, and is still being picked`;
  if (reembolsos !== (p.status === 'reembolsado' ? 1 : 0))
    return `is ${p.status}, and ${reembolsos} refunds were notified`;
  return null;
}
