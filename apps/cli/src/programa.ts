import { Command } from '@commander-js/extra-typings';
import { consultar } from './comandos/consultar.ts';
import { demo } from './comandos/demo.ts';
import { efeito } from './comandos/efeito.ts';
import { explain } from './comandos/explain.ts';
import { migrate } from './comandos/migrate.ts';
import { origens } from './comandos/origens.ts';
import { papel } from './comandos/papel.ts';
import { password } from './comandos/password.ts';
import { pedido } from './comandos/pedido.ts';
import { quarentena } from './comandos/quarentena.ts';
import { reconcile } from './comandos/reconcile.ts';
import { replay } from './comandos/replay.ts';
import { reprocess } from './comandos/reprocess.ts';
import { simulate } from './comandos/simulate.ts';
import { start } from './comandos/start.ts';
import { verify } from './comandos/verify.ts';

export function criarPrograma() {
  return new Command('entrada')
    .description('An inbox for store webhooks: every order event applied as if it had arrived once and in order.')
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .addCommand(start())
    .addCommand(migrate())
    .addCommand(simulate())
    .addCommand(demo())
    .addCommand(pedido())
    .addCommand(explain())
    .addCommand(reprocess())
    .addCommand(replay())
    .addCommand(verify())
    .addCommand(quarentena())
    .addCommand(reconcile())
    .addCommand(consultar())
    .addCommand(efeito())
    .addCommand(papel())
    .addCommand(origens())
    .addCommand(password());
}
