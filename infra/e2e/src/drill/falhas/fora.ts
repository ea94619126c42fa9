import type { Modo } from '../passagem.ts';
import type { Falha } from './falha.ts';

const erp = (nome: string, modo: Modo, duraMs: Falha['duraMs']): Falha => ({
  nome: `ERP: ${nome}`,
  usa: ['erp'],
  duraMs,
  estragar: async (frota, golpe) => {
    await golpe();
    frota.erp.mudar(modo);
    return async () => frota.erp.mudar('aberta');
  },
});

export const erpFora = erp('down', 'fechada', { curto: 2_000, longo: 15_000 });
/** It takes them, and its answers come after the caller has given up: all of them come again. */
export const erpLento = erp('slower than the deadline', { atrasoMs: 12_000 }, { curto: null, longo: 25_000 });
export const erpLixo = erp('answers what is no HTTP', 'lixo', { curto: 2_000, longo: 10_000 });

export const erpSemResposta: Falha = {
  nome: 'ERP: takes effects, and its answers get lost',
  usa: ['erp'],
  duraMs: { curto: 2_000, longo: 10_000 },
  estragar: async ({ simulador }, golpe) => {
    await golpe();
    await simulador.falharErp([{ modo: 'sem_resposta', por_ms: 3_600_000, parte: 0.5 }]);
    return () => simulador.falharErp([]);
  },
};

export const apiFora: Falha = {
  nome: "the stores' APIs: down",
  usa: ['api'],
  duraMs: { curto: 3_000, longo: 15_000 },
  estragar: async ({ simulador }, golpe) => {
    await golpe();
    await simulador.ligarApi(false);
    return () => simulador.ligarApi(true);
  },
};
