import { expect, it } from 'vitest';
import { formatarLinha } from './linhas.ts';

const registro = {
  level: 'info',
  time: '2026-01-02T03:04:05.678Z',
  pid: 1,
  hostname: 'h',
  name: 'receiver',
  msg: 'listening',
};

it('a line of a program says when, who, what, and the rest as key=value', () => {
  const linha = JSON.stringify({ ...registro, porta: 3000, origens: ['loja'], motivo: 'x y' });
  expect(formatarLinha('receiver', linha)).toBe(
    '03:04:05.678 receiver info  listening  porta=3000  origens=["loja"]  motivo=x y',
  );
});

it('an error keeps its stack, indented', () => {
  const linha = JSON.stringify({ ...registro, level: 'error', err: { message: 'm', stack: 'Error: m\n    at x' } });
  expect(formatarLinha('worker', linha)).toBe('03:04:05.678 worker   error listening\n      Error: m\n          at x');
});

it('anything else keeps its text', () => {
  for (const texto of ['plain words', '{"half":', '{"level":30}', 'null'])
    expect(formatarLinha('worker', texto)).toMatch(new RegExp(`^ +worker +${texto.replace(/[{}[\]]/g, '\\$&')}$`));
});

it('colours what needs attention, where the terminal has colours', () => {
  expect(formatarLinha('worker', JSON.stringify({ ...registro, level: 'warn' }), true)).toContain('\u001b[33m');
  expect(formatarLinha('worker', JSON.stringify(registro), true)).not.toContain('\u001b');
});
