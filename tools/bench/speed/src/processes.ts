import { readFileSync } from 'node:fs';

/** Ticks a second in which Linux counts the time of processes. */
const TICKS = 100;

/** CPU seconds that processes have had, by the part that they play. */
export type CpuTimes = Readonly<Record<string, number>>;

/** Processes, by the part that they play. */
export type Parts = Readonly<Record<string, readonly number[]>>;

/** Adds up CPU seconds per part, those of children included: PostgreSQL has one for each connection. Empty where there is no /proc. */
export function cpuTimes(parts: Parts): CpuTimes {
  if (process.platform !== 'linux') return {};
  return Object.fromEntries(
    Object.entries(parts).map(([part, pids]) => [part, sum(pids.map(cpuWithChildren)) / TICKS]),
  );
}

/** Microseconds per call between two samples. */
export function perCall(before: CpuTimes, after: CpuTimes, calls: number): CpuTimes {
  return Object.fromEntries(
    Object.entries(after).map(([part, seconds]) => [
      part,
      ((seconds - (before[part] ?? 0)) * 1e6) / calls,
    ]),
  );
}

/** Memory in bytes of processes and their children; what several of them share counts once. NaN where it cannot be read. */
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

/** @returns ticks of a process, and of its children that have ended */
function ticksOf(pid: number): [number, number] {
  const stat = read(`/proc/${pid}/stat`);
  // The name may contain anything, so it counts from the last bracket: field 3, the state, comes first.
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

/** @returns nothing of a process that has just ended */
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
