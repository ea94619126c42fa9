import { freePort } from '@entrada/testing';
import type { Ambiente } from '../ambiente.ts';
import type { Cenario } from '../cenario.ts';
import { iniciar } from '../processo.ts';
import { sobCarga } from './receptor.ts';

/** What the parts can do at most, without the work in between. */
export const limites: Cenario = {
  nome: 'limites',
  async medir(amb, { duracaoMs, eventos }) {
    const porta = await freePort();
    const nu = iniciar('infra/bench/src/limites/fastify-nu.ts', amb.pasta, { PORTA: String(porta) });
    await nu.esperarLinha(/listening/);
    const fastify = await sobCarga({ porta, processo: nu }, 'limite', 64, duracaoMs);
    await nu.parar();

    const banco = await amb.banco('nosso');
    const insert = { DATABASE_URL: banco.url, DURACAO_MS: String(duracaoMs) };
    const um = await medido(amb, 'insert', { ...insert, EM_VOO: '1' });
    const muitos = await medido(amb, 'insert', { ...insert, EM_VOO: '64' });
    await banco.fechar();
    const nada = await medido(amb, 'bullmq-nada', { REDIS_URL: amb.redisUrl, TOTAL: String(eventos) });
    await amb.limparRedis();
    return {
      ...fastify,
      limite_insert_1_p50_ms: um.p50 ?? 0,
      limite_insert_64_rps: muitos.rps ?? 0,
      limite_bullmq_rps: nada.rps ?? 0,
    };
  },
};

async function medido(amb: Ambiente, programa: string, env: Record<string, string>): Promise<Record<string, number>> {
  const filho = iniciar(`infra/bench/src/limites/${programa}.ts`, amb.pasta, env);
  const [, json = '{}'] = await filho.esperarLinha(/medido (.*)/);
  await filho.parar();
  return JSON.parse(json) as Record<string, number>;
}
