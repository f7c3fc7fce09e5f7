import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { withChildren } from './processes.js';

/**
 * Assigns the last core to the load generator and all others to the servers, so that they do not compete for CPU time.
 * Child processes that the servers start later use the same cores.
 * @param servers process ids by part
 * @returns false if cores cannot be assigned, because there is only one core or no `taskset`
 */
export function separateGenerator(
  generator: number,
  servers: Readonly<Record<string, readonly number[]>>,
): boolean {
  const last = cpus().length - 1;
  if (last < 1) return false;
  const pids = withChildren(Object.values(servers).flat());
  return [
    useCores(generator, String(last)),
    ...pids.map((pid) => useCores(pid, last === 1 ? '0' : `0-${last - 1}`)),
  ].every(Boolean);
}

/** Undoes {@link separateGenerator}: the generator and the servers share all cores again. */
export function shareCores(
  generator: number,
  servers: Readonly<Record<string, readonly number[]>>,
): void {
  for (const pid of withChildren([generator, ...Object.values(servers).flat()])) {
    useCores(pid, `0-${cpus().length - 1}`);
  }
}

/** Restricts a process, with all of its threads, to some cores. */
function useCores(pid: number, cores: string): boolean {
  return (
    spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)]).status === 0
  );
}
