import { type Base, dobrar, type Estado, type Passo, type Regras } from './dobrar.ts';
import { type Efeito, efeitosDaTransicao, type Nascidos } from './efeitos.ts';
import type { Fato } from './fato.ts';
import { compararFatos, maisNovoQueTudo } from './ordem.ts';
import type { Decisao } from './resultado.ts';
import type { Status } from './status.ts';

/** A fact that was applied before, with the result that its event carries. */
export interface FatoConhecido extends Fato {
  resultado: Decisao;
}

/**
 * Why an order went from one state to another. Equal to the CHECK on transicoes.causa. `fato_atrasado`: late facts changed
 * what was believed, and this is their net effect; `releitura`: events were read anew, and this is the net effect;
 * `conserto`: somebody had the row made anew from its facts.
 */
export const CAUSAS = ['fato', 'fato_atrasado', 'releitura', 'conserto'] as const;
export type Causa = (typeof CAUSAS)[number];

export interface Transicao {
  de: Status | null;
  para: Status;
  versao: number;
  evento_id: string;
  causa: Causa;
}

export interface EfeitoNascido {
  efeito: Efeito;
  ocorrencia: number;
  evento_id: string;
  /** The order as it was when the effect was born. */
  pedido: Estado;
}

/** A known event whose result is another one now that `por` is known. */
export interface Correcao {
  evento_id: string;
  resultado: Decisao;
  por: string;
}

/** All that one apply changes. */
export interface Aplicacao {
  estado: Estado;
  /** Every step of the fold that was made, known facts included. */
  passos: Passo<Fato | FatoConhecido>[];
  resultados: { evento_id: string; resultado: Decisao }[];
  correcoes: Correcao[];
  transicoes: Transicao[];
  efeitos: EfeitoNascido[];
}

export interface Pedido {
  /** The row; null where the order is new. */
  atual: Estado | null;
  /** Every fact applied before. May be empty where `podeSeguirDaLinha` holds: then the row stands for them. */
  historia: readonly FatoConhecido[];
  /** What retention left of older facts. */
  base: Base;
  nascidos: Nascidos;
}

/** True where the row alone can judge the pending facts: every one happened after all that is known. */
export function podeSeguirDaLinha(atual: Estado | null, pendentes: readonly Fato[], regras: Regras): boolean {
  return atual === null || pendentes.every((f) => maisNovoQueTudo(f, atual.versao_maxima, regras.criterio));
}

/**
 * Applies pending facts to an order: the late ones as one net transition, then each newer one as a step.
 * @param pendentes at least one fact, none of them in the history
 */
export function aplicarFatos(pedido: Pedido, pendentes: readonly Fato[], regras: Regras): Aplicacao {
  const daLinha = podeSeguirDaLinha(pedido.atual, pendentes, regras);
  const passos = daLinha
    ? dobrar<Fato | FatoConhecido>(pendentes, regras, pedido.atual)
    : dobrar<Fato | FatoConhecido>([...pedido.historia, ...pendentes], regras, pedido.base);
  return viver(pedido, passos, daLinha ? 0 : fimDoConhecido(passos, pedido, regras), []);
}

/**
 * Applies facts to an order of which some events were read anew. What the new readings change is one net transition, the
 * late ones among the pending facts included; then each newer fact is a step, as ever.
 * @param pedido its history holds the facts as they are read now, with the results that their events carry
 * @param relidos the events that read otherwise than before, whether they are facts still or not
 * @returns null where no fact is left
 */
export function reaplicarFatos(
  pedido: Pedido,
  relidos: readonly string[],
  pendentes: readonly Fato[],
  regras: Regras,
): Aplicacao | null {
  const passos = dobrar<Fato | FatoConhecido>([...pedido.historia, ...pendentes], regras, pedido.base);
  if (passos.length === 0 && pedido.base === null) return null;
  return viver(pedido, passos, fimDoConhecido(passos, pedido, regras), relidos);
}

/** What the steps of the fold mean for an order that is its row until now. */
function viver(
  pedido: Pedido,
  passos: Passo<Fato | FatoConhecido>[],
  corte: number,
  relidos: readonly string[],
): Aplicacao {
  const conhecidos = new Map(pedido.historia.map((f) => [f.evento_id, f.resultado]));
  const novo = (p: Passo): boolean => !conhecidos.has(p.fato.evento_id);
  const mudados = new Set(relidos);
  const emCausa = passos.slice(0, corte).filter((p) => novo(p) || mudados.has(p.fato.evento_id));
  const autor = emCausa.findLast((p) => p.resultado === 'aplicado') ?? emCausa.at(-1);
  const causa = autor?.fato.evento_id ?? relidos.at(-1);

  const vida = new Vida(pedido.atual, pedido.nascidos);
  const conhecido = passos[corte - 1]?.depois ?? pedido.base;
  if (causa !== undefined && conhecido) vida.ir(conhecido, causa, relidos.length > 0 ? 'releitura' : 'fato_atrasado');
  for (const passo of passos.slice(corte)) vida.ir(passo.depois, passo.fato.evento_id, 'fato');

  return {
    estado: passos.at(-1)?.depois ?? pedido.base!,
    passos,
    resultados: passos.filter(novo).map((p) => ({ evento_id: p.fato.evento_id, resultado: p.resultado })),
    correcoes: passos
      .filter((p) => !novo(p) && conhecidos.get(p.fato.evento_id) !== p.resultado)
      .map((p) => ({ evento_id: p.fato.evento_id, resultado: p.resultado, por: causa ?? p.fato.evento_id })),
    transicoes: vida.transicoes,
    efeitos: vida.efeitos,
  };
}

/** How many of the steps lie at or before the newest known fact. */
function fimDoConhecido(passos: readonly Passo<Fato | FatoConhecido>[], pedido: Pedido, regras: Regras): number {
  const ultimo = pedido.historia.reduce<Fato | null>(
    (a, b) => (a === null || compararFatos(a, b, regras.criterio) < 0 ? b : a),
    null,
  );
  const { base } = pedido;
  return passos.filter(
    ({ fato }) =>
      (ultimo !== null && compararFatos(fato, ultimo, regras.criterio) <= 0) ||
      (base !== null && !maisNovoQueTudo(fato, base.versao_maxima, regras.criterio)),
  ).length;
}

/** Follows an order from state to state and collects what really happened to it. */
class Vida {
  readonly transicoes: Transicao[] = [];
  readonly efeitos: EfeitoNascido[] = [];
  #status: Status | null;
  #nascidos: Record<Efeito, number>;

  constructor(atual: Estado | null, nascidos: Nascidos) {
    this.#status = atual?.status ?? null;
    this.#nascidos = { ...nascidos };
  }

  ir(pedido: Estado, evento_id: string, causa: Transicao['causa']): void {
    const de = this.#status;
    const para = pedido.status;
    if (de !== para) this.transicoes.push({ de, para, versao: pedido.versao_origem, evento_id, causa });
    for (const efeito of efeitosDaTransicao(de, para, { nascidos: this.#nascidos, foi_enviado: pedido.foi_enviado })) {
      this.#nascidos[efeito] += 1;
      this.efeitos.push({ efeito, ocorrencia: this.#nascidos[efeito], evento_id, pedido });
    }
    this.#status = para;
  }
}
