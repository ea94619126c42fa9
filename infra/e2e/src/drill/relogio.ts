/** Loaded before a program (`--import`): its clock is wrong by RELOGIO_MS, its timers run as ever. */
const desvio = Number(process.env.RELOGIO_MS ?? 0);
const Certa = Date;

class Errada extends Certa {
  constructor(...partes: unknown[]) {
    if (partes.length === 0) super(Certa.now() + desvio);
    else super(...(partes as [string]));
  }
  static override now(): number {
    return Certa.now() + desvio;
  }
}

globalThis.Date = Errada as DateConstructor;
