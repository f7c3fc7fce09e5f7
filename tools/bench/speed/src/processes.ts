import { readFileSync } from 'node:fs';

/** Clock ticks per second in which Linux reports CPU time. */
const TICKS = 100;

/** CPU seconds of processes, by part. */
export type CpuTimes = Readonly<Record<string, number>>;

/** Pids of processes, by part. */
export type Parts = Readonly<Record<string, readonly number[]>>;

/**
 * Adds up CPU seconds by part, including children: PostgreSQL has one per connection. Empty without /proc.
 */
export function cpuTimes(parts: Parts): CpuTimes {
  if (process.platform !== 'linux') return {};
  return Object.fromEntries(
    Object.entries(parts).map(([part, pids]) => [part, sum(pids.map(cpuWithChildren)) / TICKS]),
  );
}

/** Microseconds per request between two samples. */
export function perCall(before: CpuTimes, after: CpuTimes, calls: number): CpuTimes {
  return Object.fromEntries(
    Object.entries(after).map(([part, seconds]) => [
      part,
      ((seconds - (before[part] ?? 0)) * 1e6) / calls,
    ]),
  );
}

/** Memory in bytes of processes and their children; shared memory counts once. NaN if it cannot be read. */
export function memoryBytes(pids: readonly number[]): number {
  return sum(
    pids
      .flatMap((pid) => [pid, ...childrenOf(pid)])
      .map((pid) => {
        const kilobytes = /^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1];
        return Number(kilobytes) * 1024;
      }),
  );
}

function cpuWithChildren(pid: number): number {
  const [own, ended] = ticksOf(pid);
  return own + ended + sum(childrenOf(pid).map((child) => ticksOf(child)[0]));
}

/** @returns ticks of a process, and of its exited children */
function ticksOf(pid: number): [number, number] {
  const stat = read(`/proc/${pid}/stat`);
  // The name may contain anything, so fields are counted from the last bracket: the state, field 3, is first.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return [user + system, endedUser + endedSystem];
}

function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

/** @returns empty text for a process that has just exited */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
