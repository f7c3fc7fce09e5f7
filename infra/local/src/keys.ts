import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runAdmin } from './admin-process.js';

interface ListedKey {
  readonly id: string;
  readonly status: string;
}

/**
 * A key that is created once, with a plan of the same name. The key is stored in a file next to the data, because the
 * database contains only its hash.
 */
interface LocalKey {
  readonly name: string;
  readonly plan: readonly string[];
  readonly options?: readonly string[];
}

/** The demo key, which has every permission and may download every catalog. */
export const DEMO: LocalKey = {
  name: 'demo',
  plan: '--rate 100 --period day --base 100000 --permit images,history,changes'.split(' '),
  options: ['--catalogs', 'psa,pokemon,all'],
};

/** The key of the site, with the permissions that the site needs and no quota. */
export const SITE: LocalKey = {
  name: 'site',
  plan: '--rate 200 --period day --permit images,history'.split(' '),
};

/** Returns the path of the file with a key. If there is no valid key, creates one. */
export async function keyFile(
  { name, plan, options = [] }: LocalKey,
  directory: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const file = path.join(directory, `${name}-key`);
  const kept = await readFile(file, 'utf8').catch(() => '');
  const { keys } = await runAdmin<{ keys: ListedKey[] }>(['keys', 'list'], env);
  const works = keys.some(({ id, status }) => kept.includes(`_${id}_`) && status === 'active');
  if (works) return file;
  await runAdmin(['plans', 'set', name, ...plan], env);
  const created = await runAdmin<{ key: string }>(
    ['keys', 'create', '--plan', name, '--name', name, ...options],
    env,
  );
  await writeSecret(file, created.key);
  return file;
}

/** Writes a key to a file that only its owner can read. */
export async function writeSecret(file: string, key: string): Promise<void> {
  await mkdir(path.dirname(path.resolve(file)), { recursive: true });
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
}
