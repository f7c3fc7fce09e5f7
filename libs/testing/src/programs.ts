import { spawnSync } from 'node:child_process';

/**
 * Whether at least one of several programs is installed. If none is installed, prints which tests are skipped and what
 * to install.
 * @param commands commands that print a version, such as `['python3', '--version']`
 */
export function canRun(
  commands: readonly (readonly [string, ...string[]])[],
  skipped: string,
  install: string,
): boolean {
  const found = commands.some(
    ([program, ...args]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0,
  );
  if (!found) process.stderr.write(`SKIPPED: ${skipped}. To run them: ${install}\n`);
  return found;
}
