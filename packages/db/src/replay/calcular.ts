import {
  type Aplicacao,
  type Criterio,
  criterioDosEventos,
  type EventoComFato,
  type EventoDatado,
  type EventoLido,
  type EventoSemFato,
  type FatoConhecido,
  type MotivoDeLeitura,
  mesmasMarcas,
  motivoDeLeitura,
  NENHUM_NASCIDO,
  type Pedido,
  type Regras,
  reaplicarFatos,
  separarFatos,
} from '@entrada/domain';
import type { Chave } from '../chave.ts';
import { lerNascidos } from '../outbox.ts';
import { lerPedidos } from '../pedidos.ts';
import type { Tx } from '../transacao.ts';
import { type EventoEncerrado, eventoComFato, eventoSemFato } from '../webhook-eventos/encerrar.ts';
import { lerBases, lerHistoria } from '../webhook-eventos/historia.ts';
import type { EventoFechado } from './filtro.ts';
import type { Leitor } from './leitor.ts';
import { descrever, type Releitura } from './releitura.ts';

/** A reading together with what there is to write. */
export interface Calculo {
  releitura: Releitura;
  aplicacao: Aplicacao | null;
  /** The closed events that read otherwise. */
  eventos: EventoEncerrado[];
  consulta: MotivoDeLeitura | null;
  criterio: Criterio | null;
}

export type Relido = Omit<EventoFechado, 'payload'>;

export interface Lidos {
  /** Closed events, as they are read now. */
  fechados: readonly EventoLido<Relido>[];
  /** Events that have not been applied yet. */
  novos: readonly EventoLido<EventoDatado>[];
}

/** Computes what an order comes to with these readings; changes nothing. Of one snapshot, or under the order's lock. */
export async function calcular(
  tx: Tx,
  chave: Chave,
  leitor: Leitor,
  conhecido: Criterio | null,
  lidos: Lidos,
): Promise<Calculo> {
  const criterio = conhecido ?? criterioDosEventos([...lidos.fechados, ...lidos.novos]);
  const regras: Regras = { ...leitor.regras, criterio: criterio ?? 'instante' };
  const novos = separarFatos(lidos.novos, criterio);
  const { mudou, nasceu, sumiu, outroMotivo } = comparar(separarFatos(lidos.fechados, criterio));
  const pedido = await lerPedido(tx, chave);

  const diferentes = [...mudou, ...sumiu].map((e) => e.evento.evento_id);
  const comecam = [...nasceu, ...novos.comFato];
  const fatos = comecam.map((e) => e.fato);
  const relido = { ...pedido, historia: relerHistoria(pedido.historia, mudou, sumiu) };
  const aplicacao = diferentes.length + fatos.length === 0 ? null : reaplicarFatos(relido, diferentes, fatos, regras);
  const dePe = aplicacao !== null || diferentes.length === 0;

  const resultadoDe = new Map(aplicacao?.passos.map((p) => [p.fato.evento_id, p.resultado]));
  const encerrar = (e: EventoComFato<EventoDatado>) =>
    eventoComFato(chave.origem, e, resultadoDe.get(e.evento.evento_id)!);
  const eventos = !dePe
    ? []
    : [
        ...[...mudou, ...nasceu].map(encerrar),
        ...[...sumiu, ...outroMotivo].map((e) => eventoSemFato(chave.origem, e)),
      ];
  const chegados = [...novos.comFato.map(encerrar), ...novos.semFato.map((e) => eventoSemFato(chave.origem, e))];
  const antesDe = new Map(comecam.flatMap((e) => (e.antes ? [[e.fato.evento_id, e.antes] as const] : [])));
  const antesDoEvento = new Map(lidos.fechados.map(({ evento }) => [evento.evento_id, evento.resultado]));
  const escritos = new Set(eventos.map((e) => e.evento_id));
  return {
    criterio,
    eventos,
    consulta: leitor.temApi && aplicacao !== null ? motivoDeLeitura(aplicacao, antesDe, regras) : null,
    aplicacao: aplicacao && {
      ...aplicacao,
      correcoes: aplicacao.correcoes.filter((c) => !escritos.has(c.evento_id)),
    },
    releitura: {
      ...descrever(chave, pedido.atual, aplicacao, {
        lidos: lidos.fechados.length + lidos.novos.length,
        relidos: [...eventos, ...chegados].map(({ evento_id, resultado: depois, erro }) => ({
          evento_id,
          antes: antesDoEvento.get(evento_id) ?? null,
          depois,
          erro,
        })),
        historia: pedido.historia,
      }),
      recusa: dePe ? null : 'none of its events would be a fact any more',
    },
  };
}

/** Sorts closed events by what has become of them. */
function comparar({ comFato, semFato }: ReturnType<typeof separarFatos<Relido>>) {
  return {
    mudou: comFato.filter((e) => e.evento.status !== null && !mesmoFato(e)),
    nasceu: comFato.filter((e) => e.evento.status === null),
    sumiu: semFato.filter((e) => e.evento.status !== null),
    outroMotivo: semFato.filter(
      ({ evento, resultado, erro, marcas = null }) =>
        evento.status === null &&
        (evento.resultado !== resultado || evento.erro !== erro || !mesmasMarcas(evento.marcas, marcas)),
    ),
  };
}

const mesmoFato = ({ evento, leitura, fato, marcas }: EventoComFato<Relido>): boolean =>
  evento.status === fato.status &&
  evento.versao === fato.versao &&
  (evento.ocorreu_em?.getTime() ?? null) === leitura.occurredAt &&
  evento.dados?.total_centavos === fato.dados.total_centavos &&
  evento.dados?.cliente_email === fato.dados.cliente_email &&
  mesmasMarcas(evento.marcas, marcas);

async function lerPedido(tx: Tx, chave: Chave): Promise<Pedido> {
  const [linha] = await lerPedidos(tx, [chave]);
  const [nascidos] = await lerNascidos(tx, [chave]);
  const [base] = await lerBases(tx, [chave]);
  return {
    atual: linha?.estado ?? null,
    historia: await lerHistoria(tx, [chave]),
    base: base?.base ?? null,
    nascidos: nascidos?.nascidos ?? NENHUM_NASCIDO,
  };
}

/** The history with the facts as they are read now, and the results that their events carry. */
function relerHistoria(
  historia: readonly FatoConhecido[],
  mudou: readonly EventoComFato<Relido>[],
  sumiu: readonly EventoSemFato<Relido>[],
): FatoConhecido[] {
  const novo = new Map(mudou.map((e) => [e.fato.evento_id, e.fato]));
  const fora = new Set(sumiu.map((e) => e.evento.evento_id));
  return historia
    .filter((f) => !fora.has(f.evento_id))
    .map((f) => ({ ...f, ...novo.get(f.evento_id), resultado: f.resultado }));
}
