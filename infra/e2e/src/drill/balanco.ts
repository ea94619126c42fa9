import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { NODE_TS } from '@entrada/testing';
import { z } from 'zod';
import { type Frota, RAIZ } from './frota.ts';
import type { Golpe } from './golpe.ts';
import type { Auditoria } from './simulador.ts';

/** What came of a drill. */
export interface Balanco {
  semente: string;
  segundos: number;
  /** Nothing lost, nothing wrong, and every fault hit something. */
  certo: boolean;
  numeros: {
    pedidos: number;
    eventos: number;
    reconhecidos: number;
    aplicados: number;
    duplicatas: number;
    /** Deliveries answered 503. */
    recusadas: number;
    /** Deliveries that got no answer. */
    semResposta: number;
    /** Events whose delivery the store gave up: read from its API. */
    nuncaReconhecidos: number;
    efeitosNascidos: number;
    efeitosAnulados: number;
    efeitosConfirmados: number;
    /** Effects that came to the ERP again, under their key. */
    efeitosRepetidos: number;
    reinicios: number;
  };
  golpes: Golpe[];
  auditoria: Auditoria['itens'];
  problemas: string[];
}

interface Corrida {
  semente: string;
  segundos: number;
  golpes: Golpe[];
  /** What did not come to its end; null where all did. */
  pendente: string | null;
}

export async function fazerBalanco(frota: Frota, { pendente, ...corrida }: Corrida): Promise<Balanco> {
  const { certo, itens, problemas: achados, numeros: n } = await frota.simulador.auditar();
  const andamento = await frota.simulador.andamento();
  // Readings of the APIs that say the same again are counted in the same column.
  const [repetidas] = await frota.sql<[{ n: number }]>`
    select coalesce(sum(duplicatas), 0)::int as n from webhook_eventos where fonte = 'webhook'`;
  const item = (nome: string) => itens.find((i) => i.nome === nome);
  const reconhecidos = item('events acknowledged = applied');
  const efeitos = item('effects at the ERP once, in order');
  const { respostas, semResposta } = frota.entrada.contagem;
  const problemas = [
    ...(pendente === null ? [] : [pendente]),
    ...(andamento.erro === null ? [] : [`the stores stopped living: ${andamento.erro}`]),
    ...corrida.golpes.flatMap((g) => (g.defeito === null ? [] : [`${g.nome}: ${g.defeito}`])),
    ...achados.map(({ item: i, origem, pedido, texto }) => `${i}: ${origem}/${pedido ?? ''} ${texto}`),
    ...(await verificar(frota)),
  ];
  return {
    ...corrida,
    certo: certo && problemas.length === 0,
    numeros: {
      pedidos: n.pedidos ?? 0,
      eventos: n.eventos ?? 0,
      reconhecidos: reconhecidos?.esperado ?? 0,
      aplicados: reconhecidos?.encontrado ?? 0,
      duplicatas: repetidas.n,
      recusadas: respostas[503] ?? 0,
      semResposta,
      nuncaReconhecidos: n.nunca_reconhecidos ?? 0,
      efeitosNascidos: n.efeitos ?? 0,
      efeitosAnulados: n.efeitos_anulados ?? 0,
      efeitosConfirmados: efeitos?.encontrado ?? 0,
      efeitosRepetidos: n.repetidos_no_erp ?? 0,
      reinicios: [...frota.receivers, ...frota.workers, frota.console].reduce((soma, p) => soma + p.reinicios(), 0),
    },
    auditoria: itens,
    problemas,
  };
}

const ACHADO = z.object({ resumo: z.unknown() }).or(z.object({ recurso_id: z.string() }).loose());

/** `entrada verify`: every order is made anew from its facts. */
async function verificar({ env }: Frota): Promise<string[]> {
  const args = [...NODE_TS, 'apps/cli/src/main.ts', 'verify', '--json'];
  const { PATH, HOME } = process.env;
  const opcoes = { cwd: RAIZ, env: { PATH, HOME, ...env }, maxBuffer: 64 * 1024 * 1024 };
  const feito = await promisify(execFile)(process.execPath, args, opcoes).then(
    ({ stdout }) => ({ erro: '', stdout }),
    (e: { message: string; stdout?: string }) => ({ erro: e.message, stdout: e.stdout ?? '' }),
  );
  const linhas = feito.stdout.split('\n').filter((l) => l.startsWith('{'));
  const achados = linhas.filter((l) => !('resumo' in ACHADO.parse(JSON.parse(l))));
  if (linhas.length === achados.length) return [`entrada verify said nothing: ${feito.erro}`];
  return achados.map((l) => `entrada verify: ${l}`);
}
