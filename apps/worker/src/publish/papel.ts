import type { Chave, Sql } from '@entrada/db';
import type { Logger } from '@entrada/runtime';
import type { RastrearEfeito } from '../rastrear.ts';
import { criarDisjuntor, type OpcoesDoDisjuntor } from './disjuntor.ts';
import { criarErp, type OpcoesDoErp } from './erp.ts';
import type { MetricasDoPublish } from './metricas.ts';
import { type EfeitoPublicado, publicarEfeitos } from './publicar-efeitos.ts';

export interface DepsDoPublish {
  sql: Sql;
  erp: OpcoesDoErp;
  disjuntor?: Omit<OpcoesDoDisjuntor, 'logger'>;
  logger: Logger;
  metricas: MetricasDoPublish;
  rastrear?: RastrearEfeito;
}

export interface Publicador {
  /** The handler of one order's job. Its return value is what Bull Board shows. */
  publicar(chave: Chave): Promise<EfeitoPublicado[]>;
  /** Begins no further effect; those under way go on. */
  parar(): void;
  /** After the last job: closes the connections to the ERP. */
  fechar(): Promise<void>;
}

/** Role publish. */
export function papelPublish({ sql, logger, metricas, rastrear = semRastro, ...opcoes }: DepsDoPublish): Publicador {
  const erp = criarErp(opcoes.erp);
  const disjuntor = criarDisjuntor({ logger, ...opcoes.disjuntor });
  let parando = false;
  const deps = { sql, erp, disjuntor, logger, metricas, rastrear, parando: () => parando };
  return {
    publicar: ({ origem, recurso_id }) => publicarEfeitos(deps, { origem, recurso_id }),
    parar: () => {
      parando = true;
    },
    fechar: () => erp.fechar(),
  };
}

const semRastro: RastrearEfeito = (_, entregar) => entregar(null);
