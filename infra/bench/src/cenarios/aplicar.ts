import type { Ambiente, Banco } from '../ambiente.ts';
import type { Cenario } from '../cenario.ts';
import { encherLivro } from '../livro.ts';
import { type Backend, encherInbox, enfileirarParado, esperarVazia, subirWorker } from '../nosso.ts';
import { iniciar } from '../processo.ts';

/** Events per second of the apply stage alone: all is in the inbox and enqueued before the clock starts. */
export const aplicar: Cenario = {
  nome: 'aplicar',
  async medir(amb, { eventos }) {
    const nosso = async (backend: Backend, workers: number): Promise<number> => {
      const banco = await amb.banco('nosso');
      const taxa = await aplicarNosso(amb, banco, backend, workers, `a${workers}`, eventos);
      await banco.fechar();
      return taxa;
    };
    return {
      nosso_redis_aplicar_eps: await nosso('redis', 1),
      nosso_redis_2_workers_aplicar_eps: await nosso('redis', 2),
      nosso_postgres_aplicar_eps: await nosso('postgres', 1),
      livro_aplicar_eps: await aplicarLivro(amb, eventos),
    };
  },
};

export async function aplicarNosso(
  amb: Ambiente,
  banco: Banco,
  backend: Backend,
  workers: number,
  prefixo: string,
  total: number,
): Promise<number> {
  const serie = { prefixo, total, pedidos: Math.ceil(total / 4) };
  await encherInbox(banco.sql, serie);
  await banco.sql`analyze webhook_eventos`;
  const fila = await enfileirarParado(amb, banco, backend, serie);
  const processos = await Promise.all(Array.from({ length: workers }, () => subirWorker(amb, banco, backend)));
  const inicio = performance.now();
  await fila.soltar();
  await esperarVazia(banco.sql);
  const segundos = (performance.now() - inicio) / 1000;
  await Promise.all([fila.fechar(), ...processos.map((p) => p.parar())]);
  await amb.limparRedis();
  return total / segundos;
}

async function aplicarLivro(amb: Ambiente, total: number): Promise<number> {
  const banco = await amb.banco('livro');
  await encherLivro(banco.sql, { prefixo: 'l', total, pedidos: Math.ceil(total / 4) });
  await banco.sql`analyze webhook_eventos`;
  const filho = iniciar('infra/bench/src/livro/so-aplicar.ts', amb.pasta, { DATABASE_URL: banco.url });
  const [, segundos] = await filho.esperarLinha(/segundos (.*)/, 600_000);
  await filho.parar();
  await banco.fechar();
  return total / Number(segundos);
}
