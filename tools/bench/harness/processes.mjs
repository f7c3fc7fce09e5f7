import { readFileSync } from 'node:fs';

/** Number of clock ticks per second. Linux reports CPU times in clock ticks. */
const TICKS = 100;

/**
 * Adds up the CPU seconds of processes. Child processes are included, because PostgreSQL has one per connection.
 * @param pids process ids by name
 * @returns CPU seconds by name; all are 0 without /proc
 */
export function cpuTimes(pids) {
  return Object.fromEntries(
    Object.entries(pids).map(([name, ids]) => [name, sum(ids.map(cpuWithChildren)) / TICKS]),
  );
}

/** Returns the ids of processes and of their children. */
export function withChildren(pids) {
  return pids.flatMap((pid) => [pid, ...childrenOf(pid)]);
}

function cpuWithChildren(pid) {
  const [own, ended] = ticksOf(pid);
  return own + ended + sum(childrenOf(pid).map((child) => ticksOf(child)[0]));
}

/** Returns the clock ticks of a process, and those of its exited children. */
function ticksOf(pid) {
  const stat = read(`/proc/${pid}/stat`);
  // The process name in parentheses may contain any characters, so count the fields after the last closing parenthesis.
  // The first of them is field 3, the state.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
  return [user + system, endedUser + endedSystem];
}

function childrenOf(pid) {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

/** Reads a file of a process in /proc. Returns an empty string if the process has exited. */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
