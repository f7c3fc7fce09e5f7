import { Option } from 'commander';
import { GradedCardDataClient } from '../client.js';
import { readApiKey } from '../key.js';
import { FORMATS, type Format } from './output.js';
import { CliError } from './cli-error.js';

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

/** A client as a command line wants it. @throws CliError when there is no key that can be trusted */
export function clientOf({ url, keyFile, quiet }: Settings): GradedCardDataClient {
  if (!URL.canParse(url)) throw new CliError(`--url: ${url} is no address.`);
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
  try {
    return readApiKey(keyFile);
  } catch (error) {
    throw new CliError((error as Error).message);
  }
}
