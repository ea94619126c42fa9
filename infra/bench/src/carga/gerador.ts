import { once } from 'node:events';
import { abrirConexao, type Conexao } from './conexao.ts';
import { evento, requisicao } from './eventos.ts';
import type { Carga, Resultado } from './tipos.ts';

// The load generator, a process of its own: signs everything, says "pronto", waits for a line, sends, prints one JSON.
const carga = JSON.parse(process.argv[2] ?? '') as Carga;
const requisicoes = Array.from({ length: carga.serie.total }, (_, i) =>
  requisicao(carga.caminho, evento(carga.serie, i).corpo),
);
const conexoes = await Promise.all(Array.from({ length: carga.conexoes }, () => abrirConexao(carga.porta)));
process.stdout.write('pronto\n');
await once(process.stdin, 'data');
process.stdout.write(`${JSON.stringify(await enviar(carga, requisicoes, conexoes))}\n`);
process.exit(0);

async function enviar({ duracaoMs, porSegundo }: Carga, todas: Buffer[], abertas: Conexao[]): Promise<Resultado> {
  const latencias: number[] = [];
  let proxima = 0;
  let recusadas = 0;
  const inicio = performance.now();
  const fim = duracaoMs === null ? Number.POSITIVE_INFINITY : inicio + duracaoMs;
  const trabalhar = async (conexao: Conexao): Promise<void> => {
    for (;;) {
      const i = proxima++;
      const bytes = todas[i];
      if (bytes === undefined || performance.now() >= fim) return;
      // At a fixed rate the clock of a request runs from its due time: waiting for a free connection is latency too.
      const devido = porSegundo === null ? performance.now() : inicio + (i * 1000) / porSegundo;
      if (devido > performance.now()) await new Promise((r) => setTimeout(r, devido - performance.now()));
      if ((await conexao.pedir(bytes)) !== 200) recusadas += 1;
      latencias.push(performance.now() - devido);
    }
  };
  await Promise.all(abertas.map(trabalhar));
  const segundos = (performance.now() - inicio) / 1000;
  const emOrdem = Float64Array.from(latencias).sort();
  const percentil = (p: number): number => emOrdem[Math.min(emOrdem.length - 1, Math.floor(emOrdem.length * p))] ?? 0;
  return {
    respostas: latencias.length,
    recusadas,
    segundos,
    rps: latencias.length / segundos,
    p50: percentil(0.5),
    p99: percentil(0.99),
  };
}
