import postgres from 'postgres';

/** `dados`: this input can never be stored; `transitoria`: the same again may succeed. */
export type Classe = 'dados' | 'transitoria';

/**
 * SQLSTATE classes 22 (data exception: NUL, lone surrogates, 1e400000) and 54 (limits: nesting, key size) blame the
 * input, and so does 23: a row that a CHECK refuses is refused the next time too.
 */
export function classificarErro(e: unknown): Classe {
  return e instanceof postgres.PostgresError && /^(22|23|54)/.test(e.code) ? 'dados' : 'transitoria';
}
