import { spawnSync } from 'node:child_process';
import { RAIZ } from '../compose/ler.ts';

/** Where .ci/run unpacks it on a machine that has none. */
const NO_CACHE = `${RAIZ}.cache/prometheus/usr/bin/promtool`;

const responde = (comando: string): boolean => spawnSync(comando, ['--version']).status === 0;

/**
 * Prometheus' own checker; null where this machine has none.
 * @throws in CI, where it must be had
 */
export function acharPromtool(): string | null {
  const achado = ['promtool', NO_CACHE].find(responde);
  if (achado !== undefined) return achado;
  if (process.env.CI === 'true') throw new Error('CI needs promtool: .ci/run puts it into .cache/prometheus');
  process.stderr.write('no promtool on the PATH: what it checks is skipped (on Debian it comes with prometheus)\n');
  return null;
}

/** @returns all that it said; throws where it is not content */
export function promtool(comando: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(comando, args, { encoding: 'utf8', cwd: `${RAIZ}infra/prometheus` });
  if (status !== 0) throw new Error(`promtool ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout + stderr;
}

/** What it finds wrong with a page of /metrics, line by line; throws where the page cannot even be read. */
export function lintarMetricas(comando: string, pagina: string): string[] {
  const { status, stdout, stderr } = spawnSync(comando, ['check', 'metrics'], { encoding: 'utf8', input: pagina });
  const achados = (stdout + stderr).split('\n').filter((l) => l !== '');
  if (status !== 0 && status !== 3) throw new Error(achados.join('\n'));
  return achados;
}
