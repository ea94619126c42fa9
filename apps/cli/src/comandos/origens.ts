import { Command } from '@commander-js/extra-typings';
import { rodarSimulador } from '../simulador.ts';
import { add } from './origens-add.ts';

export const origens = () =>
  new Command('origens')
    .description('About the configured stores.')
    .enablePositionalOptions()
    .addCommand(add())
    .addCommand(test());

const test = () =>
  new Command('test')
    .description('Walks through the steps by which a store is connected; see origens test --help.')
    .argument('[options...]')
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .action((argumentos) => rodarSimulador(['testar', ...argumentos]));
