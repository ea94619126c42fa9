import {
  absolver,
  apagarPartidas,
  type Chave,
  contarQueda,
  type EventoSuspeito,
  encerrarEventos,
  eventosSuspeitos,
  subirNivel,
  type Tx,
  transacao,
  travarPedidos,
} from '@entrada/db';
import { aplicarTravados, type Deps, type Pagina } from './aplicar-pedidos.ts';
import type { Quais } from './ler-pedidos.ts';

/** So many processes died on an event that was alone: it is the event. */
export const MAX_QUEDAS = 3;

/**
 * Applies an order on which a process died, with nothing else under way in this process: first the whole order, and where
 * that kills a process again, event by event. Only what was alone counts, and only an event that was alone MAX_QUEDAS
 * times is closed; the others of its order apply.
 */
export async function aplicarSozinho(deps: Deps, chave: Chave): Promise<Pagina> {
  const nivel = await comTrava(deps, chave, () => subirNivel(deps.sql, chave));
  return nivel === 1 ? inteiro(deps, chave) : porEvento(deps, chave);
}

async function inteiro(deps: Deps, chave: Chave): Promise<Pagina> {
  try {
    return await aplicar(deps, chave);
  } catch (e) {
    await deps.partidas.encerrar([chave]);
    throw e;
  }
}

async function porEvento(deps: Deps, chave: Chave): Promise<Pagina> {
  const suspeitos = await eventosSuspeitos(deps.sql, chave);
  const paginas: Pagina[] = [];
  for (const suspeito of suspeitos) paginas.push(await umEvento(deps, chave, suspeito));
  await apagarPartidas(deps.sql, [chave]);
  return {
    resultados: paginas.flatMap((p) => p.resultados),
    idadesMs: paginas.flatMap((p) => p.idadesMs),
    anomalias: paginas.flatMap((p) => p.anomalias),
    restam: suspeitos.length > 0,
    acordar: {
      publicar: paginas.some((p) => p.acordar.publicar),
      consultar: paginas.some((p) => p.acordar.consultar),
    },
  };
}

async function umEvento(deps: Deps, chave: Chave, { evento_id, quedas }: EventoSuspeito): Promise<Pagina> {
  const { origem } = chave;
  if (quedas >= MAX_QUEDAS) return condenar(deps, chave, evento_id);
  await contarQueda(deps.sql, origem, evento_id);
  try {
    return await aplicar(deps, chave, { so: evento_id });
  } catch (e) {
    await absolver(deps.sql, origem, evento_id);
    throw e;
  }
}

async function condenar(deps: Deps, chave: Chave, evento_id: string): Promise<Pagina> {
  const erro = `${MAX_QUEDAS} processes died while they applied this event and nothing else`;
  const fato = { status: null, versao: null, ocorreu_em: null, dados: null };
  await comTrava(deps, chave, (tx) =>
    encerrarEventos(tx, [{ origem: chave.origem, evento_id, resultado: 'invalido', erro, ...fato }]),
  );
  const acordar = { publicar: false, consultar: false };
  return { resultados: [{ evento_id, resultado: 'invalido' }], idadesMs: [], anomalias: [], restam: false, acordar };
}

async function aplicar(deps: Deps, chave: Chave, quais: Quais = {}): Promise<Pagina> {
  const criterios = deps.criterios.rascunho();
  const [pagina] = await comTrava(deps, chave, (tx) => aplicarTravados(tx, deps, [chave], criterios, quais));
  criterios.confirmar();
  if (!pagina) throw new Error('the order was not applied');
  return pagina;
}

function comTrava<T>(deps: Deps, chave: Chave, fazer: (tx: Tx) => Promise<T>): Promise<T> {
  return transacao(deps.sql, async (tx) => {
    await travarPedidos(tx, [chave]);
    return fazer(tx);
  });
}
