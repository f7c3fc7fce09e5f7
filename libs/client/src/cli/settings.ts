import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { Option } from 'commander';
import { GradedCardDataClient } from '../client.js';
import { FORMATS, type Format } from './output.js';
import { Refusal } from './refusal.js';

const OTHERS = 0o077;
// Rather wait for a while than lose what has been looked up.
const BUDGET_S = 300;

/** What every command can be told. */
export interface Settings {
  readonly url: string;
  readonly keyFile?: string;
  readonly output: Format;
  readonly quiet?: true;
}

/** The options of {@link Settings}. */
export function settingOptions(): Option[] {
  return [
    new Option('-o, --output <format>', 'how to print').choices(FORMATS).default('table'),
    new Option('--url <address>', 'address of the API')
      .env('GCD_API_URL')
      .default('http://localhost:3000'),
    new Option('--key-file <file>', 'file with the key').env('GCD_API_KEY_FILE'),
    new Option('-q, --quiet', 'no progress, and no word about waits'),
  ];
}

/** A client as a command line wants it. @throws Refusal when there is no key that can be trusted */
export function clientOf({ url, keyFile, quiet }: Settings): GradedCardDataClient {
  if (!URL.canParse(url)) throw new Refusal(`--url: ${url} is no address.`);
  return new GradedCardDataClient({
    baseUrl: url,
    apiKey: readKey(keyFile),
    budget: BUDGET_S,
    onWait({ code, seconds }) {
      // Shorter ones nobody needs to know of.
      if (!quiet && seconds >= 1)
        process.stderr.write(`${code}: waiting ${seconds.toFixed(0)} s\n`);
    },
  });
}

function readKey(keyFile: string | undefined): string {
  const file = keyFile ?? path.join(homedir(), '.config/gcd/key');
  // A file that is named goes before what happens to be around.
  if (keyFile === undefined && process.env.GCD_API_KEY) return process.env.GCD_API_KEY;
  if (!existsSync(file)) {
    if (keyFile !== undefined) throw new Refusal(`There is no file ${file}.`);
    throw new Refusal(`There is no key: set GCD_API_KEY, or write it to ${file}.`);
  }
  if (process.platform !== 'win32' && (statSync(file).mode & OTHERS) !== 0) {
    throw new Refusal(`Others can read ${file}: chmod 600 ${file}`);
  }
  const key = readFileSync(file, 'utf8').trim();
  if (key === '') throw new Refusal(`${file} is empty.`);
  return key;
}
