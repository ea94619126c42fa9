import { setTimeout as dormir } from 'node:timers/promises';
import { disparar } from '../carga/disparar.ts';
import { vidasInteiras } from '../carga/eventos.ts';
import type { Cenario, Medidas } from '../cenario.ts';
import { esperarVazia, subirReceptor, subirWorker } from '../nosso.ts';
import type { Filho } from '../processo.ts';

/** Resident memory while many events pass through receiver and worker, by quarters of the run. */
export const memoria: Cenario = {
  nome: 'memoria',
  umaVez: true,
  async medir(amb, { eventosDaMemoria: total }) {
    const banco = await amb.banco('nosso');
    const receptor = await subirReceptor(amb, banco, 'redis');
    const worker = await subirWorker(amb, banco, 'redis');
    const serie = vidasInteiras('m', total);
    const doReceptor = observar(receptor.processo);
    const doWorker = observar(worker);
    const caminho = '/webhooks/loja';
    await disparar({ porta: receptor.porta, caminho, serie, conexoes: 64, duracaoMs: null, porSegundo: null });
    const receptorMedido = await doReceptor();
    await esperarVazia(banco.sql);
    const workerMedido = await doWorker();
    await Promise.all([receptor.processo.parar(), worker.parar()]);
    await banco.fechar();
    await amb.limparRedis();
    return { ...quartos('receiver', receptorMedido), ...quartos('worker', workerMedido) };
  },
};

/** Looks at a process every 200 ms until it is asked for what it saw. */
export function observar(processo: Filho): () => Promise<number[]> {
  const vistas: number[] = [];
  let fim = false;
  const olhando = (async () => {
    while (!fim) {
      vistas.push(await processo.memoriaMb());
      await dormir(200);
    }
  })();
  return async () => {
    fim = true;
    await olhando;
    return vistas;
  };
}

/** The median of the second and of the last quarter: garbage collection makes single looks jump. */
function quartos(quem: string, vistas: readonly number[]): Medidas {
  const quarto = Math.floor(vistas.length / 4);
  const mediana = (parte: readonly number[]): number => parte.toSorted((a, b) => a - b)[parte.length >> 1] ?? 0;
  return {
    [`${quem}_memoria_q2_mb`]: mediana(vistas.slice(quarto, 2 * quarto)),
    [`${quem}_memoria_q4_mb`]: mediana(vistas.slice(3 * quarto)),
    [`${quem}_memoria_max_mb`]: Math.max(...vistas),
  };
}
