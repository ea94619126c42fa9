import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** All that the server's programs get to see: no PG* variable and no locale of the caller changes what they do. */
export const AMBIENTE = { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin' };

export const executar = promisify(execFile);
