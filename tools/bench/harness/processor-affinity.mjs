import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { withChildren } from './processes.mjs';

/**
 * Assigns the last CPU to the load generator and all others to the servers, so that they do not compete for CPU time.
 * Child processes that the servers start later use the same CPUs.
 * @param {number} generator process id
 * @param {number[]} servers process ids
 * @returns false if CPUs cannot be assigned, because there is only one or no `taskset`
 */
export function separateGenerator(generator, servers) {
  const last = cpus().length - 1;
  if (last < 1) return false;
  const others = last === 1 ? '0' : `0-${last - 1}`;
  const results = withChildren(servers).map((pid) => useProcessors(pid, others));
  return useProcessors(generator, String(last)) && results.every(Boolean);
}

/** Undoes {@link separateGenerator}. @param {number[]} pids */
export function shareProcessors(pids) {
  for (const pid of withChildren(pids)) useProcessors(pid, `0-${cpus().length - 1}`);
}

/** Restricts a process, with all of its threads, to some CPUs. */
function useProcessors(pid, list) {
  const { status } = spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', list, `${pid}`]);
  return status === 0;
}
