import { waitUntil } from '@entrada/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { comoQuem } from './entrar.suite.ts';
import { fotografar } from './fotos.suite.ts';
import { abrirNavegador, haNavegador } from './navegador.suite.ts';
import { conferirPagina } from './pagina.suite.ts';
import { type Sistema, subirSistema } from './sistema.suite.ts';

const pular = !haNavegador || inject('redisUrl') === '';

let sistema: Sistema;
let navegador: Browser;
beforeAll(async () => {
  if (pular) return;
  [sistema, navegador] = await Promise.all([subirSistema(), abrirNavegador()]);
  // The customer pays a minute after the store has cancelled; the payment is told at once, the cancellation hours later.
  await chegar('evt-criado', 'order.created', '12:00');
  await chegar('evt-pago', 'order.paid', '12:06');
  await chegar('evt-cancelado', 'order.canceled', '12:05');
  await chegar('evt-pago-de-novo', 'order.paid', '12:07');
}, 90_000);
afterAll(async () => {
  await navegador?.close();
  await sistema?.parar();
});

async function chegar(id: string, type: string, hora: string): Promise<void> {
  await sistema.entregar({ id, type, pedido: '2001', ocorreu: `2026-03-01T${hora}:00Z` });
  const { sql } = sistema.banco;
  await waitUntil(
    async () => (await sql`select from webhook_eventos where evento_id = ${id} and aplicado_em is not null`).count,
  );
}

test.skipIf(pular)('an operador reads why a late payment was ignored, and what had been thought before', async () => {
  const { pagina, contexto, faltas } = await comoQuem(navegador, sistema.console, 'ana', '/');
  await pagina.getByRole('searchbox').fill('2001');
  await pagina.getByRole('button', { name: 'Buscar' }).click();
  await pagina.waitForURL('**/pedidos/loja/2001');
  await pagina.getByText('cancelado', { exact: true }).first().waitFor();
  const primeiro = pagina.locator('.eventos > li', { hasText: 'evt-pago' }).first();
  await primeiro.getByText('aconteceu depois do cancelamento, que só chegou mais tarde: ignorado').waitFor();
  await primeiro.getByText('mudou quando chegou o evento evt-cancelado').waitFor();
  await pagina
    .locator('.eventos > li', { hasText: 'evt-pago-de-novo' })
    .getByText('chegou depois do cancelamento: ignorado')
    .waitFor();
  await pagina.getByRole('img', { name: '4 eventos; 1 chegou depois de algo que aconteceu mais tarde.' }).waitFor();

  await fotografar(pagina, 'pedido');
  await contexto.grantPermissions(['clipboard-read', 'clipboard-write']);
  await primeiro.getByText('Payload').click();
  await primeiro.getByRole('button', { name: 'Copiar' }).click();
  await primeiro.getByRole('button', { name: 'Copiado' }).waitFor();
  expect(JSON.parse(await pagina.evaluate('navigator.clipboard.readText()'))).toMatchObject({ id: 'evt-pago' });

  await pagina.getByText('Reprocessar pedido', { exact: true }).click();
  await pagina.getByRole('button', { name: 'Confirmar: reprocessar pedido' }).click();
  await pagina.getByRole('status').getByText('Nada a reprocessar').waitFor();
  await pagina.getByRole('cell', { name: 'reprocessou o pedido (eventos: 0)' }).waitFor();

  await pagina.getByRole('heading', { name: 'Jobs deste pedido' }).waitFor();
  await pagina
    .getByRole('row', { name: /aplicar .* terminou/ })
    .getByRole('link')
    .first()
    .click();
  await pagina.getByRole('link', { name: 'Abrir o pedido' }).waitFor();
  expect(faltas).toEqual([]);
  await contexto.close();
});

test.skipIf(pular)('an operador finds an order by what he has at hand, by keyboard alone', async () => {
  const { pagina, contexto, faltas } = await comoQuem(navegador, sistema.console, 'ana', '/pedidos');
  await pagina.getByRole('searchbox').focus();
  await pagina.keyboard.type('evt-cancelado');
  await pagina.keyboard.press('Enter');
  await pagina.waitForURL('**/pedidos/loja/2001');
  await pagina.getByText('Ler na API da loja', { exact: true }).focus();
  await pagina.keyboard.press('Enter');
  await pagina.keyboard.press('Tab');
  await pagina.keyboard.press('Enter');
  await pagina.getByRole('status').getByText('A leitura foi pedida').waitFor();
  await pagina.getByRole('cell', { name: 'um operador pediu' }).waitFor();
  expect(faltas).toEqual([]);
  await contexto.close();
});

