import { type Ambiente, lerSistemaLocal, readConfig, StartError } from '@entrada/runtime';
import { DIALETOS } from '../lojas/dialetos.ts';
import type { LojaConfigurada } from '../servir/simulador.ts';

export interface Achada {
  loja: LojaConfigurada;
  receiverUrl: string;
  producao: boolean;
}

/** An origem out of the variables, or the one that `entrada start` has made in `pasta`. */
export async function acharOrigem(
  env: Ambiente,
  { origem, pasta, receiverUrl }: { origem: string; pasta: string; receiverUrl?: string | undefined },
): Promise<Achada> {
  const config = readConfig(env, { usaFila: false });
  const local = await lerSistemaLocal(pasta);
  const configurada = config.origens.find((o) => o.nome === origem);
  const segredo = configurada?.segredos[0] ?? (local?.origem?.nome === origem ? local.origem.segredo : undefined);
  if (segredo === undefined)
    throw new StartError(
      `The origem ${origem} is not configured: set ORIGEM_${origem.toUpperCase()}_DIALETO and ORIGEM_${origem.toUpperCase()}_SEGREDOS as for the receiver.`,
    );
  const dialeto = DIALETOS.get(configurada?.dialeto ?? 'loja');
  if (!dialeto) throw new StartError(`No store of the dialect ${configurada?.dialeto} can be played.`);
  return {
    loja: { nome: origem, dialeto, segredo, token: null, opcoes: configurada?.opcoes ?? {} },
    receiverUrl: receiverUrl ?? local?.receiver_url ?? `http://127.0.0.1:${config.receiverPort}`,
    producao: config.producao,
  };
}
