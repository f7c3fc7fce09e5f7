import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runAdmin } from './admin-process.js';

interface ListedKey {
  readonly id: string;
  readonly status: string;
}

/**
 * The key to try the API with, with every permission and catalog. Kept beside the data between runs, because the database
 * has only its hash.
 */
export async function demoKey(directory: string, env: NodeJS.ProcessEnv): Promise<string> {
  const file = path.join(directory, 'demo-key');
  const kept = await readFile(file, 'utf8').catch(() => '');
  const { keys } = await runAdmin<{ keys: ListedKey[] }>(['keys', 'list'], env);
  if (keys.some(({ id, status }) => kept.includes(`_${id}_`) && status === 'active'))
    return kept.trim();
  const plan = ['demo', '--rate', '100', '--period', 'day', '--base', '100000'];
  await runAdmin(['plans', 'set', ...plan, '--permit', 'images,history,changes'], env);
  const created = await runAdmin<{ key: string }>(
    ['keys', 'create', '--plan', 'demo', '--name', 'demo', '--catalogs', 'psa,pokemon'],
    env,
  );
  await writeSecret(file, created.key);
  return created.key;
}

/** Writes a key to a file that only its owner can read. */
export async function writeSecret(file: string, key: string): Promise<void> {
  await mkdir(path.dirname(path.resolve(file)), { recursive: true });
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
}
