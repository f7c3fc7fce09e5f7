import { readdirSync, readFileSync } from 'node:fs';

interface Running {
  pid: number;
  parent: number;
  /** The arguments, each followed by a zero byte. */
  command: string;
}

/** All processes of the machine, without those that have ended but were not yet collected by their parent. */
function processes(): Running[] {
  const running: Running[] = [];
  for (const pid of readdirSync('/proc').map(Number).filter(Boolean)) {
    try {
      const [, state, parent] =
        /\) (\w) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (state !== 'Z') running.push({ pid, parent: Number(parent), command });
    } catch {
      // The process exited after it was listed.
    }
  }
  return running;
}

/** The direct and indirect child processes of a process. */
export function descendants(ancestor: number): Running[] {
  const running = processes();
  const found: Running[] = [];
  const add = (parent: number) => {
    for (const child of running.filter((one) => one.parent === parent)) {
      found.push(child);
      add(child.pid);
    }
  };
  add(ancestor);
  return found;
}

/**
 * Those of `pids` that still run. The tests ask this rather than whether something accepts connections at a port: the
 * system may give the port of a process that has ended to a process of another test.
 */
export function stillRunning(pids: number[]): number[] {
  return processes().flatMap(({ pid }) => (pids.includes(pid) ? [pid] : []));
}
