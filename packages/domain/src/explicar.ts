import type { Causa, FatoConhecido, Transicao } from './aplicar.ts';
import { dadosDoEstado, dobrar, type Estado, type Passo, type Regras } from './dobrar.ts';
import type { Efeito } from './efeitos.ts';
import type { Fonte } from './fato.ts';
import { motivoDoPasso, quando } from './motivo.ts';
import type { Resultado } from './resultado.ts';

/** What the inbox keeps of one event. */
export interface EventoExplicavel {
  evento_id: string;
  tipo: string;
  /** `poda`: what retention left of older events. */
  fonte: Fonte | 'poda';
  recebido_em: Date;
  /** Deliveries after the first one. */
  duplicatas: number;
  /** null while the event waits. */
  resultado: Resultado | null;
  erro: string | null;
  /** The event whose arrival changed this one's result. */
  corrigido_por: string | null;
}

export interface EfeitoExplicavel {
  efeito: Efeito;
  ocorrencia: number;
  evento_id: string;
  enviado_em: Date | null;
  falhou_em: Date | null;
  anulado_em: Date | null;
}

/** All that is stored about one order. */
export interface Historico {
  origem: string;
  id: string;
  /** The row; null where there is none yet. */
  pedido: Estado | null;
  /** What retention left of older facts; null where nothing was removed. */
  base: Estado | null;
  fatos: readonly FatoConhecido[];
  /** Every event, those that became facts included. */
  eventos: readonly EventoExplicavel[];
  transicoes: readonly (Transicao & { em: Date })[];
  efeitos: readonly EfeitoExplicavel[];
}

/**
 * Says in plain words how an order came to be what it is: the fold, step by step, in the order in which the store's facts
 * happened; then what is no fact, and what happened here in the order of arrival.
 * @returns lines of text
 */
export function explicar(historico: Historico, regras: Regras): string[] {
  const passos = dobrar(historico.fatos, regras, historico.base);
  const final = passos.at(-1)?.depois ?? historico.base;
  return [
    `Order ${historico.origem}/${historico.id}: ${final ? descrever(final) : 'nothing applied yet'}.`,
    ...divergencia(historico.pedido, final),
    ...capitulo(`Its facts, in the order in which they happened (by ${porQue(regras)}):`, [
      ...(historico.base ? [`0. Older facts were removed; they left the order ${descrever(historico.base)}.`] : []),
      ...passos.flatMap((passo, i) => explicarPasso(passo, i, passos[i - 1], historico, regras)),
    ]),
    ...capitulo('Events that are not facts:', semFato(historico)),
    ...capitulo('What happened here, in the order of arrival:', historico.transicoes.map(explicarTransicao)),
  ];
}

const capitulo = (titulo: string, linhas: readonly string[]): string[] =>
  linhas.length === 0 ? [] : ['', titulo, ...linhas];

const porQue = ({ criterio }: Regras): string => (criterio === 'sequencia' ? "the store's sequence" : 'instant');

function descrever(estado: Estado): string {
  const { total_centavos, cliente_email } = dadosDoEstado(estado);
  const total = total_centavos === null ? 'no total' : `total ${total_centavos} cents`;
  return `${estado.status}, ${total}, ${cliente_email === null ? 'no e-mail' : `e-mail ${cliente_email}`}`;
}

/** The row is the fold of the facts. Where it is not, somebody wrote to the tables by hand. */
function divergencia(pedido: Estado | null, final: Estado | null): string[] {
  const guardado = pedido ? descrever(pedido) : 'no order';
  const dobrado = final ? descrever(final) : 'no order';
  return guardado === dobrado ? [] : [`WARNING: the table has ${guardado}, but its facts come to ${dobrado}.`];
}

function explicarPasso(
  passo: Passo<FatoConhecido>,
  indice: number,
  anterior: Passo<FatoConhecido> | undefined,
  historico: Historico,
  regras: Regras,
): string[] {
  const { fato, resultado } = passo;
  const evento = historico.eventos.find((e) => e.evento_id === fato.evento_id);
  const efeitos = historico.efeitos.filter((e) => e.evento_id === fato.evento_id);
  const decisao = resultado === 'aplicado' ? 'applied' : `not applied (${resultado})`;
  return [
    `${indice + 1}. ${quando(fato, regras.criterio)} ${fato.status}: ${fato.fonte} event ${fato.evento_id}${chegada(evento)}`,
    `   Decision: ${decisao}. ${motivoDoPasso(passo, anterior, regras)}`,
    ...correcao(fato, resultado, evento),
    `   Effect: ${mudancas(passo).join('; ')}.`,
    ...efeitos.map((e) => `   For the ERP: ${explicarEfeito(e)}.`),
  ];
}

