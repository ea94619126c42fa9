import type { OrigemConfig } from '@entrada/runtime';
import { describe, expect, it } from 'vitest';
import { criarOrigem } from './origem.ts';
import { leitoresDasOrigens, regrasDaOrigem, regrasDasOrigens } from './origens-guardadas.ts';

const config = (mudanca: Partial<OrigemConfig> = {}): OrigemConfig => ({
  nome: 'loja_b',
  dialeto: 'loja',
  segredos: ['s'],
  versao: null,
  apiUrl: null,
  apiToken: null,
  opcoes: {},
  ...mudanca,
});
const guardada = { nome: 'loja_b', dialeto: 'loja', criterio: 'sequencia' } as const;
const { regras } = criarOrigem(config()).dialeto;

describe('a store that the database knows', () => {
  it('has rules without its settings, and none where its dialect is gone', () => {
    expect(regrasDaOrigem(guardada, undefined)).toEqual({ ...regras, criterio: 'sequencia' });
    expect(regrasDaOrigem({ ...guardada, criterio: null }, config())).toEqual({ ...regras, criterio: 'instante' });
    expect(regrasDaOrigem({ ...guardada, dialeto: 'outra' }, undefined)).toBe(null);
    const varias = [guardada, { ...guardada, nome: 'antiga', dialeto: 'outra' }];
    expect([...regrasDasOrigens(varias, [config()]).keys()]).toEqual(['loja_b']);
  });
  it('has its stored events and deliveries read by its dialect', () => {
    const leitor = leitoresDasOrigens([guardada], [config({ versao: 'sequencia' })]).get('loja_b');
    expect(leitor).toMatchObject({ regras, versao: 'sequencia', temApi: false });
    const payload = '{"id":"e1","type":"order.paid","sequence":4,"data":{"id":"p1"}}';
    expect(leitor?.identificar({ cabecalhos: {}, corpo: Buffer.from(payload) })).toMatchObject({ evento_id: 'e1' });
    const evento = {
      evento_id: 'e1',
      recurso_id: 'p1',
      tipo: 'order.paid',
      fonte: 'webhook',
      recebido_em: new Date(),
      payload,
    } as const;
    expect(leitor?.ler(evento)).toMatchObject({ evento, leitura: { status: 'pago', sequence: 4 } });
    expect(leitor?.ler({ ...evento, payload: '[]' })).toMatchObject({ resultado: 'invalido' });
  });
});
