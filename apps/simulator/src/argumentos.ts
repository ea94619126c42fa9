import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { pastaLocal } from '@entrada/runtime';

const inteiro =
  (minimo: number, maximo: number) =>
  (texto: string): number => {
    const n = Number(texto);
    if (/^\d+$/.test(texto) && n >= minimo && n <= maximo) return n;
    throw new InvalidArgumentError(`It must be a whole number from ${minimo} to ${maximo}.`);
  };

function parte(texto: string): number {
  const n = Number(texto);
  if (texto.trim() !== '' && n >= 0 && n <= 0.9) return n;
  throw new InvalidArgumentError('It must be a number from 0 to 0.9.');
}

function semente(texto: string): string {
  if (/^[A-Za-z0-9_]{1,32}$/.test(texto)) return texto;
  throw new InvalidArgumentError('It must have 1 to 32 letters, digits or _.');
}

function endereco(texto: string): string {
  if (URL.canParse(texto) && /^https?:$/.test(new URL(texto).protocol)) return texto;
  throw new InvalidArgumentError('It must start with http:// or https://.');
}

/** @param argv without node and the script */
export function lerArgumentos(argv: readonly string[], sementePadrao: string) {
  return new Command('entrada simulate')
    .description(
      'Plays a store: makes orders with their whole lives, delivers their signed events shuffled, in parallel and with duplicates, waits until all are applied, and compares every order with what the store says. Exit status 1 if any is wrong.',
    )
    .option('--pedidos <n>', 'how many orders', inteiro(1, 1_000_000), 500)
    .option('--paralelo <n>', 'deliveries under way at the same time', inteiro(1, 1000), 20)
    .option('--duplicatas <part>', 'part of the events that is delivered again', parte, 0.2)
    .addOption(
      new Option('--semente <text>', 'seed: the same seed makes the same orders and events')
        .argParser(semente)
        .default(sementePadrao, 'a random one'),
    )
    .addOption(
      new Option('--versao <criterion>', 'sequencia: the events carry a sequence besides their instant')
        .choices(['instante', 'sequencia'] as const)
        .default('instante' as const),
    )
    .option('--origem <name>', 'the origem to deliver to; its dialect must be loja')
    .option('--receiver-url <url>', 'where the receiver listens', endereco)
    .option('--tentativas <n>', 'how often the store tries one delivery', inteiro(1, 1000), 20)
    .option(
      '--paciencia <seconds>',
      'how long nothing may move before pending events are given up',
      inteiro(1, 86_400),
      90,
    )
    .option('--pasta <folder>', 'where `entrada start` keeps what it runs on', pastaLocal())
    .option('--json', 'print the summary as JSON', false)
    .parse([...argv], { from: 'user' })
    .opts();
}
