import { Argument, Option } from '@commander-js/extra-typings';
import { pastaLocal } from '@entrada/runtime';

export const pasta = () =>
  new Option('--pasta <folder>', 'where `entrada start` keeps what it runs on').default(pastaLocal());

export const json = () => new Option('--json', 'print JSON').default(false);

export const origem = () => new Argument('<origem>', 'the store, as in /webhooks/<origem>');
export const id = () => new Argument('<id>', "the order's id in that store");
