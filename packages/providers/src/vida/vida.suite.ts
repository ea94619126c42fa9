import { type ApiServida, type DialetoDaLoja, type PedidoNaLoja, servirApi } from '@entrada/lojas';
import { fc, test } from '@fast-check/vitest';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { nomearSegredo } from '../assinatura.ts';
import type { Dialeto, Entrega } from '../dialeto.ts';
import { EntradaDeTeste } from './entrada.suite.ts';
import { type Contada, criarSorteio, Mundo } from './mundo.suite.ts';

export interface VidaDaLoja {
  dialeto: Dialeto;
  /** The model of the store, which shares no code with the dialect. */
  loja: DialetoDaLoja;
  segredo: string;
  /** What the order's marks must say, by the store's word for its state; where nothing is said, no refund in part. */
  reembolsoParcial?(pedido: PedidoNaLoja): number | null;
}

const TOKEN = 'token-de-exemplo';

/**
 * Whatever is delivered in whatever order, as often as it may be, and whatever is lost: after reconciliation every order is
 * what the store says, and the warehouse was told once. Without the API the same holds for every order of which nothing was
 * lost, unless the store's deliveries do not say what an order is.
 */
export function suiteDaVida({ dialeto, loja, segredo, reembolsoParcial = () => null }: VidaDaLoja): void {
  const segredos = [nomearSegredo(segredo)];
  /** Elsewhere a late event and a reopening look alike, and only the API tells them apart. */
  const reabre = dialeto.regras.saidas.cancelado?.includes('pago') ?? true;
  let api: ApiServida;
  const temApi = loja.responder !== undefined;
  if (temApi) {
    beforeAll(async () => {
      api = await servirApi(loja, { token: TOKEN, pagina: 2 });
    });
    afterAll(() => api.fechar());
  }

  const entregar = (entrada: EntradaDeTeste, { fala }: Contada, agora: number, retry: boolean): void => {
    const vez = { agora: new Date(agora), retry };
    const corpo = fala.corpo(vez);
    const consulta = fala.consulta ?? {};
    const assinados = loja.assinar(corpo, segredo, {}, { agora: vez.agora, consulta });
    const entrega: Entrega = {
      corpo: Buffer.from(corpo),
      cabecalhos: { ...fala.cabecalhos, ...assinados },
      consulta: new URLSearchParams(consulta),
    };
    entrada.receber(entrega, agora);
  };

  /** @returns the orders of which a delivery was lost */
  async function viver(mundo: Mundo, entrada: EntradaDeTeste, sorteio: () => number): Promise<Set<string>> {
    const perdidos = new Set<string>();
    const noAr: Contada[] = [];
    const chegarAlgumas = async (parte: number): Promise<void> => {
      while (noAr.length > 0 && sorteio() < parte) {
        const [contada] = noAr.splice(Math.floor(sorteio() * noAr.length), 1);
        if (!contada) break;
        entregar(entrada, contada, mundo.agora, sorteio() < 0.5);
        if (sorteio() < 0.3) noAr.push(contada); // once more, whenever
        if (sorteio() < 0.6) await entrada.trabalhar(mundo.agora);
      }
    };
    for (let contadas = mundo.acontecer(); contadas; contadas = mundo.acontecer()) {
      for (const contada of contadas)
        if (sorteio() < 0.2) perdidos.add(contada.pedido);
        else noAr.push(contada);
      await chegarAlgumas(0.6);
    }
    await chegarAlgumas(1);
    await entrada.trabalhar(mundo.agora);
    return perdidos;
  }

  function conferir(mundo: Mundo, entrada: EntradaDeTeste, ids: Iterable<string>): void {
    for (const id of ids) {
      const naLoja = mundo.pedidos.get(id)!;
      const status = loja.palavras[naLoja.status];
      expect(entrada.ver(id), `${id} is ${naLoja.status}`).toMatchObject({
        status,
        total_centavos: naLoja.total_cents,
        cliente_email: naLoja.customer_email,
        marcas: { reembolso_parcial_centavos: reembolsoParcial(naLoja), em_disputa: false },
      });
    }
  }

  function conferirEfeitos(mundo: Mundo, entrada: EntradaDeTeste): void {
    for (const [id, { atual, efeitos }] of entrada.pedidos) {
      const contar = (efeito: string): number => efeitos.filter((e) => e.efeito === efeito).length;
      const emVigor = contar('liberar_separacao') - contar('interromper_separacao');
      expect(contar('liberar_separacao'), id).toBeLessThanOrEqual(1 + (mundo.reaberturas.get(id) ?? 0));
      expect(contar('notificar_reembolso'), id).toBe(atual?.status === 'reembolsado' ? 1 : 0);
      expect([0, 1], id).toContain(emVigor);
      if (atual?.status === 'pago') expect(emVigor, id).toBe(1);
      const encerrado = atual?.status === 'cancelado' || atual?.status === 'reembolsado';
      if (encerrado && !atual.foi_enviado) expect(emVigor, id).toBe(0);
    }
  }

  describe(`${loja.nome}, its orders' whole lives`, () => {
    if (temApi)
      test.prop([fc.nat()], { numRuns: 40 })(
        'end as the store has them, with every effect at most once',
        async (semente) => {
          const sorteio = criarSorteio(semente);
          const cliente = dialeto.criarApi?.({ apiUrl: api.url, apiToken: TOKEN }) ?? null;
          const mundo = new Mundo(loja, api.pedidos, { quantos: 4, reabre: true }, sorteio);
          const entrada = new EntradaDeTeste(dialeto, segredos, cliente);
          await viver(mundo, entrada, sorteio);
          await entrada.reconciliar(mundo.inicio, mundo.agora);
          conferir(mundo, entrada, mundo.pedidos.keys());
          conferirEfeitos(mundo, entrada);
        },
        60_000,
      );

    if (!loja.magro)
      test.prop([fc.nat()], { numRuns: 60 })(
        'end so without the API as well, where no delivery was lost',
        async (semente) => {
          const sorteio = criarSorteio(semente);
          const mundo = new Mundo(loja, new Map(), { quantos: 4, reabre }, sorteio);
          const entrada = new EntradaDeTeste(dialeto, segredos, null);
          const perdidos = await viver(mundo, entrada, sorteio);
          conferir(
            mundo,
            entrada,
            [...mundo.pedidos.keys()].filter((id) => !perdidos.has(id)),
          );
          conferirEfeitos(mundo, entrada);
        },
        60_000,
      );
  });
}
