import type { Ambiente, Banco } from '../ambiente.ts';
import { disparar, prepararCarga } from '../carga/disparar.ts';
import type { Cenario, Medidas } from '../cenario.ts';
import { medirCpu } from '../cpu.ts';
import { subirLivro } from '../livro.ts';
import { type Receptor, subirReceptor } from '../nosso.ts';

const CONEXOES = [1, 64, 256] as const;
/** More than any receiver here takes in a second. */
const POR_SEGUNDO = 16_000;

/** Requests per second and latency of a receiver, by connections. Nobody applies, except the textbook, which always does. */
export const receptor: Cenario = {
  nome: 'receptor',
  async medir(amb, { duracaoMs }) {
    const medidas: Medidas = {};
    const cada = async (quem: string, conexoes: readonly number[], subir: (b: Banco) => Promise<Receptor>) => {
      const banco = await amb.banco(quem.startsWith('livro') ? 'livro' : 'nosso');
      const alvo = await subir(banco);
      for (const c of conexoes) Object.assign(medidas, await sobCarga(alvo, quem, c, duracaoMs));
      await alvo.processo.parar();
      await banco.fechar();
    };
    await cada('nosso_redis', CONEXOES, (b) => subirReceptor(amb, b, 'redis'));
    await amb.limparRedis();
    await cada('livro_so_grava', [1, 64], (b) => subirLivro(amb, b, { soGrava: true }));
    await cada('nosso_postgres', [64], (b) => subirReceptor(amb, b, 'postgres'));
    await livroPorConexoes(amb, duracaoMs, medidas);
    return medidas;
  },
};

/** A process for each: what it still has to apply from one load would slow the next one down. */
async function livroPorConexoes(amb: Ambiente, duracaoMs: number, medidas: Medidas): Promise<void> {
  for (const conexoes of CONEXOES) {
    const banco = await amb.banco('livro');
    const livro = await subirLivro(amb, banco);
    Object.assign(medidas, await sobCarga(livro, 'livro', conexoes, duracaoMs));
    await livro.processo.parar();
    await banco.fechar();
  }
}

export async function sobCarga(alvo: Receptor, quem: string, conexoes: number, duracaoMs: number): Promise<Medidas> {
  const de = (prefixo: string, ms: number) => {
    const total = Math.ceil((Math.min(POR_SEGUNDO, conexoes * 3_000) * ms) / 1000);
    const serie = { prefixo: `${prefixo}${conexoes}`, total, pedidos: 5_000 };
    return { porta: alvo.porta, caminho: '/webhooks/loja', serie, conexoes, duracaoMs: ms, porSegundo: null };
  };
  await disparar(de('aquece', 1_000));
  const nome = `${quem}_receptor_${conexoes}`;
  const enviar = await prepararCarga(de('mede', duracaoMs));
  const cpu = await medirCpu(nome);
  const { rps, p50, p99, respostas } = await enviar();
  return { [`${nome}_rps`]: rps, [`${nome}_p50_ms`]: p50, [`${nome}_p99_ms`]: p99, ...(await cpu(respostas)) };
}
