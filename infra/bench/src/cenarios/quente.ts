import type { Ambiente } from '../ambiente.ts';
import type { Serie } from '../carga/eventos.ts';
import type { Cenario, Medidas } from '../cenario.ts';
import { encherInbox, enfileirarParado, esperarVazia, subirWorker } from '../nosso.ts';
import { observar } from './memoria.ts';

/** Thousands of events on one order, in order and the newest first: how the time grows with their number, and the memory. */
export const pedidoQuente: Cenario = {
  nome: 'quente',
  umaVez: true,
  async medir(amb, { quentes }) {
    const medidas: Medidas = {};
    for (const [i, total] of quentes.entries()) {
      Object.assign(medidas, await um(amb, `quente_${i + 1}`, { prefixo: 'q', total, pedidos: 1 }));
      Object.assign(medidas, await um(amb, `tardio_${i + 1}`, { prefixo: 't', total, pedidos: 1, aoContrario: true }));
    }
    return medidas;
  },
};

async function um(amb: Ambiente, nome: string, serie: Serie): Promise<Medidas> {
  const banco = await amb.banco('nosso');
  await encherInbox(banco.sql, serie);
  await banco.sql`analyze webhook_eventos`;
  const fila = await enfileirarParado(amb, banco, 'redis', serie);
  const worker = await subirWorker(amb, banco, 'redis');
  const antes = await worker.memoriaMb();
  const vistas = observar(worker);
  const inicio = performance.now();
  await fila.soltar();
  await esperarVazia(banco.sql);
  const segundos = (performance.now() - inicio) / 1000;
  const memoriaMb = Math.max(...(await vistas())) - antes;
  await Promise.all([fila.fechar(), worker.parar()]);
  await banco.fechar();
  await amb.limparRedis();
  return { [`${nome}_s`]: segundos, [`${nome}_memoria_mb`]: memoriaMb };
}
