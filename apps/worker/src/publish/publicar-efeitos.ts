import { randomUUID } from 'node:crypto';
import {
  adiarCabecas,
  adiarEfeito,
  type Chave,
  confirmarEfeito,
  type EfeitoReservado,
  falharEfeito,
  reservarCabecas,
  type Sql,
} from '@entrada/db';
import type { Efeito } from '@entrada/domain';
import type { Logger } from '@entrada/runtime';
import { espera } from '../espera.ts';
import type { RastrearEfeito } from '../rastrear.ts';
import { classificar, type Desfecho } from './classificar.ts';
import type { Disjuntor } from './disjuntor.ts';
import type { Erp } from './erp.ts';
import type { MetricasDoPublish } from './metricas.ts';

export interface DepsDaPublicacao {
  sql: Sql;
  erp: Pick<Erp, 'enviar'>;
  disjuntor: Disjuntor;
  logger: Logger;
  metricas: Pick<MetricasDoPublish, 'tentativas' | 'encerrados' | 'duracao'>;
  rastrear: RastrearEfeito;
  /** True once the process is leaving: no further effect is begun. */
  parando(): boolean;
}

/** What became of one attempt. `reserva_perdida`: another process took the effect over and has the last word. */
type Situacao = 'enviado' | 'adiado' | 'falhou' | 'reserva_perdida';

export interface EfeitoPublicado {
  efeito: Efeito;
  ocorrencia: number;
  situacao: Situacao;
  motivo?: string;
}

/** Three times the ERP's deadline: an attempt that waited for the circuit's probe still ends within it. */
const RESERVA_MS = 30_000;
const DESISTIR_APOS_MS = 24 * 60 * 60_000;
const CIRCUITO_ABERTO = 'the ERP does not answer: waiting for it';
const MENOR_ESPERA_DO_CIRCUITO_MS = 5_000;

/**
 * Role publish: hands the effects of one order to the ERP, one after the other in the order of their birth, until one has to
 * wait. Claim, request and mark are three steps: no transaction is open while the ERP takes its time.
 */
export async function publicarEfeitos(deps: DepsDaPublicacao, chave: Chave): Promise<EfeitoPublicado[]> {
  const publicados: EfeitoPublicado[] = [];
  while (!deps.parando()) {
    if (deps.disjuntor.esperaMs() > 0) {
      await adiarCabecas(deps.sql, [chave], { erro: CIRCUITO_ABERTO, esperaMs: esperaDoCircuito(deps.disjuntor) });
      break;
    }
    const [efeito] = await reservarCabecas(deps.sql, [chave], { reserva: randomUUID(), duracaoMs: RESERVA_MS });
    if (!efeito) break;
    const publicado = await deps.rastrear(efeito, (traceparent) => entregar(deps, efeito, traceparent));
    publicados.push(publicado);
    if (publicado.situacao === 'adiado' || publicado.situacao === 'reserva_perdida') break;
  }
  return publicados;
}

async function entregar(
  deps: DepsDaPublicacao,
  reservado: EfeitoReservado,
  traceparent: string | null,
): Promise<EfeitoPublicado> {
  const { origem, recurso_id, efeito, ocorrencia, tentativas } = reservado;
  const inicio = performance.now();
  const desfecho = await deps.disjuntor.tentar(async () =>
    classificar(await deps.erp.enviar(reservado, traceparent), Date.now()),
  );
  const segundos = (performance.now() - inicio) / 1000;
  const situacao = (await marcar(deps, reservado, desfecho)) ?? 'reserva_perdida';

  const motivo = desfecho === null ? CIRCUITO_ABERTO : desfecho.tipo === 'confirmado' ? null : desfecho.motivo;
  const tipo = desfecho?.tipo ?? 'circuito_aberto';
  deps.metricas.tentativas.inc({ efeito, desfecho: tipo });
  if (desfecho !== null) deps.metricas.duracao.observe({ desfecho: tipo }, segundos);
  if (situacao === 'enviado' || situacao === 'falhou') deps.metricas.encerrados.inc({ efeito, fim: situacao });
  const linha = { origem, recurso_id, efeito, ocorrencia, tentativas, situacao, ms: Math.round(segundos * 1000) };
  registrar(deps.logger, situacao, motivo === null ? linha : { ...linha, motivo });
  return { efeito, ocorrencia, situacao, ...(motivo === null ? {} : { motivo }) };
}

/** null: the claim was lost. */
async function marcar(
  { sql, disjuntor }: DepsDaPublicacao,
  reservado: EfeitoReservado,
  desfecho: Desfecho | null,
): Promise<Situacao | null> {
  const adiar = (erro: string, esperaMs: number) =>
    adiarEfeito(sql, reservado, { erro, esperaMs, desistirAposMs: DESISTIR_APOS_MS });
  if (desfecho === null) return adiar(CIRCUITO_ABERTO, esperaDoCircuito(disjuntor));
  switch (desfecho.tipo) {
    case 'confirmado':
      return (await confirmarEfeito(sql, reservado)) ? 'enviado' : null;
    case 'recusado':
      return (await falharEfeito(sql, reservado, descrever(desfecho))) ? 'falhou' : null;
    case 'transitorio':
      return adiar(descrever(desfecho), desfecho.esperarMs ?? espera(reservado.tentativas));
  }
}

const descrever = ({ motivo, trecho }: { motivo: string; trecho: string }): string =>
  trecho === '' ? motivo : `${motivo}: ${trecho}`;

/** Drawn out, so that everything that waits does not come back at the same moment. */
const esperaDoCircuito = (disjuntor: Disjuntor): number =>
  Math.max(disjuntor.esperaMs(), MENOR_ESPERA_DO_CIRCUITO_MS) * (1 + Math.random());

function registrar(logger: Logger, situacao: Situacao, linha: object): void {
  if (situacao === 'enviado') logger.info(linha, 'effect sent');
  else if (situacao === 'falhou') logger.error(linha, 'effect failed: it is not tried again by itself');
  else logger.warn(linha, situacao === 'adiado' ? 'effect put off' : 'effect taken over by another process');
}
