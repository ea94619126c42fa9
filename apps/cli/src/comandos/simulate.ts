import { Command } from '@commander-js/extra-typings';
import { rodarSimulador } from '../simulador.ts';

/** The simulator knows its own options: everything behind the name is passed on as it is, --help included. */
export const simulate = () =>
  new Command('simulate')
    .description('Plays a store against the running system and checks every order; see simulate --help.')
    .argument('[options...]')
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .action(rodarSimulador);
