import type { LojaViva } from '../lojas/loja-viva.ts';
import type { Conferencia, Problema } from './item.ts';
import type { Tabelas } from './tabelas.ts';

/** How an event may end that a store sends; `invalido` is none of them, for here no store tells nonsense. */
const BONS = ['aplicado', 'evento_antigo', 'regressao_de_terminal', 'tipo_ignorado', 'teste', 'gatilho', 'anotado'];

/** Every event that was acknowledged is in the inbox under the key that it must have, and applied. */
export function conferirEventos(loja: LojaViva, { eventos }: Tabelas): Conferencia {
  const guardados = new Map(eventos.filter((e) => e.fonte === 'webhook').map((e) => [chave(e.evento_id), e]));
  const reconhecidos = [...loja.eventos.values()].filter((e) => e.reconhecido);
  const problemas = reconhecidos.flatMap(({ evento_id, pedido }): Problema[] => {
    const guardado = guardados.get(evento_id);
    if (guardado && BONS.includes(guardado.resultado ?? '')) return [];
    const texto = guardado
      ? `event ${evento_id} was acknowledged and is ${guardado.resultado ?? 'pending'}`
      : `event ${evento_id} was acknowledged and is not in the inbox`;
    return [{ origem: loja.nome, pedido, texto }];
  });
  const contados = new Set([...loja.eventos.values()].map((e) => e.evento_id));
  const estranhos = [...guardados.keys()].filter((id) => !contados.has(id));
  return {
    nome: 'events acknowledged = applied',
    esperado: reconhecidos.length,
    encontrado: reconhecidos.length - problemas.length,
    problemas: [
      ...problemas,
      ...estranhos.map((id) => ({ origem: loja.nome, pedido: null, texto: `the store never told event ${id}` })),
    ],
  };
}

/** What a store told under no name of its own is numbered by the receiver. */
const chave = (evento_id: string): string => evento_id.replace(/^(gatilho:[0-9a-f]+)#\d+$/, '$1');
