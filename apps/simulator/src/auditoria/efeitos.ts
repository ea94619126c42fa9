import { isDeepStrictEqual } from 'node:util';
import type { Recebido } from '../erp/erp.ts';
import type { Conferencia, Problema } from './item.ts';
import type { LinhaDeEfeito, Tabelas } from './tabelas.ts';

/** Every effect is at the ERP once, with the body of its birth and in the order of births; nothing else is there. */
export function conferirEfeitos(origem: string, { efeitos }: Tabelas, recebidos: readonly Recebido[]): Conferencia {
  const esperados = efeitos.filter((e) => e.situacao !== 'anulado');
  const porChave = new Map(recebidos.map((r) => [chave(r), r]));
  const faltas = esperados.flatMap((e): Problema[] => {
    const motivo = motivoDaFalta(e, porChave.get(chave(e)));
    return motivo === null ? [] : [{ origem, pedido: e.pedido_id, texto: `${nome(e)} ${motivo}` }];
  });
  const conhecidas = new Set(esperados.map(chave));
  const demais = recebidos
    .filter((r) => !conhecidas.has(chave(r)))
    .map((r) => ({ origem, pedido: r.pedido_id, texto: `${nome(r)} is at the ERP, and nobody asked for it` }));
  return {
    nome: 'effects at the ERP once, in order',
    esperado: esperados.length,
    encontrado: esperados.length - faltas.length,
    problemas: [...faltas, ...demais, ...foraDeOrdem(origem, esperados, recebidos)],
  };
}

interface Nomeado {
  pedido_id: string;
  efeito: string;
  ocorrencia: number;
}

const chave = ({ pedido_id, efeito, ocorrencia }: Nomeado): string => `${pedido_id}:${efeito}:${ocorrencia}`;
const nome = ({ efeito, ocorrencia }: Nomeado): string => `${efeito} ${ocorrencia}`;

function motivoDaFalta(e: LinhaDeEfeito, recebido: Recebido | undefined): string | null {
  if (!recebido) return `is not at the ERP (${e.situacao})`;
  if (e.situacao !== 'enviado') return `is at the ERP, and here it is ${e.situacao}`;
  return isDeepStrictEqual(JSON.parse(recebido.corpo), JSON.parse(e.corpo)) ? null : 'has another body at the ERP';
}

function foraDeOrdem(origem: string, efeitos: readonly LinhaDeEfeito[], recebidos: readonly Recebido[]): Problema[] {
  const chegadas = new Map(recebidos.map((r, i) => [chave(r), i]));
  const ultima = new Map<string, number>();
  return efeitos.flatMap((e): Problema[] => {
    const chegada = chegadas.get(chave(e));
    if (chegada === undefined) return [];
    const anterior = ultima.get(e.pedido_id) ?? -1;
    ultima.set(e.pedido_id, Math.max(anterior, chegada));
    return chegada > anterior
      ? []
      : [{ origem, pedido: e.pedido_id, texto: `${nome(e)} reached the ERP before an older effect of its order` }];
  });
}
