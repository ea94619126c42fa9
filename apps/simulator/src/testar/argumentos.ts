import { Command } from '@commander-js/extra-typings';
import { pastaLocal } from '@entrada/runtime';
import { endereco, inteiro } from '../opcoes.ts';

/** @param argv what follows `testar` */
export function lerArgumentosDeTestar(argv: readonly string[]) {
  const comando = new Command('entrada origens test')
    .description(
      'Walks through what a store does when it is connected: a test event, the signature, a failed attempt and the next one, a manual retry, the address. No order is touched.',
    )
    .argument('<origem>', 'the store, as in /webhooks/<origem>')
    .option(
      '--receiver-url <url>',
      'where the receiver listens; give the public address to see whether a store takes it',
      endereco,
    )
    .option('--espera-ms <n>', "before the second attempt; the store's own wait is 30 s", inteiro(0, 60_000), 1_000)
    .option('--pasta <folder>', 'where `entrada start` keeps what it runs on', pastaLocal())
    .parse([...argv], { from: 'user' });
  return { origem: comando.processedArgs[0], ...comando.opts() };
}
