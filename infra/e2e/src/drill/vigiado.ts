import { setTimeout as esperar } from 'node:timers/promises';
import { type Comando, type Processo, startProcess } from '@entrada/testing';

/** A program that is kept running, as a supervisor would: whenever it ends, it is started again. */
export interface Vigiado {
  nome: string;
  /** How often it was started again. */
  reinicios(): number;
  sinal(sinal: NodeJS.Signals): void;
  /** Resolves once it has ended and its successor says that it is ready. */
  renascer(sinal: NodeJS.Signals): Promise<void>;
  /** What the next start gets besides its own: arguments before the program, variables. */
  vestir(extra: Extra | null): void;
  saida(): string;
  parar(): Promise<void>;
}

interface Extra {
  antes: readonly string[];
  env: Readonly<Record<string, string>>;
}

export interface Programa extends Comando {
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  pronto: RegExp;
}

const PAUSA_MS = 300;
const PRAZO_DO_INICIO_MS = 60_000;

export async function vigiar(nome: string, programa: Programa): Promise<Vigiado> {
  const antigas: string[] = [];
  let extra: Extra | null = null;
  let parando = false;
  let reinicios = 0;
  let atual: Processo;
  let pronto: Promise<unknown>;

  const iniciar = (): void => {
    const args = [...(extra?.antes ?? []), ...programa.args];
    const processo = startProcess({ ...programa, args, env: { ...programa.env, ...extra?.env } });
    atual = processo;
    pronto = processo.esperarLinha(programa.pronto, { prazoMs: PRAZO_DO_INICIO_MS });
    pronto.catch(() => undefined);
    void processo.terminou.then(async ({ code, signal }) => {
      antigas.push(`${processo.saida()}\n--- ended: ${signal ?? code}\n`);
      if (parando) return;
      await esperar(PAUSA_MS);
      if (parando) return;
      reinicios += 1;
      iniciar();
    });
  };
  /** A start may fail, while the database is away for example; then the one after it counts. */
  const esperarPronto = async (desde: number): Promise<void> => {
    const ate = performance.now() + PRAZO_DO_INICIO_MS;
    for (;;) {
      const pronta = reinicios >= desde && (await pronto.then(() => true).catch(() => false));
      if (pronta) return;
      if (performance.now() > ate) throw new Error(`${nome} does not come up:\n${atual.saida().slice(-2_000)}`);
      await esperar(50);
    }
  };
  iniciar();
  await esperarPronto(0);
  return {
    nome,
    reinicios: () => reinicios,
    sinal: (sinal) => atual.matar(sinal),
    renascer: async (sinal) => {
      const seguinte = reinicios + 1;
      atual.matar(sinal);
      await esperarPronto(seguinte);
    },
    vestir: (novo) => {
      extra = novo;
    },
    saida: () => [...antigas, atual.saida()].join(''),
    parar: async () => {
      parando = true;
      atual.matar('SIGCONT');
      atual.matar('SIGTERM');
      await Promise.race([atual.terminou, esperar(30_000)]);
      atual.matar('SIGKILL');
    },
  };
}
