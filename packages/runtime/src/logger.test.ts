import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

function ouvir(level = 'info') {
  const linhas: string[] = [];
  const logger = createLogger({ nome: 'teste', level, destino: { write: (linha: string) => void linhas.push(linha) } });
  return { logger, texto: () => linhas.join(''), linha: () => JSON.parse(linhas[0] ?? 'null') as unknown };
}

test('one JSON line with the name, the level as a word and an ISO instant', () => {
  const { logger, linha } = ouvir();
  logger.info({ pedido: 'P1' }, 'applied');
  expect(linha()).toMatchObject({ name: 'teste', level: 'info', msg: 'applied', pedido: 'P1' });
  expect(linha()).toHaveProperty('time', expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/));
});

test('payloads and secrets are cut out, at the top and one level down', () => {
  const { logger, texto } = ouvir();
  const proibido = { payload: 'SEGREDO', corpo: 'SEGREDO', segredos: ['SEGREDO'], databaseUrl: 'SEGREDO' };
  logger.info(proibido, 'a');
  logger.info({ evento: proibido, headers: { authorization: 'SEGREDO', cookie: 'SEGREDO' } }, 'b');
  expect(texto()).not.toContain('SEGREDO');
  expect(texto()).toContain('[redacted]');
});

test('an error keeps type, message, stack, code and cause, and nothing that a driver hung on it', () => {
  const { logger, texto, linha } = ouvir();
  const cause = Object.assign(new Error('the cause'), { code: '22P02', detail: 'SEGREDO', where: 'SEGREDO' });
  const err = Object.assign(new TypeError('failed', { cause }), {
    command: { args: ['SEGREDO'] },
    parameters: ['SEGREDO'],
  });
  logger.error({ err }, 'x');
  expect(texto()).not.toContain('SEGREDO');
  expect(linha()).toMatchObject({
    err: { type: 'TypeError', message: 'failed', cause: { message: 'the cause', code: '22P02' } },
  });
  expect(texto()).toContain('logger.test.ts');
});

test('a level is obeyed', () => {
  const { logger, texto } = ouvir('warn');
  logger.info({}, 'quiet');
  logger.warn({}, 'loud');
  expect(texto()).not.toContain('quiet');
  expect(texto()).toContain('loud');
});
