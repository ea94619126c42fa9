import { z } from 'zod';
import type { Implantacao } from './implantacao.ts';

/** What `entrada simulate --json` says that matters here. */
export const RESUMO = z.object({
  certo: z.boolean(),
  pedidos: z.number(),
  eventos: z.number(),
  guardados: z.number(),
  pendentes: z.number(),
  respostas: z.record(z.string(), z.number()),
  eventos_por_segundo: z.number(),
});
export type Resumo = z.infer<typeof RESUMO>;

/** Plays the store against the deployment, with the simulator of its own tree. */
export async function simular(implantacao: Implantacao, pedidos: number): Promise<Resumo> {
  const url = implantacao.unidades('receiver')[0]?.url ?? '';
  const comando = ['node', 'apps/cli/dist/main.js', 'simulate', '--json', '--pedidos', String(pedidos)];
  const { saida } = await implantacao.executar('receiver', [...comando, '--receiver-url', url]);
  if (!saida.startsWith('{')) throw new Error(`simulate said: ${saida}`);
  return RESUMO.parse(JSON.parse(saida));
}
