import { errosDaOrigem } from '@entrada/providers';
import { readConfig } from '@entrada/runtime';
import { describe, expect, it } from 'vitest';
import { entrevistar } from './entrevistar.ts';

/** Somebody who gives these answers, one after the other. */
function quem(...respostas: string[]) {
  const perguntas: string[] = [];
  const avisos: string[] = [];
  return {
    perguntas,
    avisos,
    perguntar: async (pergunta: string) => {
      perguntas.push(pergunta);
      return respostas.shift() ?? null;
    },
    avisar: (texto: string) => void avisos.push(texto),
  };
}
const URL_DA_SHOPIFY = 'https://uma-loja.myshopify.com/admin/api/2026-07';

describe('what is asked makes an environment that starts', () => {
  it('for a store with everything', async () => {
    const alguem = quem('minhaloja', 'shopify', 'um,dois', URL_DA_SHOPIFY, 'shpat_1');
    const { variaveis, conexao } = await entrevistar(alguem);
    expect(variaveis).toEqual([
      ['ORIGEM_MINHALOJA_DIALETO', 'shopify'],
      ['ORIGEM_MINHALOJA_SEGREDOS', 'um,dois'],
      ['ORIGEM_MINHALOJA_API_URL', URL_DA_SHOPIFY],
      ['ORIGEM_MINHALOJA_API_TOKEN', 'shpat_1'],
    ]);
    expect(alguem.avisos).toEqual([]);
    expect(conexao.topicos).toContain('orders/updated');
    const { origens } = readConfig(Object.fromEntries(variaveis), { errosDaOrigem });
    expect(origens).toMatchObject([{ nome: 'minhaloja', dialeto: 'shopify', segredos: ['um', 'dois'] }]);
  });
  it('without an API where that is possible, and with a new secret where it is ours to choose', async () => {
    const { variaveis } = await entrevistar(quem('', ''), { origem: 'l', dialeto: 'loja' });
    expect(variaveis).toEqual([
      ['ORIGEM_L_DIALETO', 'loja'],
      ['ORIGEM_L_SEGREDOS', expect.stringMatching(/^[0-9a-f]{48}$/)],
    ]);
  });
  it('with the settings that its kind usually needs', async () => {
    const respostas = ['s', 'https://api.nuvemshop.com.br/v1/123', 't', 'Minha Loja (ana@example.com)'];
    const { variaveis } = await entrevistar(quem(...respostas), { origem: 'n', dialeto: 'nuvemshop' });
    expect(variaveis.at(-1)).toEqual(['ORIGEM_N_USER_AGENT', 'Minha Loja (ana@example.com)']);
  });
});

describe('an answer that cannot be right', () => {
  it('is said to be so, and asked for again', async () => {
    const alguem = quem('Minha Loja', 'minha', 'shopfy', 'shopify', '', 'a,,b', 's', 'loja.example.com', '<https>', '');
    const { variaveis } = await entrevistar(alguem);
    expect(variaveis).toHaveLength(2);
    expect(alguem.avisos).toHaveLength(6);
  });
  it('is no API where there has to be one', async () => {
    const alguem = quem('s', '', 'https://api.example.com/v1/1', 't', '');
    await entrevistar(alguem, { origem: 'n', dialeto: 'nuvemshop' });
    expect(alguem.avisos).toEqual([expect.stringContaining('has to be read')]);
  });
  it('ends the interview where nobody answers any more, or the settings contradict each other', async () => {
    await expect(entrevistar(quem('a'))).rejects.toThrow('There was no answer to: Kind of store');
    const ruim = quem('whsec_x', '', 'order.settled:perdido');
    await expect(entrevistar(ruim, { origem: 'p', dialeto: 'standard_webhooks' })).rejects.toThrow(
      'ORIGEM_P_STATUS_MAP',
    );
  });
});
