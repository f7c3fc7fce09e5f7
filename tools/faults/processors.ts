import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Skip } from './checks.ts';

/** Assigns CPUs to the load generator and to everything else, so that they do not compete. */
export interface Division {
  /** Command that runs a program on the generator's CPU. */
  readonly generatorCommand: readonly [string, ...string[]];
  /** Allows this process to use all CPUs again. */
  restore(): void;
}

/**
 * Reserves a CPU for the load generator. This process and its later child processes use the other CPUs. Process
 * priorities would not be enough: under high load, the generator would compete with the servers for CPU time.
 * @throws Skip if CPUs cannot be assigned
 */
export function divideProcessors(): Division {
  const allowed = allowedProcessors();
  const generator = allowed.at(-1);
  if (generator === undefined || allowed.length < 2) throw new Skip('there is only one CPU');
  const assign = (processors: readonly number[]): void => {
    execFileSync('taskset', ['-a', '-c', '-p', processors.join(), String(process.pid)]);
  };
  try {
    assign(allowed.slice(0, -1));
  } catch {
    throw new Skip('taskset does not work here');
  }
  return {
    generatorCommand: ['taskset', '-c', String(generator)],
    restore: () => assign(allowed),
  };
}

/** Lists the CPUs that this process may use, in order. The list is empty without /proc. */
function allowedProcessors(): number[] {
  let status = '';
  try {
    status = readFileSync('/proc/self/status', 'utf8');
  } catch {
    return [];
  }
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
