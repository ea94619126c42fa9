import { createLogger } from '@entrada/runtime';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Desfecho } from './classificar.ts';
import { criarDisjuntor, type Disjuntor } from './disjuntor.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

let linhas: string[];
const novo = (): Disjuntor => {
  linhas = [];
  const destino = { write: (linha: string) => void linhas.push(linha) };
  return criarDisjuntor({ logger: createLogger({ nome: 'worker', level: 'info', destino }) });
};
const ruim = (tipo: 'transitorio' | 'recusado', esperarMs: number | null = null): Desfecho => ({
  tipo,
  motivo: 'HTTP 503',
  trecho: '',
  esperarMs,
});
const falha = (esperarMs: number | null = null) => ruim('transitorio', esperarMs);
const recusa = ruim('recusado');
const sucesso: Desfecho = { tipo: 'confirmado' };
const repetir = async (d: Disjuntor, n: number, r: Desfecho) => {
  for (let i = 0; i < n; i++) await d.tentar(async () => r);
};

describe('the circuit', () => {
  it('opens after five transient failures in a row, and then makes no attempt', async () => {
    const d = novo();
    await repetir(d, 4, falha());
    expect(d.esperaMs()).toBe(0);
    await repetir(d, 1, falha());
    expect(d.esperaMs()).toBeGreaterThan(0);
    const fn = vi.fn(async () => sucesso);
    expect(await d.tentar(fn)).toBeNull();
    expect(fn).not.toHaveBeenCalled();
  });

  it('stays closed where a success or a refusal comes between, and however many refusals come', async () => {
    const d = novo();
    await repetir(d, 4, falha());
    await repetir(d, 1, sucesso);
    await repetir(d, 4, falha());
    await repetir(d, 1, recusa);
    await repetir(d, 20, recusa);
    expect(d.esperaMs()).toBe(0);
  });

  it('lets one attempt through once its time is over, while the others wait, and closes with its success', async () => {
    const d = novo();
    await repetir(d, 5, falha());
    vi.advanceTimersByTime(d.esperaMs());
    expect(d.esperaMs()).toBe(0);
    let responder: (r: Desfecho) => void = () => {};
    const sonda = d.tentar(() => new Promise<Desfecho>((r) => (responder = r)));
    expect(d.esperaMs()).toBe(1_000);
    responder(sucesso);
    expect(await sonda).toEqual(sucesso);
    expect(d.esperaMs()).toBe(0);
    expect(linhas.filter((l) => /circuit open/.test(l))).toHaveLength(1);
    expect(linhas.filter((l) => /circuit closed/.test(l))).toHaveLength(1);
  });

  it('stays open longer and longer while the attempts fail, up to a minute, and says so once', async () => {
    const d = novo();
    await repetir(d, 5, falha());
    const esperas: number[] = [];
    for (let i = 0; i < 40; i++) {
      esperas.push(d.esperaMs());
      vi.advanceTimersByTime(d.esperaMs());
      await repetir(d, 1, falha());
    }
    expect(Math.max(...esperas)).toBeLessThanOrEqual(60_000);
    expect(Math.min(...esperas.slice(-5))).toBeGreaterThan(10_000);
    expect(linhas).toHaveLength(1);
  });

  it('stays open for as long as the ERP asks with Retry-After, but not for hours', async () => {
    const d = novo();
    await repetir(d, 5, falha(90_000));
    expect(d.esperaMs()).toBe(90_000);
    vi.advanceTimersByTime(89_999);
    expect(await d.tentar(async () => sucesso)).toBeNull();
    vi.advanceTimersByTime(1);
    await repetir(d, 1, falha(24 * 60 * 60_000));
    expect(d.esperaMs()).toBe(600_000);
  });
});
