import type { Ambiente, Banco } from '../ambiente.ts';
import { type Serie, vidasInteiras } from '../carga/eventos.ts';
import type { Cenario, Medidas } from '../cenario.ts';
import { medirCpu } from '../cpu.ts';
import { encherLivro } from '../livro.ts';
import { type Backend, encherInbox, enfileirarParado, esperarVazia, subirWorker } from '../nosso.ts';
import { iniciar } from '../processo.ts';

/** Events per second of the apply stage alone: all is in the inbox and enqueued, and all programs are warm, before the clock starts. */
export const aplicar: Cenario = {
  nome: 'aplicar',
  async medir(amb, { eventos }) {
    const nosso = async (nome: string, backend: Backend, workers: number): Promise<Medidas> => {
      const banco = await amb.banco('nosso');
      const medido = await aplicarNosso(amb, banco, { nome, backend, workers, prefixo: `a${workers}`, total: eventos });
      await banco.fechar();
      return medido;
    };
    return {
      ...(await nosso('nosso_redis', 'redis', 1)),
      ...(await nosso('nosso_redis_2_workers', 'redis', 2)),
      ...(await nosso('nosso_postgres', 'postgres', 1)),
      ...(await aplicarLivro(amb, eventos)),
    };
  },
};

interface Aplicacao {
  /** What is measured is called after this. */
  nome: string;
  backend: Backend;
  workers: number;
  /** Of the events' ids. */
  prefixo: string;
  total: number;
}

export async function aplicarNosso(
  amb: Ambiente,
  banco: Banco,
  { nome, backend, workers, prefixo, total }: Aplicacao,
): Promise<Medidas> {
  const processos = await Promise.all(Array.from({ length: workers }, () => subirWorker(amb, banco, backend)));
  await aplicarSerie(amb, banco, backend, nome, vidasInteiras(`aquece-${prefixo}`, aquecimento(total)));
  const medido = await aplicarSerie(amb, banco, backend, nome, vidasInteiras(prefixo, total));
  await Promise.all(processos.map((p) => p.parar()));
  await amb.limparRedis();
  return medido;
}

/** From the moment at which the queue lets the jobs go until the last event is applied. */
async function aplicarSerie(
  amb: Ambiente,
  banco: Banco,
  backend: Backend,
  nome: string,
  serie: Serie,
): Promise<Medidas> {
  await encherInbox(banco.sql, serie);
  await banco.sql`analyze webhook_eventos`;
  const fila = await enfileirarParado(amb, banco, backend, serie);
  const cpu = await medirCpu(`${nome}_aplicar`);
  const inicio = performance.now();
  await fila.soltar();
  await esperarVazia(banco.sql);
  const segundos = (performance.now() - inicio) / 1000;
  const gasto = await cpu(serie.total);
  await fila.fechar();
  return { [`${nome}_aplicar_eps`]: serie.total / segundos, ...gasto };
}

/** Events that are applied before the clock starts: a worker lives for days, and is cold for its first second. */
const aquecimento = (total: number): number => Math.ceil(total / 4);

async function aplicarLivro(amb: Ambiente, total: number): Promise<Medidas> {
  const banco = await amb.banco('livro');
  const antes = aquecimento(total);
  await encherLivro(banco.sql, vidasInteiras('aquece', antes));
  await encherLivro(banco.sql, vidasInteiras('l', total));
  await banco.sql`analyze webhook_eventos`;
  const env = { DATABASE_URL: banco.url, AQUECIMENTO: String(antes) };
  const filho = iniciar('infra/bench/src/livro/so-aplicar.ts', amb.pasta, env);
  const [, segundos] = await filho.esperarLinha(/segundos (.*)/, 600_000);
  await filho.parar();
  await banco.fechar();
  return { livro_aplicar_eps: total / Number(segundos) };
}
