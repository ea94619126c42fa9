import { freePort, type Processo, startProcess, waitUntil } from '@entrada/testing';
import { expect, it } from 'vitest';
import { subirBanco } from './banco.ts';
import { ENV } from './env.ts';
import { lerComposicao } from './ler.ts';
import { RESUMO } from './simular.ts';

/** Without Redis, without an engine: the queue is in Postgres too, and one worker has all roles. */
export function provarSoComNode(onde: () => { pasta: string; bin: string }): void {
  it('what was built runs with nothing but Node and the embedded Postgres, and simulate passes', async () => {
    const { pasta, bin } = onde();
    const composicao = lerComposicao(ENV);
    const banco = await subirBanco(composicao);
    const portas = { receiver: await freePort(), worker: await freePort(), console: await freePort() };
    const env = {
      ...ENV,
      NODE_ENV: 'development',
      DATABASE_URL: (composicao.receiver?.environment.DATABASE_URL ?? '').replace('postgres:5432', banco.endereco),
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', // nobody listens: it has to load, and to do no harm
      PATH: `${bin}:${process.env.PATH}`,
      ...Object.fromEntries(
        Object.entries(portas).map(([nome, porta]) => [`${nome.toUpperCase()}_PORT`, String(porta)]),
      ),
    };
    const rodar = (programa: string, ...args: string[]): Processo =>
      startProcess({ command: 'node', args: [`apps/${programa}/dist/main.js`, ...args], env, cwd: pasta });

    expect(await rodar('cli', 'migrate').terminou).toEqual({ code: 0, signal: null });
    const processos = Object.keys(portas).map((programa) => rodar(programa));
    try {
      for (const porta of Object.values(portas))
        await waitUntil(async () => (await fetch(`http://127.0.0.1:${porta}/readyz`)).ok, { prazoMs: 30_000 });
      const url = `http://127.0.0.1:${portas.receiver}`;
      const simulado = rodar('cli', 'simulate', '--json', '--pedidos', '60', '--receiver-url', url);
      const { code } = await simulado.terminou;
      expect({ code, saida: simulado.saida() }).toMatchObject({ code: 0, saida: expect.stringMatching(/^\{/) });
      expect(RESUMO.parse(JSON.parse(simulado.saida()))).toMatchObject({ certo: true, pendentes: 0 });
    } finally {
      for (const processo of processos) processo.matar('SIGTERM');
      const fins = await Promise.all(processos.map((p) => p.terminou));
      await banco.fechar();
      expect(fins).toEqual(processos.map(() => ({ code: 0, signal: null })));
    }
  }, 120_000);
}
