import { Command } from '@commander-js/extra-typings';
import { endereco, inteiro, parte, semente } from '../opcoes.ts';

function esperas(texto: string): number[] {
  return texto.split(',').map((e) => inteiro(0, 86_400_000)(e.trim()));
}

/** @param argv what follows `servir` */
export function lerArgumentosDeServir(argv: readonly string[], sementePadrao: string) {
  return new Command('servir')
    .description(
      "Plays the stores and the ERP that the receiver's own variables name: every ORIGEM_<NOME>_* and ERP_SEGREDO. The API of each store is at /<origem>, the ERP at /erp, the delivery log at /entregas.",
    )
    .option('--receiver-url <url>', 'what every store registers, followed by /webhooks/<origem>', endereco)
    .option('--desenvolvimento', 'addresses of the local network may be registered', false)
    .option('--parado', 'lives only when it is told to, by POST /viver', false)
    .option('--por-minuto <n>', 'how many orders begin', inteiro(1, 60_000), 30)
    .option('--semente <text>', 'seed: the same seed makes the same orders', semente, sementePadrao)
    .option('--duplicatas <part>', 'part of the events that is delivered again', parte, 0.1)
    .option('--nunca <part>', 'part of the events that is never delivered', parte, 0)
    .option('--lentas <part>', 'part of the attempts whose body trickles in', parte, 0)
    .option('--quedas <part>', 'part of the attempts whose connection breaks', parte, 0)
    .option(
      '--embaralhar-ms <n>',
      'how long an event may be held back, so that others overtake it',
      inteiro(0, 3_600_000),
      2_000,
    )
    .option('--esperas-ms <list>', "waits between attempts, comma separated, instead of the store's own", esperas)
    .option('--paralelo <n>', 'attempts under way at the same time', inteiro(1, 1000), 40)
    .option('--sem-api', "the stores' APIs answer 503", false)
    .option('--falhas-da-api <part>', 'part of the API requests that is answered 503 or 429', parte, 0)
    .option('--pagina <n>', 'orders on a page of the API', inteiro(1, 1000), 100)
    .parse([...argv], { from: 'user' })
    .opts();
}
