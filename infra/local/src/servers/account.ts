import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, existsSync, lstatSync, mkdirSync, realpathSync, rmdirSync } from 'node:fs';
import path from 'node:path';

/** The user that servers run as; empty for the user of this process. */
export interface Account {
  uid?: number;
  gid?: number;
}

/**
 * PostgreSQL refuses to run as root, and no server needs to. When started by root, servers run as `postgres`
 * or `nobody`.
 */
export const account: Account = process.getuid?.() === 0 ? unprivileged() : {};

function unprivileged(): Account {
  const id = (flag: string, user: string) => spawnSync('id', [flag, user], { encoding: 'utf8' });
  const user = id('-u', 'postgres').status === 0 ? 'postgres' : 'nobody';
  // "| 0" because macOS prints nobody's -2 as an unsigned number.
  return { uid: Number(id('-u', user).stdout) | 0, gid: Number(id('-g', user).stdout) | 0 };
}

/** Whether the servers' account may enter a folder, or its nearest existing parent. */
export function reachable(folder: string): boolean {
  if (account.uid === undefined) return true;
  if (!existsSync(folder)) return reachable(path.dirname(folder));
  const enter = spawnSync('sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/' });
  return enter.status === 0;
}

/**
 * Creates a folder that belongs to the servers' account and returns its real path. If that account cannot
 * reach it (a project in /root), the folder is created below /var/tmp, with a message.
 */
export function ownFolder(wanted: string, log: (line: string) => void): string {
  if (make(wanted)) return realpathSync(wanted);
  try {
    rmdirSync(wanted);
  } catch {
    // not empty: files of others stay
  }
  const name = createHash('sha256').update(path.resolve(wanted)).digest('hex').slice(0, 12);
  const instead = path.join('/var/tmp', `graded-card-${name}`);
  if (!make(instead)) throw new Error(`cannot use ${instead}: it belongs to another user`);
  log(`servers do not run as root and their user cannot reach ${wanted}: using ${instead}`);
  return realpathSync(instead);
}

function make(folder: string): boolean {
  mkdirSync(folder, { recursive: true });
  if (account.uid === undefined || account.gid === undefined) return true;
  const entry = lstatSync(folder);
  // Any user may have created a folder or link in /var/tmp before us.
  if (
    path.dirname(folder) === '/var/tmp' &&
    !(entry.isDirectory() && [0, account.uid].includes(entry.uid))
  )
    return false;
  chownSync(folder, account.uid, account.gid);
  return reachable(folder);
}
