import type { Aplicacao } from './aplicar.ts';
import type { Passo, Regras } from './dobrar.ts';
import { momentoDaVersao } from './fato.ts';
import type { Status } from './status.ts';

/** Why an order is to be read from the store's API. Equal to the CHECK on consultas.motivo. */
export const MOTIVOS_DE_LEITURA = ['lacuna', 'regressao_de_terminal', 'empate', 'gatilho', 'operador'] as const;
export type MotivoDeLeitura = (typeof MOTIVOS_DE_LEITURA)[number];

/**
 * Whether what was just applied leaves a doubt that only the store can settle: an event of which the one before is
 * missing, one that a terminal state refused, or two that say different things of the same moment. What the API said is
 * never doubted, or readings would chase each other.
 * @param antesDe for events that tell it, by evento_id: the state that the order had just before, as the store says
 */
export function motivoDeLeitura(
  aplicacao: Pick<Aplicacao, 'passos' | 'resultados' | 'correcoes'>,
  antesDe: ReadonlyMap<string, Status>,
  regras: Regras,
): MotivoDeLeitura | null {
  const novos = new Set(aplicacao.resultados.map((r) => r.evento_id));
  const dosWebhooks = aplicacao.passos.filter((p) => p.fato.fonte === 'webhook' && novos.has(p.fato.evento_id));
  if (dosWebhooks.length === 0) return null;
  if (dosWebhooks.some((p) => temLacuna(p, antesDe.get(p.fato.evento_id)))) return 'lacuna';
  const corrigidas = aplicacao.correcoes.filter((c) => novos.has(c.por));
  if ([...dosWebhooks, ...corrigidas].some((r) => r.resultado === 'regressao_de_terminal'))
    return 'regressao_de_terminal';
  const empatados = momentosEmpatados(aplicacao.passos, regras);
  return dosWebhooks.some((p) => empatados.has(momentoDaVersao(p.fato.versao, regras.criterio))) ? 'empate' : null;
}

/** Of an order that is new here, only its creation may be missing: that changes nothing. */
function temLacuna({ antes }: Passo, segundoALoja: Status | undefined): boolean {
  if (segundoALoja === undefined) return false;
  return antes === null ? segundoALoja !== 'criado' : antes.status !== segundoALoja;
}

/** The moments of which webhooks say different states, and no reading has settled it. */
function momentosEmpatados(passos: readonly Passo[], { criterio }: Regras): Set<number> {
  const primeiros = new Map<number, Status>();
  const empatados = new Set<number>();
  const resolvidos = new Set<number>();
  for (const { fato } of passos) {
    const momento = momentoDaVersao(fato.versao, criterio);
    const primeiro = primeiros.get(momento) ?? fato.status;
    primeiros.set(momento, primeiro);
    if (primeiro !== fato.status) empatados.add(momento);
    if (fato.fonte !== 'webhook') resolvidos.add(momento);
  }
  for (const momento of resolvidos) empatados.delete(momento);
  return empatados;
}
