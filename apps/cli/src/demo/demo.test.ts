import { errosDaOrigem } from '@entrada/providers';
import { readConfig } from '@entrada/runtime';
import { describe, expect, it } from 'vitest';
import { ambienteDaDemo, conferirLojas, LOJAS_DA_CASA } from './ambiente.ts';
import { criarPainel } from './painel.ts';
import { emJson, type Resumo, relatorio } from './relatorio.ts';
import type { Andamento, Auditoria } from './simulador.ts';

const enderecos = {
  databaseUrl: 'postgres://demo',
  redisUrl: null,
  logLevel: 'warn',
  receiverPort: 1,
  simulatorPort: 2,
};

describe('the variables of a demo', () => {
  const alheias = {
    PATH: '/bin',
    DATABASE_URL: 'postgres://real',
    REDIS_URL: 'redis://real',
    ERP_URL: 'https://erp',
    ERP_SEGREDO: 's',
    NODE_ENV: 'production',
    WORKER_ROLES: 'prune',
    ORIGEM_LOJA_API_URL: 'https://loja',
    ORIGEM_OUTRA_DIALETO: 'loja',
  };

  it('are a system of its own: nothing real is left in them', () => {
    const env = ambienteDaDemo(alheias, enderecos, { semApi: false, lojas: LOJAS_DA_CASA });
    expect(env.PATH).toBe('/bin');
    const config = readConfig(env, { errosDaOrigem });
    expect(config).toMatchObject({ databaseUrl: 'postgres://demo', redisUrl: null, producao: false, logLevel: 'warn' });
    expect(config.erpUrl).toBe('http://127.0.0.1:2/erp');
    expect(config.origens.map((o) => [o.nome, o.dialeto, o.versao, o.apiUrl])).toEqual([
      ['loja', 'loja', 'sequencia', 'http://127.0.0.1:2/loja'],
      ['venddor', 'venddor', null, 'http://127.0.0.1:2/venddor'],
    ]);
    expect(JSON.stringify(env)).not.toContain('real');
  });

  it('are those of the stores that are asked for', () => {
    const { origens } = readConfig(ambienteDaDemo(alheias, enderecos, { semApi: false, lojas: ['shopify'] }), {
      errosDaOrigem,
    });
    expect(origens.map((o) => [o.nome, o.dialeto, o.versao, o.apiUrl])).toEqual([
      ['shopify', 'shopify', null, 'http://127.0.0.1:2/shopify'],
    ]);
  });
  it.each([
    [['outra'], false, 'ORIGEM_OUTRA_DIALETO must name a dialect; there are: loja,'],
    [['loja', 'nuvemshop'], true, 'ORIGEM_NUVEMSHOP_API_URL is missing'],
  ])('cannot be made for %j, API off: %s', (lojas, semApi, motivo) => {
    expect(() => conferirLojas({ lojas, semApi })).toThrow(motivo);
    expect(() => conferirLojas({ lojas: LOJAS_DA_CASA, semApi })).not.toThrow();
  });
  it('name no API where there is none', () => {
    const { origens } = readConfig(ambienteDaDemo(alheias, enderecos, { semApi: true, lojas: LOJAS_DA_CASA }));
    expect(origens.map((o) => o.apiUrl)).toEqual([null, null]);
  });
});

const auditoria: Auditoria = {
  certo: false,
  itens: [
    { nome: 'orders as the store has them', esperado: 10, encontrado: 9, certo: false },
    { nome: 'left pending', esperado: 0, encontrado: 0, certo: true },
  ],
  problemas: [{ item: 'orders as the store has them', origem: 'loja', pedido: '7', texto: 'is missing\u001b[2J' }],
  esperados: Array.from({ length: 25 }, (_, i) => ({ origem: 'venddor', pedido: String(i), texto: 'differs' })),
  numeros: { pedidos: 10, eventos: 30 },
};
const resumo: Resumo = {
  opcoes: {
    pedidos: 10,
    semente: 's',
    lojas: LOJAS_DA_CASA,
    duracaoMs: 5_000,
    semApi: true,
    matarWorker: false,
    keep: false,
  },
  fila: 'Postgres',
  segundos: 12.5,
  auditoria,
};

describe('the report', () => {
  it('says each line of the audit, what is wrong, and what had to differ', () => {
    const texto = relatorio(resumo);
    expect(texto).toContain('10 orders of loja and venddor in 12.5 s, the queue in Postgres, seed s');
    expect(texto).toMatch(/orders as the store has them +10 +9 +WRONG/);
    expect(texto).toMatch(/left pending +0 +0 +ok/);
    expect(texto).toContain('  loja/7 is missing\u{FFFD}[2J');
    expect(texto).toContain('  venddor/0 differs');
    expect(texto).toContain('  and 5 more (--json shows all)');
    expect(texto).toContain('The audit found differences.');
    expect(relatorio({ ...resumo, auditoria: { ...auditoria, certo: true, problemas: [], esperados: [] } })).toContain(
      'All of it is as the stores and the ERP say.',
    );
  });

  it('is one line of JSON on demand', () => {
    const linha = emJson(resumo);
    expect(linha).not.toContain('\n');
    expect(JSON.parse(linha)).toMatchObject({
      ...auditoria,
      fila: 'Postgres',
      segundos: 12.5,
      opcoes: { semente: 's', semApi: true },
    });
  });
});

describe('the progress', () => {
  const andamento: Andamento = {
    quieto: false,
    erro: null,
    pedidos: 5,
    eventos: 12,
    reconhecidos: 11,
    entregas: 13,
    tentativas: 14,
    recebidos_no_erp: 3,
  };
  const pendencias = { eventos: 1, aplicados: 10, efeitos: 2, consultas: 4 };
  const painelEm = (isTTY: boolean) => {
    const partes: string[] = [];
    let agora = 0;
    const saida = { isTTY, columns: 60, write: (t: string) => partes.push(t) > 0 };
    const painel = criarPainel(saida, 10, () => agora);
    return { painel, texto: () => partes.join(''), passar: (ms: number) => (agora += ms) };
  };

  it('is one line that is rewritten on a terminal, cut to its width', () => {
    const { painel, texto, passar } = painelEm(true);
    painel.mostrar(andamento, pendencias);
    passar(2_000);
    painel.mostrar(andamento, pendencias);
    painel.aviso('something happened');
    expect(texto()).not.toMatch(/orders.*\n.*orders/);
    const linhas = texto()
      .split('\r')
      .filter((l) => l.includes('orders'));
    expect(linhas).toHaveLength(2);
    expect(linhas[1]).toMatch(/^ +2 s {2}orders 5\/10; events told 12/);
    expect(linhas[1]!.length).toBeLessThan(65);
    expect(texto()).toMatch(/ 2 s {2}something happened\n$/);
  });

  it('is a line now and then elsewhere', () => {
    const { painel, texto, passar } = painelEm(false);
    for (let i = 0; i < 20; i++) {
      painel.mostrar(andamento, pendencias);
      passar(500);
    }
    expect(texto().split('\n').filter(Boolean)).toHaveLength(2);
    expect(texto()).toContain('applied 10; at the ERP 3; pending 1 events, 4 readings, 2 effects');
    expect(texto()).not.toContain('\u001b');
  });
});
