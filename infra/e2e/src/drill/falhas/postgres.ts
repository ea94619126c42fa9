import { PAPEL } from '../banco.ts';
import { type Falha, nada } from './falha.ts';

export const postgresReiniciado: Falha = {
  nome: 'Postgres: ended at once and started again',
  usa: ['postgres'],
  duraMs: { curto: 0, longo: 0 },
  estragar: async ({ pg }, golpe) => {
    await golpe();
    await pg.reiniciar();
    return nada;
  },
};

/** Beside it no program is started: one that gets no answer from its database ends, and would do so until it does. */
export const postgresCongelado: Falha = {
  nome: 'Postgres: frozen',
  usa: ['postgres', 'processos'],
  duraMs: { curto: 4_000, longo: 10_000 },
  estragar: async ({ pg }, golpe) => {
    await golpe();
    pg.congelar();
    return async () => pg.descongelar();
  },
};

export const conexoesTerminadas: Falha = {
  nome: 'Postgres: every connection terminated',
  usa: ['postgres'],
  duraMs: { curto: 0, longo: 0 },
  estragar: async ({ sql }, golpe) => {
    await golpe();
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename like 'drill\\_%'`;
    return nada;
  },
};

export const caixaRecusa: Falha = {
  nome: 'Postgres: the inbox refuses writes',
  usa: ['postgres'],
  duraMs: { curto: 3_000, longo: 10_000 },
  estragar: async ({ sql }, golpe) => {
    await golpe();
    await sql.unsafe(`revoke insert, update on webhook_eventos from ${PAPEL}`);
    return async () => void (await sql.unsafe(`grant insert, update on webhook_eventos to ${PAPEL}`));
  },
};
