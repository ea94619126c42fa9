import { Worker } from 'node:worker_threads';

/** Runs beside the program: plain text, so that it needs no file of its own in any build. */
const VIGIA = `
const { workerData } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const batidas = new Int32Array(workerData.memoria);
let ultima = -1;
let faltas = 0;
setInterval(() => {
  const agora = Atomics.load(batidas, 0);
  faltas = agora === ultima ? faltas + 1 : 0;
  ultima = agora;
  if (faltas * workerData.intervaloMs < workerData.limiteMs) return;
  writeSync(2, JSON.stringify({ level: 'fatal', name: workerData.nome, msg: 'the event loop stands still: ending the process' }) + '\\n');
  process.kill(process.pid, 'SIGKILL');
}, workerData.intervaloMs);
`;

/**
 * Ends this process when its event loop has stood still for so long: an endless loop answers no probe and gives back no
 * lock. Time is counted in turns of the watching thread, so that a process that was stopped as a whole is not blamed.
 */
export function vigiarLaco(opcoes: { nome: string; limiteMs: number }): { parar(): Promise<unknown> } {
  const intervaloMs = Math.min(1_000, opcoes.limiteMs / 4);
  const memoria = new SharedArrayBuffer(4);
  const batidas = new Int32Array(memoria);
  const pulso = setInterval(() => Atomics.add(batidas, 0, 1), intervaloMs / 2);
  const vigia = new Worker(VIGIA, { eval: true, workerData: { ...opcoes, intervaloMs, memoria }, execArgv: [] });
  pulso.unref();
  vigia.unref();
  return {
    parar: () => {
      clearInterval(pulso);
      return vigia.terminate();
    },
  };
}
