import { describe, expect, test } from 'vitest';
import { ConfigError, exigirDatabase, exigirOrigens, type OpcoesDaConfig, readConfig } from './config.ts';
import { ROLES } from './config-valores.ts';
import { StartError } from './main.ts';

const LOJA = { ORIGEM_LOJA_DIALETO: 'loja', ORIGEM_LOJA_SEGREDOS: 'abc' };

function erros(env: Record<string, string>, opcoes?: OpcoesDaConfig): readonly string[] {
  try {
    readConfig(env, opcoes);
  } catch (e) {
    if (e instanceof ConfigError) return e.erros;
    throw e;
  }
  return [];
}

describe('a good environment', () => {
  test('an empty one gives the defaults', () => {
    expect(readConfig({})).toEqual({
      databaseUrl: null,
      redisUrl: null,
      producao: false,
      workerRoles: [...ROLES],
      workerConcurrency: 10,
      origens: [],
      erpUrl: null,
      erpSegredo: null,
      consoleUsuarios: [],
      consoleChave: null,
      receiverPort: 3000,
      consolePort: 3001,
      workerPort: 3002,
      simulatorPort: 3003,
      maxBodyBytes: 5 * 1024 * 1024,
      maxAtrasoS: null,
      retencaoDias: 90,
      otlpEndpoint: null,
      logLevel: 'info',
    });
  });

  test('a variable set to nothing counts as unset', () => {
    expect(readConfig({ RECEIVER_PORT: '', DATABASE_URL: '', LOG_LEVEL: '', WORKER_ROLES: '' })).toEqual(
      readConfig({}),
    );
  });

  test('every variable is read', () => {
    const config = readConfig({
      ...LOJA,
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://u:p@db:5432/entrada',
      REDIS_URL: 'rediss://redis:6380',
      WORKER_ROLES: 'sweep, apply',
      WORKER_CONCURRENCY: '4',
      ERP_URL: 'https://erp.test/efeitos',
      ERP_SEGREDO: 'x',
      CONSOLE_USUARIOS: 'ana:operador:scrypt$65536$8$1$c2Fs$aGFzaA==, rui:leitor:h:1',
      CONSOLE_CHAVE: 'k'.repeat(32),
      RECEIVER_PORT: '0',
      MAX_BODY_BYTES: '2048',
    });
    expect(config).toMatchObject({
      producao: true,
      databaseUrl: 'postgres://u:p@db:5432/entrada',
      redisUrl: 'rediss://redis:6380',
      workerRoles: ['apply', 'sweep'],
      workerConcurrency: 4,
      erpUrl: 'https://erp.test/efeitos',
      consoleUsuarios: [
        { nome: 'ana', papel: 'operador', scrypt: 'scrypt$65536$8$1$c2Fs$aGFzaA==' },
        { nome: 'rui', papel: 'leitor', scrypt: 'h:1' },
      ],
      receiverPort: 0,
      maxBodyBytes: 2048,
    });
  });

  test('an origem takes all of its secrets, and what only its dialect understands', () => {
    const { origens } = readConfig({
      ORIGEM_LOJA_DIALETO: 'loja',
      ORIGEM_LOJA_SEGREDOS: 'novo, velho',
      ORIGEM_LOJA_VERSAO: 'sequencia',
      ORIGEM_LOJA_API_URL: 'https://loja.test/api',
      ORIGEM_LOJA_API_TOKEN: 't',
      ORIGEM_LOJA_CABECALHO: 'x-outro',
    });
    expect(origens).toEqual([
      {
        nome: 'loja',
        dialeto: 'loja',
        segredos: ['novo', 'velho'],
        versao: 'sequencia',
        apiUrl: 'https://loja.test/api',
        apiToken: 't',
        opcoes: { CABECALHO: 'x-outro' },
      },
    ]);
  });

  test('a name with an underscore keeps its variables from the shorter name', () => {
    const { origens } = readConfig({
      ...LOJA,
      ORIGEM_LOJA_B_DIALETO: 'loja',
      ORIGEM_LOJA_B_SEGREDOS: 'b',
      ORIGEM_LOJA_B_API_URL: 'https://b.test',
    });
    expect(origens.map((o) => [o.nome, o.segredos, o.apiUrl, o.opcoes])).toEqual([
      ['loja', ['abc'], null, {}],
      ['loja_b', ['b'], 'https://b.test', {}],
    ]);
  });

  test('a program without a queue may run in production without REDIS_URL', () => {
    const env = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/entrada' };
    expect(erros(env)).toEqual([expect.stringContaining('REDIS_URL')]);
    expect(erros(env, { usaFila: false })).toEqual([]);
  });
});

