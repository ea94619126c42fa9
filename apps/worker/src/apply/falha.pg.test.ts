import { conectar, inserirEventos } from '@entrada/db';
import { createLogger } from '@entrada/runtime';
import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aplicarEvento, type DepsDoEvento } from './aplicar-evento.ts';

let banco: BancoDeTeste;
const chave = { origem: 'loja', recurso_id: 'p1' };

beforeAll(async () => {
  banco = await bancoDeTeste();
  await banco.sql`select 1`; // the driver knows the array types only once it is connected
});
afterAll(() => banco.fechar());

const deps = (sql = banco.sql): DepsDoEvento => ({
  sql,
  logger: createLogger({ nome: 'test', level: 'silent' }),
  metricas: {
    resultados: { inc() {} },
    atraso: { observe() {} },
    falhas: { inc() {} },
    redobras: { inc() {} },
    anomalias: { inc() {} },
  } as never,
  acordar: async () => {},
  aplicar: () => Promise.reject(new Error('deadlock detected')),
});

test('a failed job says what happened and after which time the sweep tries again', async () => {
  await inserirEventos(banco.sql, [
    {
      ...chave,
      evento_id: 'e1',
      tipo: 'order.paid',
      fonte: 'webhook',
      payload: '{}',
      corpo: null,
      segredo_nome: null,
      resultado: null,
    },
  ]);
  const erro: Error = await aplicarEvento(deps(), chave).catch((e) => e);
  const [evento] = await banco.sql<{ proxima: Date }[]>`
    select proxima_tentativa_em as proxima from webhook_eventos where erro = 'deadlock detected' and tentativas = 1`;
  const hora = evento?.proxima.toLocaleString('pt-BR', { dateStyle: 'short', timeStyle: 'long' });
  expect(erro.message).toBe(
    `deadlock detected. Nada se perdeu, os eventos continuam pendentes: a varredura tenta de novo depois de ${hora}.`,
  );
});

test('a failure of an order that has nothing pending says so', async () => {
  await expect(aplicarEvento(deps(), { ...chave, recurso_id: 'p2' })).rejects.toThrow('Nada ficou pendente');
});

test('a failure that could not be recorded still says what happened', async () => {
  const fora = conectar('postgres://127.0.0.1:1/nada');
  await expect(aplicarEvento(deps(fora), chave)).rejects.toThrow(
    /^deadlock detected\. .* tenta de novo em instantes\./,
  );
});
