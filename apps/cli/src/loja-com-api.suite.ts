import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { conectar, type Sql } from '@entrada/db';
import { lerSistemaLocal, StartError } from '@entrada/runtime';
import { assinarLoja, waitUntil } from '@entrada/testing';
import { vi } from 'vitest';
import { criarLugar, type Lugar, subirEntrada } from './entrada.suite.ts';
import { criarPrograma } from './programa.ts';

const SEGREDO = 'segredo-do-teste';

/** What the commands get to see of the stores: `loja`, and `muda`, which has no API. */
export const ORIGENS = {
  ORIGEM_LOJA_DIALETO: 'loja',
  ORIGEM_LOJA_SEGREDOS: SEGREDO,
  ORIGEM_LOJA_VERSAO: 'instante',
  ORIGEM_MUDA_DIALETO: 'loja',
  ORIGEM_MUDA_SEGREDOS: SEGREDO,
};

export interface PedidoDaLoja {
  id: string;
  status: string;
  updated_at: string;
  total_cents?: number;
}

export interface LojaComApi {
  lugar: Lugar;
  /** The variables that the programs run with. */
  env: Record<string, string>;
  sql: Sql;
  /** What the store's API answers; while it is out of order, 500. */
  loja: { pedidos: PedidoDaLoja[]; fora: boolean };
  /** Posts a body, signed. */
  enviar(corpo: string): Promise<unknown>;
  semPendentes(): Promise<unknown>;
  parar(): Promise<void>;
}

/** `entrada start` with a store whose API can be read. */
export async function subirLojaComApi(pedidos: PedidoDaLoja[]): Promise<LojaComApi> {
  const loja = { pedidos, fora: false };
  const servidor = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://loja');
    const [, , id] = pathname.split('/');
    const mudados = loja.pedidos.filter((p) => p.updated_at >= (searchParams.get('updated_since') ?? ''));
    const pedido = loja.pedidos.find((p) => p.id === id);
    res.statusCode = loja.fora ? 500 : id === undefined || pedido ? 200 : 404;
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify(id === undefined ? { orders: mudados } : (pedido ?? {})));
  });
  await new Promise<void>((pronta) => servidor.listen(0, '127.0.0.1', pronta));
  const { port } = servidor.address() as AddressInfo;
  const lugar = await criarLugar();
  const env = { LOG_LEVEL: 'warn', ...ORIGENS, ORIGEM_LOJA_API_URL: `http://127.0.0.1:${port}` };
  const processo = await subirEntrada(lugar, env);
  const sql = conectar((await lerSistemaLocal(lugar.pasta))?.database_url ?? '', { max: 2 });
  return {
    lugar,
    env,
    sql,
    loja,
    enviar: async (corpo) => {
      const headers = assinarLoja(SEGREDO, corpo);
      return (await fetch(`${lugar.receiver}/webhooks/loja`, { method: 'POST', headers, body: corpo })).json();
    },
    semPendentes: () =>
      waitUntil(async () => (await sql`select 1 from webhook_eventos where aplicado_em is null limit 1`).length === 0),
    parar: async () => {
      await sql.end();
      processo.matar('SIGINT');
      await processo.terminou;
      await lugar.apagar();
      servidor.close();
    },
  };
}

/** A command run in this process, which is much quicker than one of its own. One at a time. */
export async function comando(
  { pasta }: Lugar,
  argumentos: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number; saida: string }> {
  let saida = '';
  const escrever = vi.spyOn(process.stdout, 'write').mockImplementation((parte) => {
    saida += String(parte);
    return true;
  });
  const ambiente = process.env;
  process.env = { PATH: ambiente.PATH, HOME: ambiente.HOME, ...env };
  try {
    await criarPrograma().parseAsync([...argumentos, '--pasta', pasta], { from: 'user' });
    return { code: Number(process.exitCode ?? 0), saida };
  } catch (e) {
    if (!(e instanceof StartError)) throw e;
    return { code: 1, saida: `${saida}${e.message}\n` };
  } finally {
    process.exitCode = 0;
    process.env = ambiente;
    escrever.mockRestore();
  }
}

/** The body of an event of the dialect `loja`. */
export const evento = (
  id: string,
  type: string,
  pedido: string,
  occurred_at = '2026-03-01T12:00:00Z',
  total_cents?: number,
): string => JSON.stringify({ id, type, occurred_at, data: { id: pedido, total_cents } });
