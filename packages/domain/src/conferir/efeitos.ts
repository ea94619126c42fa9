import type { Transicao } from '../aplicar.ts';
import type { Estado } from '../dobrar.ts';
import { EFEITOS, type Efeito } from '../efeitos.ts';
import type { Divergencia } from './divergencia.ts';

export interface EfeitoConferivel {
  efeito: Efeito;
  ocorrencia: number;
  evento_id: string;
  criado_em: Date;
  /** Whether the body names the same order, effect and occurrence as the key. */
  corpo_confere: boolean;
}

interface Vida {
  base: Estado | null;
  eventos: ReadonlySet<string>;
  transicoes: readonly (Transicao & { em: Date })[];
  efeitos: readonly EfeitoConferivel[];
}

/** Effects against transitions: each was asked for, each that was asked for is there, and they are in order. */
export function conferirEfeitos(pedido: Vida, final: Estado | null): Divergencia[] {
  return [
    ...semTransicao(pedido),
    ...foraDeOrdem(pedido.efeitos),
    ...faltando(pedido, final),
    ...pedido.efeitos
      .filter((e) => !e.corpo_confere)
      .map(
        (e): Divergencia => ({ tipo: 'efeito_de_outro_corpo', detalhe: `the body of ${nome(e)} names another key` }),
      ),
  ];
}

const nome = ({ efeito, ocorrencia }: { efeito: Efeito; ocorrencia: number }): string => `${efeito} ${ocorrencia}`;

function semTransicao({ base, eventos, transicoes, efeitos }: Vida): Divergencia[] {
  const pediu = (e: EfeitoConferivel): boolean => {
    const doEvento = transicoes.filter((t) => t.evento_id === e.evento_id);
    if (e.efeito === 'liberar_separacao') return doEvento.some((t) => t.para === 'pago');
    if (e.efeito === 'notificar_reembolso') return doEvento.some((t) => t.para === 'reembolsado');
    // A late fact may take back the shipment that kept picking going, and the state stays.
    return base !== null || eventos.has(e.evento_id);
  };
  return efeitos
    .filter((e) => !pediu(e))
    .map((e) => ({
      tipo: 'efeito_sem_transicao',
      detalhe: `${nome(e)} by ${e.evento_id}, which asked for no such thing`,
    }));
}

/** Occurrences count from 1, and picking is released and interrupted in turns. */
function foraDeOrdem(efeitos: readonly EfeitoConferivel[]): Divergencia[] {
  const vistos: Record<Efeito, number> = { liberar_separacao: 0, interromper_separacao: 0, notificar_reembolso: 0 };
  const achados: Divergencia[] = [];
  for (const e of efeitos) {
    const emVigor = vistos.liberar_separacao > vistos.interromper_separacao;
    vistos[e.efeito] += 1;
    const naVez = (e.efeito !== 'liberar_separacao' || !emVigor) && (e.efeito !== 'interromper_separacao' || emVigor);
    if (e.ocorrencia !== vistos[e.efeito] || !naVez)
      achados.push({ tipo: 'efeito_fora_de_ordem', detalhe: `${nome(e)} is not in its turn` });
  }
  return achados;
}

/** What rule 6 requires of the order as it is, and of each step that it took. */
function faltando({ transicoes, efeitos }: Vida, final: Estado | null): Divergencia[] {
  const quantos = (efeito: Efeito): number => efeitos.filter((e) => e.efeito === efeito).length;
  const emVigor = quantos('liberar_separacao') > quantos('interromper_separacao');
  const encerrado = final?.status === 'cancelado' || final?.status === 'reembolsado';
  const faltam = new Set<Efeito>();
  if (final?.status === 'pago' && !emVigor) faltam.add('liberar_separacao');
  if (encerrado && emVigor && !final.foi_enviado) faltam.add('interromper_separacao');
  const reembolsou = final?.status === 'reembolsado' || transicoes.some((t) => t.para === 'reembolsado');
  if (reembolsou && quantos('notificar_reembolso') === 0) faltam.add('notificar_reembolso');
  if (transicoes.some((t) => t.para === 'pago' && !liberada(t, efeitos))) faltam.add('liberar_separacao');
  return EFEITOS.filter((e) => faltam.has(e)).map((e) => ({
    tipo: 'efeito_faltando',
    detalhe: `${e} was never born, and the order's life asks for it`,
  }));
}

/** An effect bears the moment of its transition: picking was in force before, or is by this one. */
function liberada({ em }: { em: Date }, efeitos: readonly EfeitoConferivel[]): boolean {
  const liberadas = efeitos.filter((e) => e.efeito === 'liberar_separacao' && e.criado_em <= em);
  const interrompidas = efeitos.filter((e) => e.efeito === 'interromper_separacao' && e.criado_em < em);
  return liberadas.length > interrompidas.length;
}
