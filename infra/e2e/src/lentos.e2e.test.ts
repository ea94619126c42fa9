import { fileURLToPath } from 'node:url';
import { NODE_TS, startProcess } from '@entrada/testing';
import { describe, expect, it } from 'vitest';
import { subirSistema } from './sistema.ts';

const FIXTURE = fileURLToPath(new URL('lentos.fixture.ts', import.meta.url));
const RAIZ = fileURLToPath(new URL('../../../', import.meta.url));
const CADA = 1_000;

describe('slow and idle clients', () => {
  it('3,000 of them are cut off without an answer, while the receiver goes on serving others', async () => {
    const sistema = await subirSistema({ redisUrl: null });
    const args = [...NODE_TS, FIXTURE, String(sistema.porta), String(CADA), '110'];
    const vizinho = startProcess({ command: process.execPath, args, cwd: RAIZ });
    await vizinho.esperarLinha(/open/);

    let entregues = 0;
    let acabou = false;
    void vizinho.terminou.then(() => (acabou = true));
    while (!acabou) {
      entregues += 1;
      const data = { id: `p${entregues}` };
      expect(await sistema.postar({ id: `e${entregues}`, type: 'order.paid', sequence: 1, data })).toEqual([200]);
      await new Promise((r) => setTimeout(r, 100));
    }
    const [, linha = '{}'] = /(\{.*\})/.exec(vizinho.saida()) ?? [];
    expect(JSON.parse(linha)).toEqual({ fechadas: 3 * CADA, respostas: '' });
    expect(entregues).toBeGreaterThan(100);
    await sistema.esperarTudoAplicado();
    await sistema.fechar();
  }, 180_000);
});
