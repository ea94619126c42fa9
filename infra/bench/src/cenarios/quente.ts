import type { Cenario, Medidas } from '../cenario.ts';
import { encherInbox, enfileirarParado, esperarVazia, subirWorker } from '../nosso.ts';
import { observar } from './memoria.ts';

/** Thousands of events on one order: how the time grows with their number, and how much memory it takes. */
export const pedidoQuente: Cenario = {
  nome: 'quente',
  umaVez: true,
  async medir(amb, { quentes }) {
    const medidas: Medidas = {};
    for (const [i, total] of quentes.entries()) {
      const banco = await amb.banco('nosso');
      const serie = { prefixo: `q${i}`, total, pedidos: 1 };
      await encherInbox(banco.sql, serie);
      await banco.sql`analyze webhook_eventos`;
      const fila = await enfileirarParado(amb, banco, 'redis', serie);
      const worker = await subirWorker(amb, banco, 'redis');
      const antes = await worker.memoriaMb();
      const vistas = observar(worker);
      const inicio = performance.now();
      await fila.soltar();
      await esperarVazia(banco.sql);
      medidas[`quente_${i + 1}_s`] = (performance.now() - inicio) / 1000;
      medidas[`quente_${i + 1}_memoria_mb`] = Math.max(...(await vistas())) - antes;
      await Promise.all([fila.fechar(), worker.parar()]);
      await banco.fechar();
      await amb.limparRedis();
    }
    return medidas;
  },
};
