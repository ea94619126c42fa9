import { assinarLoja, waitUntil } from '@entrada/testing';
import { expect, it } from 'vitest';
import { lerPagina } from '../metricas/pagina.ts';
import { lerTabela } from '../metricas/tabela.ts';
import { acharPromtool, lintarMetricas } from '../prometheus/promtool.ts';
import type { Implantacao } from './implantacao.ts';

const promtool = acharPromtool();

/** What an SRE looks at first. */
const DO_RECEIVER = [
  /^entrada_webhooks_received_total\{origem="loja"\} [1-9]/m,
  /^entrada_webhooks_acknowledged_total\{origem="loja",resultado="recebido"\} [1-9]/m,
  /^entrada_webhooks_acknowledged_total\{origem="loja",resultado="duplicado"\} [1-9]/m,
  /^entrada_webhooks_rejected_total\{origem="loja",motivo="assinatura"\} [1-9]/m,
  /^entrada_webhooks_rejected_total\{origem="desconhecida",motivo="origem_desconhecida"\} [1-9]/m,
  /^entrada_ack_duration_seconds_count\{origem="loja"\} [1-9]/m,
];
const SEMPRE_NO_WORKER = [
  /^entrada_inbox_pending\{origem="loja"\} \d/m,
  /^entrada_inbox_oldest_pending_seconds\{origem="loja"\} \d/m,
];
const DO_WORKER = [
  ...SEMPRE_NO_WORKER,
  /^entrada_outbox_pending [1-9]/m, // nothing takes them: there is no ERP here
  /^entrada_outbox_oldest_pending_seconds \d/m,
  /^entrada_apply_lag_seconds_count\{origem="loja"\} [1-9]/m,
  /^entrada_events_total\{origem="loja",resultado="aplicado"\} [1-9]/m,
];
const DA_FILA = [/^bullmq_job_count\{queue="aplicar", state="waiting"\} \d/m, /^entrada_agenda_schedulers 3$/m];

export function provarMetricas(dela: () => Implantacao): void {
  it('/metrics shows the path: received, answered, refused, waiting, applied, queued', async () => {
    const { unidades } = dela();
    await entregar(dela());
    expect(faltam(DO_RECEIVER, await pagina(unidades('receiver')[0]?.url))).toEqual([]);
    await waitUntil(async () => {
      const doWorker = await Promise.all(unidades('worker').map(({ url }) => pagina(url)));
      const faltas = doWorker.map((texto) => faltam([...DO_WORKER, ...DA_FILA], texto));
      if (faltas.some((f) => f.length === 0)) return true;
      throw new Error(`no worker shows ${faltas.join(' or ')}`);
    });
  });

  it('infra/metrics.md lists what each program exposes, with its type and its labels, and nothing else', async () => {
    const tabela = lerTabela();
    for (const { servico, url } of dela().unidades()) {
      const texto = await pagina(url);
      const { tipos, amostras } = lerPagina(texto);
      // What prom-client and BullMQ call theirs is not ours to change.
      const achados = promtool === null ? [] : lintarMetricas(promtool, texto);
      expect(achados.filter((a) => !/^(nodejs|bullmq)_/.test(a))).toEqual([]);
      const programa = programaDe(dela(), servico);
      const esperadas = tabela.filter((l) => l.programas.includes(programa));
      const nossas = [...tipos].filter(([nome]) => /^(entrada|bullmq)_/.test(nome)).map((t) => t.join(' '));
      const listadas = esperadas.map(({ nome, tipo }) => `${nome} ${tipo}`);
      expect(listadas, servico).toEqual(expect.arrayContaining(nossas));
      expect(
        [...tipos].map((t) => t.join(' ')),
        servico,
      ).toEqual(expect.arrayContaining(listadas));
      for (const { nome, rotulos } of amostras) {
        const linha = esperadas.find((l) => l.nome === nome.replace(/_(bucket|sum|count)$/, '')) ?? null;
        const conhecidos = ['le', ...(linha?.rotulos ?? [])];
        if (linha)
          expect(
            Object.keys(rotulos).filter((r) => !conhecidos.includes(r)),
            nome,
          ).toEqual([]);
      }
    }
  });

  it('while Redis hangs, every process still shows all the rest, in time for the one who reads it', async () => {
    const { redis, unidades } = dela();
    redis.matar('SIGSTOP');
    try {
      await Promise.all(
        unidades().map(async ({ servico, url }) => {
          const inicio = performance.now();
          const texto = await pagina(url);
          expect(performance.now() - inicio, servico).toBeLessThan(8_000);
          expect(texto, servico).toMatch(/^process_cpu_seconds_total/m);
          if (servico === 'receiver') expect(faltam(DO_RECEIVER, texto)).toEqual([]);
          if (servico === 'worker') expect(faltam(SEMPRE_NO_WORKER, texto)).toEqual([]);
          if (servico === 'worker') expect(faltam(DA_FILA, texto)).toEqual(DA_FILA);
        }),
      );
    } finally {
      redis.matar('SIGCONT');
    }
  });
}

/** `apps/<program>/dist/main.js` */
const programaDe = ({ composicao }: Implantacao, servico: string): string =>
  composicao[servico]?.command?.[1]?.split('/')[1] ?? '';

const faltam = (linhas: readonly RegExp[], texto: string) => linhas.filter((linha) => !linha.test(texto));

async function pagina(url = ''): Promise<string> {
  const resposta = await fetch(`${url}/metrics`);
  expect(resposta.status).toBe(200);
  expect(resposta.headers.get('content-type')).toContain('text/plain');
  return resposta.text();
}

/** One delivery of each kind. */
async function entregar({ unidades, composicao }: Implantacao): Promise<void> {
  const url = unidades('receiver')[0]?.url;
  const segredo = composicao.receiver?.environment.ORIGEM_LOJA_SEGREDOS ?? '';
  const corpo = JSON.stringify({
    id: 'm1',
    type: 'order.paid',
    occurred_at: '2026-03-01T12:00:00Z',
    data: { id: 'm' },
  });
  const postar = async (origem: string, chave: string) => {
    const headers = assinarLoja(chave, corpo);
    const { status } = await fetch(`${url}/webhooks/${origem}`, { method: 'POST', headers, body: corpo });
    return status;
  };
  const respostas = [];
  for (const [origem, chave] of [
    ['loja', segredo],
    ['loja', segredo],
    ['loja', 'outro'],
    ['outra', segredo],
  ] as const)
    respostas.push(await postar(origem, chave));
  expect(respostas).toEqual([200, 200, 401, 404]);
}
