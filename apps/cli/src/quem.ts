import { userInfo } from 'node:os';

/** Who is at the terminal, for the audit; a user id without a name is possible in a container. */
export function quem(): string {
  try {
    return `cli:${userInfo().username}`;
  } catch {
    return `cli:${process.getuid?.() ?? 'unknown'}`;
  }
}
