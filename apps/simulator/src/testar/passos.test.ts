import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { receptor } from '../entregas/receptor.suite.ts';
import { DIALETOS } from '../lojas/dialetos.ts';
import { EXEMPLOS } from './exemplos.ts';
import { type Passo, passosDoTeste } from './passos.ts';

const NOMES = ['loja', 'venddor'] as const;

/** A receiver that knows one secret and one event from another. */
async function inbox(dialeto: string, segredo: string) {
  const vistos = new Set<string>();
  return receptor((res, { corpo, cabecalhos }) => {
    const { assinar } = DIALETOS.get(dialeto)!;
    const [nome, valor] = Object.entries(assinar(corpo, segredo, {}, { agora: new Date(), consulta: {} })).find(
      ([n]) => n !== 'content-type',
    )!;
    if (cabecalhos[nome] !== valor) return res.writeHead(401).end();
    const { id, payload } = JSON.parse(corpo);
    const chave = id ?? JSON.stringify(payload);
    const resultado = vistos.has(chave) ? 'duplicado' : 'recebido';
    vistos.add(chave);
    return res.end(JSON.stringify({ resultado }));
  });
}

async function testar(dialeto: string, url: URL, { segredo = 's', producao = false } = {}): Promise<Passo[]> {
  const loja = { nome: 'loja', dialeto: DIALETOS.get(dialeto)!, segredo, token: null, opcoes: {} };
  const passos: Passo[] = [];
  for await (const passo of passosDoTeste({ loja, receiverUrl: url.origin, producao }, 5)) passos.push(passo);
  return passos;
}

it.each(NOMES)('the five steps pass against a receiver that does its work (%s)', async (dialeto) => {
  const { url, visitas } = await inbox(dialeto, 's');
  const passos = await testar(dialeto, url);
  expect(passos.map((p) => p.certo)).toEqual([true, true, true, true, null]);
  expect(passos[2]?.linhas).toEqual([
    expect.stringMatching(/^attempt 1: 503/),
    expect.stringMatching(/^attempt 2: 200.*duplicado/),
  ]);
  expect(passos[3]?.linhas).toEqual([expect.stringMatching(/^attempt 3 \(retry\): 200.*duplicado/)]);
  expect(passos[4]?.linhas.join('\n')).toContain(`cloudflared tunnel --url ${url.origin}`);
  expect(visitas).toHaveLength(4);
  expect(visitas.every((v) => v.url === '/webhooks/loja')).toBe(true);
});

it('a receiver that takes every delivery for a new event is found out', async () => {
  const { url } = await receptor((res) => res.end('{"resultado":"recebido"}'));
  expect((await testar('venddor', url)).map((p) => p.certo)).toEqual([true, true, false, false, null]);
});

it('another secret is named as the reason', async () => {
  const { url } = await inbox('loja', 'outro');
  const [primeiro] = await testar('loja', url);
  expect(primeiro?.certo).toBe(false);
  expect(primeiro?.linhas).toContain('The secret here is not the one of the receiver.');
});

it('in production no failure is made', async () => {
  const { url, visitas } = await inbox('loja', 's');
  expect((await testar('loja', url, { producao: true })).map((p) => p.certo)).toEqual([true, true, null, null, null]);
  expect(visitas).toHaveLength(1);
});

it('the example of venddor has the key that the formula gives', () => {
  const { corpo, evento_id } = EXEMPLOS.venddor;
  const { event, payload } = JSON.parse(corpo);
  expect(evento_id).toBe(`${event}:${createHash('sha256').update(JSON.stringify(payload)).digest('hex')}`);
});

it.each(NOMES)('the example of %s is the one of the README', (nome) => {
  const { segredo, corpo, assinatura } = EXEMPLOS[nome === 'loja' ? 'loja' : 'venddor'];
  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
  expect(readme).toContain(`\`${nome}\`: secret \`${segredo}\`, body \`${corpo}\`, signature \`${assinatura}\``);
});
