import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Information about a running `npm start`, for other programs on this machine. */
export interface Running {
  readonly pid: number;
  readonly databaseUrl: string;
  readonly natsUrl: string;
  readonly redisUrl: string;
  readonly searchUrl: string;
  readonly siteUrl: string;
}

const FILE = 'running.json';

/**
 * Returns the directory with the state of the servers: the value of `DATA_DIR`, or `.local` in the current directory by
 * default.
 */
export function dataDir(): string {
  return path.resolve(process.env.DATA_DIR || '.local');
}

/** Finds the running `npm start` of a data directory. @returns null if there is none */
export function findRunning(directory: string): Running | null {
  try {
    const running: Running = JSON.parse(readFileSync(path.join(directory, FILE), 'utf8'));
    process.kill(running.pid, 0);
    return running;
  } catch {
    return null;
  }
}

/** Writes a file that describes the running system to other programs. @returns a function that removes the file */
export function writeRunning(directory: string, running: Running): () => void {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, FILE);
  writeFileSync(file, JSON.stringify(running, null, 2), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}
