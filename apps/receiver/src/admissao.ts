export interface LimitesDaAdmissao {
  /** Deliveries whose body is here and that are not answered yet. */
  maxEmVoo: number;
  /** Bytes of bodies held in memory, whole or arriving. */
  maxBytes: number;
  /** Events that wait for a statement. */
  maxEsperando: number;
}

export const LIMITES: LimitesDaAdmissao = { maxEmVoo: 2_000, maxBytes: 256 * 1024 * 1024, maxEsperando: 5_000 };

type MotivoDeEspera = 'requisicoes' | 'bytes' | 'inbox' | 'atraso';

/** The place of one delivery. */
export interface Vaga {
  /** Counts what has arrived of the body; false where that is more than all of them may hold. */
  receber(bytes: number): boolean;
  /** The body is whole: from here on the delivery is our work. */
  comecar(): void;
  /** Answered, or gone. */
  sair(): void;
}

export interface Admissao {
  /** A place for one delivery, or which limit is reached. */
  entrar(): Vaga | MotivoDeEspera;
}

/**
 * Nothing waits here without a bound: over a limit the store is asked to come again, and what was let in stays fast. Only
 * what really takes memory or work counts: a client that declares much and sends little takes nobody's place.
 * @param esperando events that wait for a statement now
 * @param atrasado true while the oldest pending event is older than the operator allows
 */
export function criarAdmissao(
  limites: LimitesDaAdmissao,
  esperando: () => number,
  atrasado: () => boolean = () => false,
): Admissao {
  let emVoo = 0;
  let bytesEmVoo = 0;

  const cheio = (): MotivoDeEspera | null => {
    if (emVoo >= limites.maxEmVoo) return 'requisicoes';
    if (bytesEmVoo >= limites.maxBytes) return 'bytes';
    if (esperando() >= limites.maxEsperando) return 'inbox';
    return atrasado() ? 'atraso' : null;
  };

  const vaga = (): Vaga => {
    let meusBytes = 0;
    let trabalho = 0;
    return {
      receber: (bytes) => {
        meusBytes += bytes;
        bytesEmVoo += bytes;
        // One body of any allowed size has room when nothing else is here.
        return bytesEmVoo <= limites.maxBytes || bytesEmVoo === meusBytes;
      },
      comecar: () => {
        trabalho = 1;
        emVoo += 1;
      },
      sair: () => {
        emVoo -= trabalho;
        bytesEmVoo -= meusBytes;
        trabalho = 0;
        meusBytes = 0;
      },
    };
  };

  return { entrar: () => cheio() ?? vaga() };
}
