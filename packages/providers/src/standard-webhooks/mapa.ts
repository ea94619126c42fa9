import type { Status } from '@entrada/domain';
import { ehObjeto, type Objeto } from '../corpo.ts';
import type { ErroDeOpcao, Opcoes } from '../dialeto.ts';
import { LeitorDeOpcoes } from '../opcoes.ts';
import { LISTA_DE_PALAVRAS, lerPalavras, type Palavras } from '../palavras.ts';

/** The names on the way to a field of the payload. */
export type Caminho = readonly string[];

/** Where a provider's payload says what: the standard leaves that open. null: it does not say it. */
export interface Mapa {
  tipo: Caminho;
  pedido: Caminho;
  instante: Caminho;
  sequencia: Caminho | null;
  /** null: the event's type is the word for the state. */
  status: Caminho | null;
  palavras: Palavras;
  /** How the types of events about orders begin, where a field says the state. */
  tipos: readonly string[];
  total: Caminho;
  totalEm: 'centavos' | 'decimal';
  /** Of amounts that are decimals. */
  moeda: Caminho;
  email: Caminho;
}

const POR_TIPO: Palavras = new Map<string, Status>([
  ['order.created', 'criado'],
  ['order.paid', 'pago'],
  ['order.shipped', 'enviado'],
  ['order.fulfilled', 'enviado'],
  ['order.canceled', 'cancelado'],
  ['order.cancelled', 'cancelado'],
  ['order.refunded', 'reembolsado'],
]);

const POR_PALAVRA: Palavras = new Map([...POR_TIPO].map(([tipo, status]) => [tipo.slice('order.'.length), status]));

/** Reads the mapping of one origem out of its options. */
export function lerMapa(opcoes: Opcoes): { mapa: Mapa; erros: ErroDeOpcao[] } {
  const leitor = new LeitorDeOpcoes(opcoes);
  const motivo = 'must be a path such as data.order.id';
  const campo = (opcao: string, padrao: string): Caminho => leitor.ler(opcao, padrao.split('.'), lerCaminho, motivo);
  const semPadrao = (opcao: string): Caminho | null => leitor.ler<Caminho | null>(opcao, null, lerCaminho, motivo);
  const status = semPadrao('CAMPO_STATUS');
  const conhecidas = status === null ? POR_TIPO : POR_PALAVRA;
  const mapa: Mapa = {
    tipo: campo('CAMPO_TIPO', 'type'),
    pedido: campo('CAMPO_PEDIDO', 'data.id'),
    instante: campo('CAMPO_INSTANTE', 'timestamp'),
    sequencia: semPadrao('CAMPO_SEQUENCIA'),
    status,
    palavras: leitor.ler('STATUS_MAP', conhecidas, lerPalavras(conhecidas), LISTA_DE_PALAVRAS),
    tipos: leitor.ler('TIPOS', ['order.'], lerTipos, 'must be a list of beginnings of types, such as order.,invoice.'),
    total: campo('CAMPO_TOTAL', 'data.total_cents'),
    totalEm: leitor.ler<Mapa['totalEm']>('TOTAL_EM', 'centavos', lerUnidade, 'must be centavos or decimal'),
    moeda: campo('CAMPO_MOEDA', 'data.currency'),
    email: campo('CAMPO_EMAIL', 'data.customer_email'),
  };
  leitor.recusarAsOutras('standard_webhooks');
  return { mapa, erros: leitor.erros };
}

/** What stands at the end of the way; undefined where it leads nowhere. */
export function valorEm(objeto: Objeto, caminho: Caminho | null): unknown {
  if (caminho === null) return undefined;
  return caminho.reduce<unknown>((v, nome) => (ehObjeto(v) && Object.hasOwn(v, nome) ? v[nome] : undefined), objeto);
}

/** Whether events of this type say the state of an order. */
export const falaDePedido = (mapa: Mapa, tipo: string): boolean =>
  mapa.status === null ? mapa.palavras.has(tipo) : mapa.tipos.some((inicio) => tipo.startsWith(inicio));

const lerCaminho = (texto: string): Caminho | undefined =>
  /^[^.\s]+(?:\.[^.\s]+)*$/.test(texto.trim()) ? texto.trim().split('.') : undefined;

function lerTipos(texto: string): string[] | undefined {
  const tipos = texto.split(',').map((t) => t.trim());
  return tipos.includes('') ? undefined : tipos;
}

const lerUnidade = (texto: string): Mapa['totalEm'] | undefined =>
  (['centavos', 'decimal'] as const).find((u) => u === texto.trim());
