import { vigiarLaco } from './vigia.ts';

const [modo] = process.argv.slice(2);
vigiarLaco({ nome: 'fixture', limiteMs: 1_000 });
process.stdout.write('ready\n');
if (modo === 'laco')
  setTimeout(() => {
    for (;;);
  }, 200);
else setInterval(() => process.stdout.write('alive\n'), 100);
