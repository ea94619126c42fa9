import { fileURLToPath } from 'node:url';
import {
  assinarLoja,
  type BancoDeTeste,
  bancoDeTeste,
  freePort,
  NODE_TS,
  type Processo,
  redisDeTeste,
  startProcess,
} from '@entrada/testing';
import { criarUsuarios } from '../apoio.suite.ts';

const RAIZ = fileURLToPath(new URL('../../../..', import.meta.url));
const SEGREDO = 'o segredo da loja';

interface Entregue {
  id: string;
  type: string;
  pedido: string;
  /** ISO 8601; now where nothing is said. */
  ocorreu?: string;
  /** What else the order carries. */
  dados?: object;
}

export interface Sistema {
  console: string;
  banco: BancoDeTeste;
  /** A signed delivery of the store; returns what the receiver answered. */
  entregar(evento: Entregue): Promise<unknown>;
  parar(): Promise<void>;
}

/** Receiver, worker and console as processes, on a database and a Redis of their own. */
export async function subirSistema(): Promise<Sistema> {
  const [banco, redis] = await Promise.all([bancoDeTeste(), redisDeTeste()]);
  const portas = { RECEIVER_PORT: await freePort(), WORKER_PORT: await freePort(), CONSOLE_PORT: await freePort() };
  const env = {
    ...Object.fromEntries(Object.entries(portas).map(([nome, porta]) => [nome, String(porta)])),
    DATABASE_URL: banco.url,
    REDIS_URL: redis.url,
    ORIGEM_LOJA_DIALETO: 'loja',
    ORIGEM_LOJA_SEGREDOS: SEGREDO,
    CONSOLE_USUARIOS: (await criarUsuarios()).map((u) => `${u.nome}:${u.papel}:${u.scrypt}`).join(','),
    CONSOLE_CHAVE: 'uma chave de teste com mais de 32 letras',
    TZ: 'America/Sao_Paulo',
  };
  const iniciar = (app: string): Processo =>
    startProcess({ command: process.execPath, args: [...NODE_TS, `apps/${app}/src/main.ts`], cwd: RAIZ, env });
  const processos = ['receiver', 'worker', 'console'].map(iniciar);
  await Promise.all(processos.map((p) => p.esperarLinha(/"msg":"(listening|working)"/)));

  return {
    console: `http://127.0.0.1:${portas.CONSOLE_PORT}`,
    banco,
    async entregar({ id, type, pedido, ocorreu = new Date().toISOString(), dados = {} }) {
      const data = { id: pedido, total_cents: 12990, customer_email: 'cliente@exemplo.com.br', ...dados };
      const body = JSON.stringify({ id, type, occurred_at: ocorreu, data });
      const url = `http://127.0.0.1:${portas.RECEIVER_PORT}/webhooks/loja`;
      const resposta = await fetch(url, { method: 'POST', body, headers: assinarLoja(SEGREDO, body) });
      return resposta.json();
    },
    async parar() {
      for (const p of processos) p.matar('SIGTERM');
      const fins = await Promise.all(processos.map((p) => p.terminou));
      await redis.fechar();
      await banco.fechar();
      const mal = fins.findIndex((f) => f.code !== 0);
      if (mal !== -1) throw new Error(`a program did not end well:\n${processos[mal]?.saida()}`);
    },
  };
}