describe('one bad variable is one message that names it', () => {
  test.each([
    ['DATABASE_URL', 'mysql://db', 'must be a URL that starts with postgres:// or postgresql://'],
    ['DATABASE_URL', 'db', 'must be a URL'],
    ['REDIS_URL', 'http://redis', 'must be a URL that starts with redis:// or rediss://'],
    ['WORKER_ROLES', 'aply', 'out of apply, sweep, publish, read, reconcile, prune'],
    ['WORKER_ROLES', ',', 'must be a comma separated list'],
    ['WORKER_CONCURRENCY', '0', 'from 1 to 200'],
    ['WORKER_CONCURRENCY', 'many', 'from 1 to 200'],
    ['CONSOLE_CHAVE', 'short', 'must have 32 characters or more'],
    ['RECEIVER_PORT', '65536', 'from 0 to 65535'],
    ['CONSOLE_PORT', 'http', 'from 0 to 65535'],
    ['WORKER_PORT', '-1', 'from 0 to 65535'],
    ['SIMULATOR_PORT', '3003.5', 'from 0 to 65535'],
    ['MAX_BODY_BYTES', '5MB', 'from 1024 to 67108864'],
    ['RETENCAO_DIAS', '0', 'from 1 to 3650'],
    ['LOG_LEVEL', 'loud', 'must be one of trace, debug, info'],
  ])('%s=%s', (variavel, valor, parte) => {
    const [erro, ...outros] = erros({ [variavel]: valor });
    expect(outros).toEqual([]);
    expect(erro).toMatch(new RegExp(`^${variavel} `));
    expect(erro).toContain(parte);
  });

  test.each([
    ['ERP_URL', 'ftp://erp', { ERP_SEGREDO: 'x' }, 'must be a URL that starts with http:// or https://'],
    ['ERP_URL', 'https://erp', {}, 'ERP_SEGREDO is missing'],
    ['ERP_SEGREDO', 'x', {}, 'ERP_URL is missing'],
    ['ERP_SEGREDO', 'whsec_curto', { ERP_URL: 'https://erp' }, 'ERP_SEGREDO that starts with whsec_'],
    ['ERP_SEGREDO', `whsec_${'*'.repeat(32)}`, { ERP_URL: 'https://erp' }, 'ERP_SEGREDO that starts with whsec_'],
    ['ERP_SEGREDO', `whsec_${'ABCD'.repeat(22)}`, { ERP_URL: 'https://erp' }, '24 to 64 bytes in base64'],
    ['CONSOLE_USUARIOS', 'ana:operador:h', {}, 'CONSOLE_CHAVE is missing'],
    ['CONSOLE_USUARIOS', 'ana:admin:h', { CONSOLE_CHAVE: 'k'.repeat(32) }, 'user 1 must be name:leitor:hash'],
    ['CONSOLE_USUARIOS', 'ana:leitor:h,ana:leitor:h', { CONSOLE_CHAVE: 'k'.repeat(32) }, 'user 2 repeats a name'],
    ['NODE_ENV', 'production', { REDIS_URL: 'redis://r' }, 'DATABASE_URL is missing'],
    ['NODE_ENV', 'production', { DATABASE_URL: 'postgres://d' }, 'REDIS_URL is missing'],
    ['ORIGEM_LOJA_SEGREDOS', '', { ORIGEM_LOJA_DIALETO: 'loja' }, 'ORIGEM_LOJA_SEGREDOS contains an empty secret'],
    ['ORIGEM_LOJA_SEGREDOS', 'a,,b', { ORIGEM_LOJA_DIALETO: 'loja' }, 'ORIGEM_LOJA_SEGREDOS contains an empty secret'],
    ['ORIGEM_LOJA_DIALETO', 'loja', {}, 'ORIGEM_LOJA_SEGREDOS is missing'],
    ['ORIGEM_LOJA_DIALETO', '', { ORIGEM_LOJA_SEGREDOS: 'a' }, 'ORIGEM_LOJA_DIALETO is empty'],
    ['ORIGEM_LOJA_VERSAO', 'hora', LOJA, 'ORIGEM_LOJA_VERSAO must be instante or sequencia'],
    ['ORIGEM_LOJA_API_URL', 'loja.test', LOJA, 'ORIGEM_LOJA_API_URL must be a URL'],
    ['ORIGEM_LOJA_SEGREDOS', 'a', {}, 'set ORIGEM_LOJA_DIALETO'],
    ['ORIGEM_OUTRA_API_URL', 'https://x', LOJA, 'set ORIGEM_OUTRA_DIALETO'],
    ['ORIGEM_X', 'y', {}, 'ORIGEM_X belongs to no origem'],
    ['ORIGEM_Loja_DIALETO', 'loja', { ORIGEM_Loja_SEGREDOS: 'a' }, 'characters out of A-Z, 0-9 and _'],
  ])('%s=%s with %o', (variavel, valor, resto, parte) => {
    const lidos = erros({ ...resto, [variavel]: valor });
    expect(lidos).toHaveLength(1);
    expect(lidos[0]).toContain(parte);
  });
});