function chegada(evento: EventoExplicavel | undefined): string {
  if (!evento) return '';
  const vezes = evento.duplicatas === 0 ? '' : `, delivered ${evento.duplicatas + 1} times`;
  return `, arrived ${evento.recebido_em.toISOString()}${vezes}`;
}

function correcao(fato: FatoConhecido, resultado: Resultado, evento: EventoExplicavel | undefined): string[] {
  if (fato.resultado !== resultado) return [`   WARNING: the inbox says ${fato.resultado}.`];
  if (!evento?.corrigido_por) return [];
  return [
    `   It was judged otherwise at first; event ${evento.corrigido_por} arrived later and changed what it meant.`,
  ];
}

/** What the fact changed in the order, as the fold sees it. */
function mudancas({ antes, depois }: Passo): string[] {
  const novo = dadosDoEstado(depois);
  const velho = antes ? dadosDoEstado(antes) : { total_centavos: null, cliente_email: null };
  const linhas: string[] = [];
  if (antes === null) linhas.push(`the order begins as ${depois.status}`);
  else if (antes.status !== depois.status) linhas.push(`the order goes from ${antes.status} to ${depois.status}`);
  if (novo.total_centavos !== velho.total_centavos)
    linhas.push(`total is now ${novo.total_centavos} cents${sobra(depois.campos.total_centavos)}`);
  if (novo.cliente_email !== velho.cliente_email)
    linhas.push(`e-mail is now ${novo.cliente_email}${sobra(depois.campos.cliente_email)}`);
  return linhas.length === 0 ? ['nothing changes'] : linhas;
}

const sobra = (campo: { aceito: boolean } | null): string =>
  campo?.aceito === false ? ' (no applied fact tells one)' : '';

function explicarEfeito(e: EfeitoExplicavel): string {
  const nome = e.ocorrencia === 1 ? e.efeito : `${e.efeito} (occurrence ${e.ocorrencia})`;
  if (e.enviado_em) return `${nome}, confirmed ${e.enviado_em.toISOString()}`;
  if (e.falhou_em) return `${nome}, given up ${e.falhou_em.toISOString()}`;
  if (e.anulado_em) return `${nome}, closed unsent: the opposite effect followed before it left`;
  return `${nome}, not confirmed yet`;
}

function semFato(historico: Historico): string[] {
  const fatos = new Set(historico.fatos.map((f) => f.evento_id));
  return historico.eventos
    .filter((e) => e.fonte !== 'poda' && !fatos.has(e.evento_id))
    .map((e) => `- ${e.tipo} event ${e.evento_id}${chegada(e)}: ${destino(e)}`);
}

function destino({ resultado, erro }: EventoExplicavel): string {
  if (resultado === null) return `pending${erro === null ? '' : `; the last attempt failed: ${erro}`}`;
  if (resultado === 'invalido') return `invalido: ${erro ?? 'no reason kept'}`;
  if (resultado === 'gatilho') return 'gatilho: it only says that the order changed, and had it read from the API';
  if (resultado === 'anotado') return 'anotado: it tells a refund or a dispute, and nothing of the state';
  if (resultado === 'tipo_ignorado') return 'tipo_ignorado: its type says nothing about the state of an order';
  return resultado;
}

function explicarTransicao(t: Transicao & { em: Date }): string {
  const passo = t.de === null ? `began as ${t.para}` : `${t.de} -> ${t.para}`;
  return `- ${t.em.toISOString()} ${passo}, because of event ${t.evento_id}${PORQUE[t.causa]}`;
}

const PORQUE: Readonly<Record<Causa, string>> = {
  fato: '',
  fato_atrasado: ', a late fact that changed what was believed',
  releitura: ', which was read anew and says something else now',
  conserto: ': the row had gone wrong and was made anew from its facts',
};
