import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Skip } from './checks.ts';

/** Processors divided between the load generator and everything else, so that neither takes CPU time from the other. */
export interface Division {
  /** The command that runs a program on the processor of the generator. */
  readonly generatorCommand: readonly [string, ...string[]];
  /** Lets this process use all processors again. */
  restore(): void;
}

/**
 * Keeps one processor free for the load generator: this process, and all that it starts from now on, use the others.
 * Nice values and real-time priorities do not serve: they take time from the servers exactly when the load is high.
 * @throws Skip where processors cannot be assigned
 */
export function divideProcessors(): Division {
  const allowed = allowedProcessors();
  const generator = allowed.at(-1);
  if (generator === undefined || allowed.length < 2) throw new Skip('there is one processor only');
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

/** Processors that this process may use, in order. Empty where there is no /proc. */
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
