import { waitUntil } from '@entrada/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { SENHAS } from '../apoio.suite.ts';
import { comoQuem as entrarComo } from './entrar.suite.ts';
import { type Aba, abrirNavegador, haNavegador } from './navegador.suite.ts';
import { type Sistema, subirSistema } from './sistema.suite.ts';

const pular = !haNavegador || inject('redisUrl') === '';

let sistema: Sistema;
let navegador: Browser;
beforeAll(async () => {
  if (pular) return;
  [sistema, navegador] = await Promise.all([subirSistema(), abrirNavegador()]);
  // Something that an order's apply stumbles over until somebody removes it.
  await sistema.banco.sql.unsafe(`
    create function estragar() returns trigger language plpgsql as $$
    begin
      if new.id = '1002' then raise exception 'o disco do banco encheu'; end if;
      return new;
    end $$;
    create trigger estrago before insert on pedidos for each row execute function estragar()`);
  await sistema.entregar({ id: 'evt-1', type: 'order.paid', pedido: '1001' });
  await sistema.entregar({ id: 'evt-2', type: 'order.paid', pedido: '1002' });
  const { sql } = sistema.banco;
  await waitUntil(
    async () => (await sql`select from webhook_eventos where aplicado_em is null and erro is not null`).count,
  );
  await waitUntil(async () => (await sql`select from pedidos where id = '1001'`).count);
}, 90_000);
afterAll(async () => {
  await navegador?.close();
  await sistema?.parar();
});

const comoQuem = (nome: keyof typeof SENHAS, endereco: string): Promise<Aba> =>
  entrarComo(navegador, sistema.console, nome, endereco);

test.skipIf(pular)(
  'an operador finds the failed job in Portuguese, goes to its order, reprocesses it and sees it applied',
  async () => {
    const { pagina, contexto, faltas } = await comoQuem('ana', '/');
    await pagina.getByRole('link', { name: 'Filas', exact: true }).click();
    await pagina.waitForURL('**/filas');
    const quadro = pagina.getByRole('main');
    for (const fila of ['aplicar', 'publicar', 'consultar', 'agenda'])
      await quadro.getByRole('link', { name: fila, exact: true }).waitFor();
    await pagina.getByPlaceholder('Filtrar filas').waitFor();
    expect(await pagina.locator('html').getAttribute('lang')).toBe('pt-BR');

    await quadro.getByRole('link', { name: 'aplicar', exact: true }).click();
    await pagina.getByRole('link', { name: /^Completo/i }).click();
    await pagina.getByText('loja:1001', { exact: true }).waitFor();
    await pagina.getByText('"aplicado"').waitFor();

    await pagina.getByRole('link', { name: /^Erro/i }).click();
    await pagina.getByText('loja:1002', { exact: true }).waitFor();
    await pagina
      .getByText(/o disco do banco encheu\. Nada se perdeu.* a varredura tenta de novo depois de .* BRT\./)
      .waitFor();
    expect(await pagina.getByRole('button', { name: /tentar novamente/i }).count()).toBe(0);

    const [pedido] = await Promise.all([
      contexto.waitForEvent('page'),
      pagina.getByRole('link', { name: 'Abrir o pedido' }).click(),
    ]);
    await pedido.waitForURL('**/pedidos/loja/1002');
    await pedido.getByText('o disco do banco encheu', { exact: true }).waitFor();

    await sistema.banco.sql`drop trigger estrago on pedidos`;
    await pedido.getByText('Reprocessar pedido', { exact: true }).click();
    await pedido.getByRole('button', { name: 'Confirmar: reprocessar pedido' }).click();
    await pedido.getByRole('status').getByText('1 evento retomado').waitFor();
    await waitUntil(async () => {
      await pedido.reload();
      return (await pedido.getByText('é o primeiro fato do pedido').count()) === 1;
    });
    await pedido.getByText('pago', { exact: true }).first().waitFor();
    await pedido.getByText('liberar_separacao', { exact: true }).waitFor();
    await pedido.getByText('reprocessou o pedido (eventos: 1)').waitFor();

    await pedido.getByRole('link', { name: 'ana (operador)' }).click();
    await pedido.getByRole('button', { name: 'Sair' }).click();
    await pedido.waitForURL('**/entrar');
    expect(faltas).toEqual([]);
    await pagina.goto('/filas');
    await pagina.waitForURL('**/entrar?destino=*');
    await contexto.close();
  },
);

test.skipIf(pular)('an operador is told in words why Bull Board does not empty a queue', async () => {
  const { pagina, contexto, faltas } = await comoQuem('ana', '/filas/queue/aplicar');
  await pagina.getByText('loja:1001', { exact: true }).waitFor();
  await pagina.locator('main [aria-haspopup="menu"]').last().click();
  await pagina.getByRole('menuitem', { name: 'Limpar' }).click();
  await pagina.getByRole('button', { name: 'Confirmar' }).click();
  await pagina.getByText('Isto não se faz aqui').waitFor();
  expect(faltas).toEqual([expect.stringMatching(/403 .*\/api\/queues\/aplicar\/empty/)]);
  await contexto.close();
});

test.skipIf(pular)('a leitor sees the same and can do nothing', async () => {
  const { pagina, contexto, faltas } = await comoQuem('rui', '/filas/queue/aplicar');
  await pagina.getByText('loja:1001', { exact: true }).waitFor();
  expect(await pagina.getByRole('button', { name: /limpar|tentar/i }).count()).toBe(0);
  expect(await pagina.locator('main [aria-haspopup="menu"]').count()).toBe(0);

  const respostas = await pagina.evaluate(() =>
    Promise.all(
      ['/filas/api/queues/aplicar/pause', '/filas/api/queues/aplicar/clean/completed', '/filas/api/queues/pause'].map(
        async (url) => (await fetch(url, { method: 'PUT' })).status,
      ),
    ),
  );
  expect(respostas).toEqual([403, 403, 403]);

  await pagina.goto('/pedidos/loja/1001');
  await pagina.getByRole('heading', { name: 'Pedido 1001' }).waitFor();
  expect(await pagina.getByRole('button').count()).toBe(0);
  expect(faltas.filter((f) => !f.includes('403'))).toEqual([]);
  await contexto.close();
});

test.skipIf(pular)('a form on another page cannot act for who is logged in', async () => {
  const { pagina, contexto } = await comoQuem('ana', '/conta');
  await pagina.getByRole('button', { name: 'Sair' }).waitFor();
  const de_fora = await contexto.newPage();
  const alvo = `${sistema.console}/pedidos/loja/1001/reprocessar`;
  await contexto.route('http://mau.localhost/', (rota) =>
    rota.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${alvo}"><button>Ganhe</button></form>`,
    }),
  );
  await de_fora.goto('http://mau.localhost/');
  const [resposta] = await Promise.all([
    de_fora.waitForResponse(alvo),
    de_fora.getByRole('button', { name: 'Ganhe' }).click(),
  ]);
  expect(resposta.status()).toBe(403);
  expect(await sistema.banco.sql`select from auditoria where pedido_id = '1001'`).toHaveLength(0);
  await contexto.close();
});
