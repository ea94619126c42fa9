/** A reason not to start that a person can act on: printed as it is, without a stack trace. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Runs a program's entry. A StartError is one clear message and exit status 1; anything else keeps its stack trace. */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (e) {
    process.stderr.write(`${e instanceof StartError ? e.message : describe(e)}\n`);
    process.exit(1);
  }
}

/**
 * Turns the error of a listen() into a message that says what to do; other errors pass unchanged.
 * @param variavel the variable that sets this port
 */
export function portError(e: unknown, porta: number, variavel: string): unknown {
  const code = e instanceof Error && 'code' in e ? e.code : undefined;
  if (code === 'EADDRINUSE')
    return new StartError(`port ${porta} is in use; set ${variavel} or stop the other program`, { cause: e });
  if (code === 'EACCES')
    return new StartError(`port ${porta} needs privileges that this user lacks; set ${variavel} to 1024 or above`, {
      cause: e,
    });
  return e;
}

function describe(e: unknown): string {
  return e instanceof Error ? (e.stack ?? e.message) : String(e);
}