test.skipIf(pular)('the overview counts what was delivered, by itself and without a reload', async () => {
  const { pagina, contexto, faltas } = await comoQuem(navegador, sistema.console, 'rui', '/');
  await pagina.getByRole('img', { name: /^Ritmo: chegam agora .*\/min/ }).waitFor();
  await pagina.evaluate("document.querySelector('h1').textContent = 'A mesma página'");
  const numero = pagina.getByRole('link', { name: /entregas em quarentena/ });
  await numero.getByText('0', { exact: true }).waitFor();
  await sistema.banco.sql`
    insert into quarentena (origem, corpo, cabecalhos, motivo) values ('loja', '', '{}', 'not JSON')`;
  await numero.getByText('1', { exact: true }).waitFor();
  await pagina.getByRole('heading', { name: 'A mesma página' }).waitFor();
  await waitUntil(
    async () =>
      (await sistema.banco.sql`select from origens where entregas >= 4 and ultima_entrega_em is not null`).count,
  );
  await pagina.goto('/origens');
  await pagina.getByRole('row', { name: /^loja loja, por instante .* 4 0 % 0 0/ }).waitFor();
  await encherPainel();
  await pagina.goto('/');
  await fotografar(pagina, 'visao-geral');
  expect(faltas).toEqual([]);
  await contexto.close();
});

/** An hour as a store has it, for the picture: the same every time. */
async function encherPainel(): Promise<void> {
  const { sql } = sistema.banco;
  const minutos = sql`generate_series(1, 60) n cross join lateral (
    select date_trunc('minute', now()) - n * interval '1 min' as minuto, 90 + 40 * sin(n / 7.0) + 25 * sin(n * 1.7) as ritmo) r`;
  await sql`
    insert into contadores (minuto, origem, nome, valor)
    select minuto, 'loja', nome, (ritmo * parte)::bigint
    from ${minutos} cross join (values ('entregas', 1), ('atraso:0.01', 0.5), ('atraso:0.025', 0.35), ('atraso:0.1', 0.12)) f (nome, parte)
    on conflict do nothing`;
  await sql`
    insert into medidas (minuto, nome, valor)
    select minuto, nome, greatest(0, teto * (sin(n / 9.0) * sin(n * 2.3)))::bigint
    from ${minutos} cross join (values ('pendentes', 14), ('mais_antigo_ms', 900), ('efeitos_pendentes', 8), ('efeitos_falhos', 0)) m (nome, teto)
    on conflict do nothing`;
}

test.skipIf(pular)('what a hostile customer wrote is shown, and does nothing', async () => {
  const mau = '</pre><script>document.title = "mau"</script><img src="x" onerror="document.title = 1">\u202Eodagap';
  await sistema.entregar({ id: 'evt-mau', type: 'order.paid', pedido: 'mau-\u202E1', dados: { nota: mau } });
  const { pagina, contexto, faltas } = await comoQuem(navegador, sistema.console, 'ana', '/pedidos?q=evt-mau');
  await pagina.getByRole('heading', { name: 'Pedido mau-\\u202E1' }).waitFor();
  await pagina.getByText('Payload').click();
  await pagina.getByText('</pre><script>').waitFor();
  expect(await pagina.locator('main script, main img').count()).toBe(0);
  expect(await pagina.title()).toBe('Pedido mau-\\u202E1 · Entrada');
  expect(await pagina.locator('main').textContent()).not.toContain('\u202E');
  expect(faltas).toEqual([]);
  await contexto.close();
});

test.skipIf(pular)(
  'every page fits a phone and a desk, and has no serious fault for a screen reader',
  async () => {
    const { pagina, contexto, faltas } = await comoQuem(navegador, sistema.console, 'ana', '/conta');
    const { sql } = sistema.banco;
    const [entrega] = await sql<[{ id: number }]>`
    insert into quarentena (origem, corpo, cabecalhos, motivo)
    values ('loja', ${Buffer.alloc(5_000, 'nada de JSON ')}, '{"content-type": "text/plain"}', 'not JSON') returning id`;
    await sql`
    insert into outbox (origem, pedido_id, efeito, evento_id, corpo, tentativas, falhou_em, ultimo_erro)
    select 'loja', '2001', 'notificar_reembolso', 'evt-pago', '{}', 1, now(), 'HTTP 422: ' || repeat('comprido', 30)`;
    const enderecos = [
      '/conta',
      '/pedidos',
      '/pedidos?q=nada',
      '/pendentes',
      '/invalidos',
      '/quarentena',
      '/saida',
      '/reconciliacao',
    ];
    const mais = [
      `/quarentena/${entrega.id}`,
      '/origens',
      '/papeis',
      '/pedidos/loja/2001',
      '/pedidos/loja/2001/replay',
      '/pedidos/loja/9',
    ];
    for (const endereco of [...enderecos, ...mais]) await conferirPagina(pagina, endereco);
    await pagina.emulateMedia({ colorScheme: 'dark' });
    for (const endereco of ['/', '/pedidos/loja/2001']) await conferirPagina(pagina, endereco);
    await contexto.clearCookies();
    await conferirPagina(pagina, '/entrar');
    expect(faltas.filter((f) => !f.includes('404'))).toEqual([]);
    await contexto.close();
  },
  180_000,
);
