import { Command, Option } from '@commander-js/extra-typings';
import { pastaLocal } from '@entrada/runtime';
import { endereco, inteiro, parte, semente } from './opcoes.ts';

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
