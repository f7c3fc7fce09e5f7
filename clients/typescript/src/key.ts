import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

const OTHERS = 0o077;

/**
 * Reads the API key from a file. Without a file, reads the key from `GCD_API_KEY` or, if that is not set, from
 * `~/.config/gcd/key`.
 * @throws Error if there is no key, or if other users can read the file
 */
export function readApiKey(file?: string): string {
  if (file === undefined && process.env.GCD_API_KEY) return process.env.GCD_API_KEY;
  const keyFile = file ?? path.join(homedir(), '.config/gcd/key');
  if (!existsSync(keyFile)) {
    if (file !== undefined) throw new Error(`The key file ${file} does not exist.`);
    throw new Error(`There is no API key. Set GCD_API_KEY, or write the key to ${keyFile}.`);
  }
  if (process.platform !== 'win32' && (statSync(keyFile).mode & OTHERS) !== 0) {
    throw new Error(`Other users can read ${keyFile}. Run: chmod 600 ${keyFile}`);
  }
  const key = readFileSync(keyFile, 'utf8').trim();
  if (key === '') throw new Error(`The key file ${keyFile} is empty.`);
  return key;
}
