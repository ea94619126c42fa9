import { fileURLToPath } from 'node:url';
import {
  assinarLoja,
  type BancoDeTeste,
  bancoDeTeste,
  freePort,
  NODE_TS,
  type Processo,
  startProcess,
  waitUntil,
} from '@entrada/testing';

const RAIZ = fileURLToPath(new URL('../../../', import.meta.url));
export const SEGREDO = 'segredo-do-teste';

export interface Sistema {
  banco: BancoDeTeste;
  /** Of the receiver. */
  porta: number;
  /** Posts a signed event; retries as a store would on 5xx and lost connections. Returns every status it was given. */
  postar(corpo: object): Promise<number[]>;
  receiver: Processo;
  workers: Processo[];
  maisUmWorker(): Promise<Processo>;
  pendentes(): Promise<number>;
  esperarTudoAplicado(prazoMs?: number): Promise<void>;
  /** Lines that no healthy run writes. */
  erros(): string[];
  fechar(): Promise<void>;
}

/**
 * Receiver and workers as processes on a database of their own.
 * @param redisUrl null: the queue in Postgres
 */
export async function subirSistema(opcoes: {
  redisUrl: string | null;
  workers?: number;
  versao?: string;
  /** Variables of all programs, besides their own. */
  env?: Readonly<Record<string, string>>;
}): Promise<Sistema> {
  const banco = await bancoDeTeste();
  const porta = await freePort();
  const env = {
    DATABASE_URL: banco.url,
    ...(opcoes.redisUrl ? { REDIS_URL: opcoes.redisUrl } : {}),
    ORIGEM_LOJA_DIALETO: 'loja',
    ORIGEM_LOJA_SEGREDOS: SEGREDO,
    ORIGEM_LOJA_VERSAO: opcoes.versao ?? 'sequencia',
    ...opcoes.env,
  };
  const subir = async (app: string, extra: Record<string, string>, pronto: RegExp): Promise<Processo> => {
    const args = [...NODE_TS, `apps/${app}/src/main.ts`];
    const processo = startProcess({ command: process.execPath, args, env: { ...env, ...extra }, cwd: RAIZ });
    await processo.esperarLinha(pronto);
    return processo;
  };
  const workers: Processo[] = [];
  const maisUmWorker = async (): Promise<Processo> => {
    const worker = await subir('worker', { WORKER_PORT: String(await freePort()) }, /"msg":"working"/);
    workers.push(worker);
    return worker;
  };
  const receiver = await subir('receiver', { RECEIVER_PORT: String(porta) }, /"msg":"listening"/);
  for (let i = 0; i < (opcoes.workers ?? 1); i++) await maisUmWorker();

  const pendentes = async (): Promise<number> => {
    const [linha] = await banco.sql<
      [{ n: number }]
    >`select count(*) as n from webhook_eventos where aplicado_em is null`;
    return linha.n;
  };
  return {
    banco,
    porta,
    receiver,
    workers,
    maisUmWorker,
    pendentes,
    postar: (corpo) => entregar(`http://127.0.0.1:${porta}/webhooks/loja`, JSON.stringify(corpo)),
    esperarTudoAplicado: async (prazoMs = 30_000) => {
      await waitUntil(async () => (await pendentes()) === 0, { prazoMs, oQue: 'an empty inbox' });
    },
    erros: () =>
      [receiver, ...workers].flatMap((p) =>
        p
          .saida()
          .split('\n')
          .filter((l) => /"level":"(error|fatal)"/.test(l)),
      ),
    fechar: async () => {
      for (const p of [receiver, ...workers]) p.matar('SIGTERM');
      await Promise.all([receiver, ...workers].map((p) => p.terminou));
      await banco.fechar();
    },
  };
}

async function entregar(url: string, corpo: string): Promise<number[]> {
  const respostas: number[] = [];
  for (let tentativa = 0; tentativa < 20; tentativa++) {
    const status = await fetch(url, { method: 'POST', headers: assinarLoja(SEGREDO, corpo), body: corpo }).then(
      async (r) => {
        await r.arrayBuffer();
        return r.status;
      },
      () => 0,
    );
    respostas.push(status);
    if (status > 0 && status < 500) return respostas;
    await new Promise((r) => setTimeout(r, 100 * 2 ** Math.min(tentativa, 5)));
  }
  return respostas;
}
