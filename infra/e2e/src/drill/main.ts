import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drill } from './drill.ts';
import { subirFrota } from './frota.ts';
import { relatorio } from './relatorio.ts';

const { values } = parseArgs({
  options: {
    curto: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string' },
    json: { type: 'boolean', default: false },
    /** Orders that begin in a second. */
    rate: { type: 'string', default: '5' },
  },
});
const minutos = Number(values.minutes);
const pedidosPorSegundo = Number(values.rate);
if (!(minutos >= 0) || !(pedidosPorSegundo > 0)) {
  process.stderr.write('--minutes and --rate take numbers\n');
  process.exit(1);
}
const semente = values.seed ?? (values.curto ? 'curto' : randomBytes(4).toString('hex'));
if (!/^\w{1,32}$/.test(semente)) {
  process.stderr.write('--seed takes 1 to 32 letters, digits or _\n');
  process.exit(1);
}
const inicio = performance.now();
const dizer = (texto: string): void =>
  void process.stderr.write(`${String(Math.round((performance.now() - inicio) / 1000)).padStart(5)} s  ${texto}\n`);

for (const sinal of ['SIGINT', 'SIGTERM'] as const) process.once(sinal, () => process.exit(1));
dizer(`seed ${semente}: starting two receivers, three workers, the console, Postgres, Redis, two stores and an ERP`);
const frota = await subirFrota(semente);
let pasta: string | null = join(tmpdir(), `entrada-drill-${process.pid}-log`);
try {
  const balanco = await drill(frota, { semente, curto: values.curto, minutos, pedidosPorSegundo, dizer });
  process.stdout.write(values.json ? `${JSON.stringify(balanco)}\n` : relatorio(balanco));
  process.exitCode = balanco.certo ? 0 : 1;
  if (balanco.certo) pasta = null;
} finally {
  await frota.fechar(pasta);
  if (pasta !== null) dizer(`what the programs wrote is in ${pasta}`);
}
