import { readFileSync } from 'node:fs';

/** Number of clock ticks per second. Linux reports CPU times in clock ticks. */
const TICKS = 100;

/** CPU time of processes in seconds, by part. */
export type CpuTimes = Readonly<Record<string, number>>;

/** Process ids by part. */
export type Parts = Readonly<Record<string, readonly number[]>>;

/**
 * Adds up the CPU seconds of processes, by part. Child processes are included, because PostgreSQL has one per
 * connection. Without /proc, the result is empty.
 */
export function cpuTimes(parts: Parts): CpuTimes {
  if (process.platform !== 'linux') return {};
  return Object.fromEntries(
    Object.entries(parts).map(([part, pids]) => [part, sum(pids.map(cpuWithChildren)) / TICKS]),
  );
}

/** Computes the CPU time per request between two samples, in microseconds. */
export function perRequest(before: CpuTimes, after: CpuTimes, requests: number): CpuTimes {
  return Object.fromEntries(
    Object.entries(after).map(([part, seconds]) => [
      part,
      ((seconds - (before[part] ?? 0)) * 1e6) / requests,
    ]),
  );
}

/** Returns the ids of processes and of their children. */
export function withChildren(pids: readonly number[]): number[] {
  return pids.flatMap((pid) => [pid, ...childrenOf(pid)]);
}

function cpuWithChildren(pid: number): number {
  const [own, ended] = ticksOf(pid);
  return own + ended + sum(childrenOf(pid).map((child) => ticksOf(child)[0]));
}

/** Returns the clock ticks of a process, and those of its exited children. */
function ticksOf(pid: number): [number, number] {
  const stat = read(`/proc/${pid}/stat`);
  // The process name in parentheses may contain any characters, so count the fields after the last closing parenthesis.
  // The first of them is field 3, the state.
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

/** Reads a file of a process in /proc. Returns an empty string if the process has exited. */
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
