import { expect, test } from 'vitest';
import { emLinhas, PERIODOS, percentil } from './series.ts';

const AGORA = new Date('2026-03-01T12:00:30Z');
const em = (hora: string) => new Date(`2026-03-01T${hora}:00Z`);

test('a percentile lies within its bucket, and at the last edge where nothing bounds it', () => {
  const faixas = [
    { ateMs: 10, n: 50 },
    { ateMs: 100, n: 50 },
  ];
  expect(percentil(faixas, 0.5)).toBe(10);
  expect(percentil(faixas, 0.25)).toBe(5);
  expect(percentil(faixas, 0.95)).toBe(91);
  expect(percentil([...faixas, { ateMs: Number.POSITIVE_INFINITY, n: 900 }], 0.95)).toBe(100);
  expect(percentil([], 0.5)).toBe(null);
});

test('a line has a point for each minute, those without anything included', () => {
  const serie = {
    somas: [
      { em: em('11:59'), nome: 'entregas', valor: 7 },
      { em: em('11:59'), nome: 'atraso:0.01', valor: 3 },
      { em: em('11:59'), nome: 'atraso:0.05', valor: 1 },
      { em: em('12:00'), nome: 'atraso_maior', valor: 2 },
      { em: em('11:58'), nome: 'perdidos', valor: 3 },
    ],
    medidas: [{ em: em('12:00'), nome: 'pendentes', valor: 12 }],
  };
  const linhas = emLinhas(serie, PERIODOS.hora, AGORA);
  expect(linhas.chegadas).toHaveLength(60);
  expect(linhas.chegadas.slice(-3)).toEqual([0, 7, 0]);
  expect(linhas.aplicados.slice(-3)).toEqual([0, 4, 4]); // two in half a minute
  const logo = emLinhas(serie, PERIODOS.hora, new Date('2026-03-01T12:00:05Z'));
  expect(logo.aplicados.slice(-2)).toEqual([4, null]);
  expect(linhas.perdidos.slice(-3)).toEqual([3, 0, 0]);
  expect(linhas.pendentes.slice(-2)).toEqual([null, 12]);
  expect(linhas.p50.slice(-3)).toEqual([null, (10 * 2) / 3, 0]);
});

test('over a day, sums are per minute all the same', () => {
  const serie = { somas: [{ em: em('11:45'), nome: 'entregas', valor: 150 }], medidas: [] };
  const { chegadas } = emLinhas(serie, PERIODOS.dia, AGORA);
  expect(chegadas).toHaveLength(96);
  expect(chegadas.at(-2)).toBe(10);
});
