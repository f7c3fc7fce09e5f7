import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runAdmin } from './admin-process.js';

interface ListedKey {
  readonly id: string;
  readonly status: string;
}

/**
 * An API key that is created only once, on a plan with the same name. The key is stored in a file, because the database
 * contains only a hash of the key.
 */
interface LocalKey {
  readonly name: string;
  readonly plan: readonly string[];
  readonly options?: readonly string[];
}

/** The demo key, which has every permission and can download every catalog. */
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

/** Returns the path of the file with a key. If the file has no valid key, a new one is created. */
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
