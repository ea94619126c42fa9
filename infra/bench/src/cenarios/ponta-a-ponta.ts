import type { Sql } from '@entrada/db';
import type { Ambiente } from '../ambiente.ts';
import { prepararCarga } from '../carga/disparar.ts';
import { vidasInteiras } from '../carga/eventos.ts';
import type { Cenario, Medidas } from '../cenario.ts';
import { subirLivro } from '../livro.ts';
import { type Backend, esperarVazia, type Receptor, subirReceptor, subirWorker } from '../nosso.ts';
import type { Filho } from '../processo.ts';

/** From the first delivery to the last applied event, at 64 connections; then the lag at half of that rate. */
export const pontaAPonta: Cenario = {
  nome: 'ponta',
  async medir(amb, { eventos }) {
    return {
      ...(await nosso(amb, 'redis', eventos)),
      ...(await nosso(amb, 'postgres', eventos)),
      ...(await livro(amb, eventos)),
    };
  },
};

async function nosso(amb: Ambiente, backend: Backend, eventos: number): Promise<Medidas> {
  const banco = await amb.banco('nosso');
  const receptor = await subirReceptor(amb, banco, backend);
  const worker = await subirWorker(amb, banco, backend);
  const medidas = await medir(`nosso_${backend}`, banco.sql, receptor, eventos);
  await parar([receptor.processo, worker]);
  await banco.fechar();
  await amb.limparRedis();
  return medidas;
}

async function livro(amb: Ambiente, eventos: number): Promise<Medidas> {
  const banco = await amb.banco('livro');
  const receptor = await subirLivro(amb, banco);
  const medidas = await medir('livro', banco.sql, receptor, eventos);
  await parar([receptor.processo]);
  await banco.fechar();
  return medidas;
}

const parar = (processos: readonly Filho[]) => Promise.all(processos.map((p) => p.parar()));

async function medir(quem: string, sql: Sql, { porta }: Receptor, total: number): Promise<Medidas> {
  const enviar = async (prefixo: string, n: number, porSegundo: number | null): Promise<number> => {
    const serie = vidasInteiras(prefixo, n);
    const carga = { porta, caminho: '/webhooks/loja', serie, conexoes: 64, duracaoMs: null, porSegundo };
    const vai = await prepararCarga(carga);
    const inicio = performance.now();
    await vai();
    await esperarVazia(sql);
    return n / ((performance.now() - inicio) / 1000);
  };
  await enviar('aquece', Math.ceil(total / 10), null);
  const taxa = await enviar('cheio', total, null);
  await enviar('metade', Math.ceil(total / 2), taxa / 2);
  const [atraso] = await sql<[{ p50: number; p99: number }]>`
    select percentile_cont(0.5) within group (order by ms) as p50, percentile_cont(0.99) within group (order by ms) as p99
    from (
      select extract(epoch from aplicado_em - recebido_em)::float8 * 1000 as ms from webhook_eventos
      where evento_id like 'metade%'
    ) atrasos`;
  const nome = `${quem}_ponta`;
  return { [`${nome}_eps`]: taxa, [`${nome}_atraso_p50_ms`]: atraso.p50, [`${nome}_atraso_p99_ms`]: atraso.p99 };
}
