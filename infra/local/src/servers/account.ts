import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, existsSync, lstatSync, mkdirSync, realpathSync, rmdirSync } from 'node:fs';
import path from 'node:path';

/** The user and group that run the server processes; empty if the servers run as the current user. */
export interface Account {
  uid?: number;
  gid?: number;
}

/**
 * The account that runs the servers. PostgreSQL refuses to run as root, and no server needs root permissions. If this
 * process runs as root, servers run as `postgres` or `nobody`.
 */
export const account: Account = process.getuid?.() === 0 ? unprivileged() : {};

function unprivileged(): Account {
  const id = (flag: string, user: string) => spawnSync('id', [flag, user], { encoding: 'utf8' });
  const user = id('-u', 'postgres').status === 0 ? 'postgres' : 'nobody';
  // `| 0` converts the unsigned number that macOS prints for nobody's id, which is -2.
  return { uid: Number(id('-u', user).stdout) | 0, gid: Number(id('-g', user).stdout) | 0 };
}

/**
 * Whether the servers' account can access a folder. If the folder does not exist, checks its nearest existing parent.
 */
export function reachable(folder: string): boolean {
  if (account.uid === undefined) return true;
  if (!existsSync(folder)) return reachable(path.dirname(folder));
  const enter = spawnSync('sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/' });
  return enter.status === 0;
}

/**
 * Creates a folder that belongs to the servers' account. If that account cannot access the folder, for example because
 * it is in /root, creates a folder in /var/tmp instead and logs its path.
 * @returns the real path of the folder
 */
export function ownFolder(wanted: string, log: (line: string) => void): string {
  if (make(wanted)) return realpathSync(wanted);
  try {
    rmdirSync(wanted);
  } catch {
    // The folder contains files of other programs, so keep it.
  }
  const name = createHash('sha256').update(path.resolve(wanted)).digest('hex').slice(0, 12);
  const instead = path.join('/var/tmp', `graded-card-${name}`);
  if (!make(instead)) throw new Error(`cannot use ${instead}: it belongs to another user`);
  log(
    `the servers do not run as root, and their user has no access to ${wanted}: using ${instead}`,
  );
  return realpathSync(instead);
}

function make(folder: string): boolean {
  mkdirSync(folder, { recursive: true });
  if (account.uid === undefined || account.gid === undefined) return true;
  const entry = lstatSync(folder);
  // Another user may already have created a folder or link with this name in /var/tmp.
  if (
    path.dirname(folder) === '/var/tmp' &&
    !(entry.isDirectory() && [0, account.uid].includes(entry.uid))
  )
    return false;
  chownSync(folder, account.uid, account.gid);
  return reachable(folder);
}
