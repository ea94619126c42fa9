import { loja, type Politica, venddor } from '@entrada/lojas';
import { describe, expect, it } from 'vitest';
import { criarSorteio } from '../sorteio.ts';
import { SEM_AZARES } from './azares.ts';
import { Carteiro, type Pacote } from './carteiro.ts';
import { esperaAntesDaProxima } from './politica.ts';
import { receptor } from './receptor.suite.ts';

const RAPIDA: Politica = { ...venddor.politica, esperasMs: [20] };
const carteiro = (azares = {}) =>
  new Carteiro({ sorteio: criarSorteio('teste'), azares: { ...SEM_AZARES, ...azares }, paralelo: 20 });

function pacote(url: URL, n = 1, politica = RAPIDA): Pacote & { reconhecido: number } {
  return {
    origem: 'v',
    evento_id: `e${n}`,
    tipo: 'order.statusChanged',
    pedido: '1',
    politica,
    destino: () => url,
    montar: ({ agora, retry }) => ({
      cabecalhos: {},
      corpo: JSON.stringify({ timestamp: agora.toISOString(), payload: { n }, ...(retry ? { retry } : {}) }),
    }),
    reconhecido: 0,
    aoReconhecer() {
      this.reconhecido++;
    },
  };
}

describe('a delivery', () => {
  it('is tried again after a 5xx and after a network failure, the attempts numbered, the payload the same', async () => {
    let vez = 0;
    const { url, visitas } = await receptor((res, _v, req) => {
      vez++;
      if (vez === 1) res.writeHead(503).end('busy');
      else if (vez === 2) req.socket.destroy();
      else res.end('{"resultado":"recebido"}');
    });
    const p = pacote(url);
    const entrega = await carteiro().entregar(p);
    expect(entrega).toMatchObject({ situacao: 'entregue', evento_id: 'e1', pedido: '1' });
    expect(entrega.tentativas.map((t) => [t.attempt, t.status, t.erro, t.resposta, t.retry])).toEqual([
      [1, 503, null, 'busy', false],
      [2, null, 'ECONNRESET', '', false],
      [3, 200, null, '{"resultado":"recebido"}', false],
    ]);
    expect(p.reconhecido).toBe(1);
    const corpos = visitas.map((v) => JSON.parse(v.corpo));
    expect(corpos.map((c) => c.payload)).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]);
    expect(new Set(corpos.map((c) => c.timestamp)).size).toBe(3);
  });

  it.each([400, 401, 404, 408, 409, 410, 429])('ends with %i', async (status) => {
    const { url, visitas } = await receptor((res) => void res.writeHead(status, { 'retry-after': '0' }).end());
    expect(await carteiro().entregar(pacote(url))).toMatchObject({ situacao: 'desistiu', tentativas: [{ status }] });
    expect(visitas).toHaveLength(1);
  });

  it('is tried three times at most, five by a store of the house', async () => {
    const { url, visitas } = await receptor((res) => void res.writeHead(500).end());
    expect(await carteiro().entregar(pacote(url))).toMatchObject({ situacao: 'desistiu' });
    expect(visitas).toHaveLength(3);
    await carteiro().entregar(pacote(url, 1, { ...loja.politica, esperasMs: [1] }));
    expect(visitas).toHaveLength(8);
  });

  it('waits as the policy says', () => {
    expect([1, 2, 3].map((n) => esperaAntesDaProxima(venddor.politica, n))).toEqual([30_000, 60_000, null]);
    expect([1, 2, 4, 5].map((n) => esperaAntesDaProxima(loja.politica, n))).toEqual([30_000, 30_000, 30_000, null]);
  });

  it('can be sent again by hand, once each time, and says so to the receiver', async () => {
    let status = 404;
    const { url, visitas } = await receptor((res) => res.writeHead(status).end());
    const c = carteiro();
    const { id } = await c.entregar(pacote(url));
    status = 200;
    const depois = await c.reenviar(id);
    expect(depois).toMatchObject({ situacao: 'entregue', tentativas: [{ attempt: 1 }, { attempt: 2, retry: true }] });
    expect(visitas.map((v) => JSON.parse(v.corpo).retry)).toEqual([undefined, true]);
    expect(await c.reenviar('d999')).toBeNull();
  });

  it('goes nowhere while no address is registered', async () => {
    const { url } = await receptor((res) => res.end());
    const entrega = await carteiro().entregar({ ...pacote(url), destino: () => null });
    expect(entrega).toMatchObject({
      situacao: 'desistiu',
      tentativas: [{ erro: 'no address is registered for this store' }],
    });
  });
});

describe('many deliveries', () => {
  it('go out in parallel, shuffled, some twice, some never, some over a bad line, and each event at most three times', async () => {
    let juntos = 0;
    let maximo = 0;
    const { url, visitas } = await receptor((res) => {
      maximo = Math.max(maximo, ++juntos);
      setTimeout(() => {
        juntos--;
        res.end();
      }, 10);
    });
    const c = carteiro({ duplicatas: 0.3, nunca: 0.1, quedas: 0.1, lentas: 0.05, embaralharMs: 300 });
    for (let n = 0; n < 200; n++) c.despachar(pacote(url, n));
    await expect.poll(() => c.contar().em_curso, { timeout: 10_000 }).toBe(0);

    const entregas = [...c.entregas.values()];
    const por = (s: string) => entregas.filter((e) => e.situacao === s).length;
    expect(por('nunca_enviada')).toBeGreaterThan(5);
    expect(por('nunca_enviada')).toBeLessThan(40);
    expect(entregas.length).toBeGreaterThan(230);
    expect(por('entregue') + por('desistiu') + por('nunca_enviada')).toBe(entregas.length);
    expect(Math.max(...entregas.map((e) => e.tentativas.length))).toBeLessThanOrEqual(3);
    expect(entregas.some((e) => e.tentativas.length > 1 && e.situacao === 'entregue')).toBe(true);
    expect(maximo).toBeGreaterThan(3);
    expect(maximo).toBeLessThanOrEqual(21);
    const ordem = visitas.map((v) => JSON.parse(v.corpo).payload.n);
    expect(ordem).not.toEqual(ordem.toSorted((a, b) => a - b));
  });

  it('keep a log of bounded length', async () => {
    const { url } = await receptor((res) => res.end());
    const c = new Carteiro({ sorteio: criarSorteio('x'), azares: SEM_AZARES, paralelo: 5, maxEntregas: 3 });
    for (let n = 0; n < 5; n++) await c.entregar(pacote(url, n));
    expect([...c.entregas.keys()]).toEqual(['d3', 'd4', 'd5']);
  });

  it('stop when they are told to', async () => {
    const { url, visitas } = await receptor((res) => res.end());
    const c = carteiro({ embaralharMs: 60_000 });
    for (let n = 0; n < 50; n++) c.despachar(pacote(url, n));
    c.parar();
    await expect.poll(() => c.contar().em_curso).toBe(0);
    expect(visitas.length).toBeLessThan(5);
  });
});