describe('what comes together', () => {
  test('all errors at once, each on its line', () => {
    const env = {
      NODE_ENV: 'production',
      RECEIVER_PORT: 'x',
      LOG_LEVEL: 'loud',
      ORIGEM_LOJA_DIALETO: 'nuvem',
      ORIGEM_LOJA_SEGREDOS: '',
      ORIGEM_SEM_SEGREDOS: 'a',
    };
    const lidos = erros(env, { errosDaOrigem: (o) => [`ORIGEM_LOJA_DIALETO: unknown dialect ${o.dialeto}`] });
    expect(lidos.map((e) => e.split(' ')[0])).toEqual([
      'RECEIVER_PORT',
      'LOG_LEVEL',
      'DATABASE_URL',
      'REDIS_URL',
      'ORIGEM_SEM_SEGREDOS',
      'ORIGEM_LOJA_SEGREDOS',
      'ORIGEM_LOJA_DIALETO:',
    ]);
    expect(new ConfigError(lidos).message.split('\n')).toHaveLength(1 + lidos.length);
  });

  test('no message contains a value', () => {
    const segredos = { DATABASE_URL: 'mysql://u:hunter2@db', CONSOLE_CHAVE: 'hunter2', REDIS_URL: 'x:hunter2' };
    const outros = { CONSOLE_USUARIOS: 'hunter2', ERP_URL: 'hunter2', ORIGEM_A_SEGREDOS: 'hunter2,' };
    expect(erros({ ...segredos, ...outros }).join()).not.toContain('hunter2');
  });

  test('a receiver without an origem, and a program without a database, do not start', () => {
    const config = readConfig({});
    expect(() => exigirOrigens(config)).toThrow('no origem is configured');
    expect(() => exigirDatabase(config)).toThrow(StartError);
    expect(exigirDatabase(readConfig({ DATABASE_URL: 'postgres://d/x' }))).toBe('postgres://d/x');
    expect(() => exigirOrigens(readConfig(LOJA))).not.toThrow();
  });
});
