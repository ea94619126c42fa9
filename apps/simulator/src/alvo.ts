import { type Ambiente, lerSistemaLocal, readConfig, StartError } from '@entrada/runtime';
import { request } from 'undici';

export interface Sistema {
  databaseUrl: string;
  receiverUrl: string;
  origem: string;
  segredo: string;
}

/**
 * Finds what to play against: what the options say, then the variables, then what `entrada start` left in `pasta`.
 * With a DATABASE_URL that is not that system's, nothing of it is used.
 */
export async function encontrarSistema(
  env: Ambiente,
  opcoes: { pasta: string; origem?: string | undefined; receiverUrl?: string | undefined },
): Promise<Sistema> {
  const config = readConfig(env, { usaFila: false });
  const gravado = await lerSistemaLocal(opcoes.pasta);
  const local = config.databaseUrl === null || config.databaseUrl === gravado?.database_url ? gravado : null;

  const databaseUrl = config.databaseUrl ?? local?.database_url;
  if (databaseUrl === undefined)
    throw new StartError('Nothing runs here. Start it with `pnpm start` in another terminal, or set DATABASE_URL.');
  const lojas = config.origens.filter((o) => o.dialeto === 'loja');
  const origem = opcoes.origem ?? local?.origem?.nome ?? lojas[0]?.nome ?? 'loja';
  const segredo = lojas.find((o) => o.nome === origem)?.segredos[0] ?? segredoLocal(local?.origem, origem);
  if (segredo === undefined)
    throw new StartError(
      `The secret of ${origem} is not known: set ORIGEM_${origem.toUpperCase()}_DIALETO=loja and ORIGEM_${origem.toUpperCase()}_SEGREDOS as for the receiver.`,
    );
  const receiverUrl = opcoes.receiverUrl ?? local?.receiver_url ?? `http://127.0.0.1:${config.receiverPort}`;
  await exigirResposta(receiverUrl);
  return { databaseUrl, receiverUrl, origem, segredo };
}

const segredoLocal = (local: { nome: string; segredo: string } | null | undefined, origem: string) =>
  local?.nome === origem ? local.segredo : undefined;

/** A store would try for days; a person wants to know at once that the address is wrong. */
async function exigirResposta(receiverUrl: string): Promise<void> {
  try {
    const { body } = await request(receiverUrl, { headersTimeout: 5_000 });
    await body.dump();
  } catch (cause) {
    throw new StartError(`No receiver answers at ${receiverUrl}. Is it running?`, { cause });
  }
}
