import { expect, it } from 'vitest';
import type { Implantacao } from './implantacao.ts';

const PROGRAMAS = ['receiver', 'worker', 'console'];
const NENHUM = '';

/** What a program does not start on: one clear message, exit status 1, and no stack trace for the one who is paged. */
export function provarRecusas(dela: () => Implantacao): void {
  const recusar = async (servico: string, mais: Record<string, string>): Promise<string> => {
    const processo = dela().iniciar(servico, mais);
    const { code } = await processo.terminou;
    const saida = processo.saida();
    expect({ servico, code, saida }).toEqual({ servico, code: 1, saida: expect.not.stringMatching(/^ +at /m) });
    return saida;
  };

  /** All at once: each is one process that does nothing but end. */
  const recusarem = async (servicos: readonly string[], mais: Record<string, string>): Promise<string[]> =>
    Promise.all(servicos.map((s) => recusar(s, mais)));

  it('production without a database and a queue of its own, both named', async () => {
    for (const saida of await recusarem(PROGRAMAS, { DATABASE_URL: NENHUM, REDIS_URL: NENHUM })) {
      expect(saida).toContain('DATABASE_URL is missing: with NODE_ENV=production');
      expect(saida).toContain('REDIS_URL is missing: with NODE_ENV=production');
    }
    expect(await recusar('migrate', { DATABASE_URL: NENHUM })).toContain('DATABASE_URL is missing');
  });

  it('a receiver or a worker without a store', async () => {
    const semLoja = { ORIGEM_LOJA_DIALETO: NENHUM, ORIGEM_LOJA_SEGREDOS: NENHUM };
    for (const saida of await recusarem(['receiver', 'worker'], semLoja)) expect(saida).toContain('ORIGEM_');
  });

  it('a database that does not answer', async () => {
    const fora = { DATABASE_URL: 'postgres://u:senha-secreta@127.0.0.1:1/x' };
    for (const saida of await recusarem([...PROGRAMAS, 'migrate'], fora)) {
      expect(saida).toMatch(/^the database does not answer: .*ECONNREFUSED/i);
      expect(saida).not.toContain('senha-secreta');
    }
  });

  it('a schema that is older than the program', async () => {
    const { sql } = dela();
    const [ultima] = await sql`delete from migracoes where nome = (select max(nome) from migracoes) returning *`;
    const esperado = `the database lacks ${ultima?.nome}: run \`entrada migrate\` first\n`;
    try {
      expect(new Set(await recusarem(PROGRAMAS, {}))).toEqual(new Set([esperado]));
    } finally {
      await sql`insert into migracoes ${sql(ultima ?? {})}`;
    }
  });

  it('a second worker on a queue in Postgres, which development has', async () => {
    const env = { NODE_ENV: 'development', REDIS_URL: NENHUM, WORKER_PORT: '0' };
    const primeiro = dela().iniciar('worker', env);
    await primeiro.esperarLinha(/"msg":"working"/);
    const saida = await recusar('worker', env);
    expect(saida).toMatch(/^another worker process .* set REDIS_URL/);
    primeiro.matar('SIGTERM');
    expect(await primeiro.terminou).toEqual({ code: 0, signal: null });
  });
}
