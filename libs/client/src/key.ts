import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

const OTHERS = 0o077;

/**
 * Reads the key of a user: from a file, else from `GCD_API_KEY`, else from `~/.config/gcd/key`.
 * @param file that was named for it, when one was
 * @throws Error when there is none, or when others can read the file
 */
export function readApiKey(file?: string): string {
  // A file that is named goes before what happens to be around.
  if (file === undefined && process.env.GCD_API_KEY) return process.env.GCD_API_KEY;
  const place = file ?? path.join(homedir(), '.config/gcd/key');
  if (!existsSync(place)) {
    if (file !== undefined) throw new Error(`There is no file ${file}.`);
    throw new Error(`There is no key: set GCD_API_KEY, or write it to ${place}.`);
  }
  if (process.platform !== 'win32' && (statSync(place).mode & OTHERS) !== 0) {
    throw new Error(`Others can read ${place}: chmod 600 ${place}`);
  }
  const key = readFileSync(place, 'utf8').trim();
  if (key === '') throw new Error(`${place} is empty.`);
  return key;
}
