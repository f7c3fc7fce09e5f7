import { Option } from 'commander';
import { GradedCardDataClient } from '../client.js';
import { readApiKey } from '../key.js';
import type { ClientOptions } from '../options.js';
import { FORMATS, type Format, printable } from './output.js';
import { CliError } from './cli-error.js';

// Retry budget in seconds, which is long enough for a run to survive an outage of a few minutes.
const BUDGET_S = 300;
// Longest wait before a retry while the API has never responded. The URL is probably wrong, or the API is not running.
const MAX_FIRST_WAIT_S = 3;

/** The options that all commands accept. */
export interface Settings {
  readonly url: string;
  readonly keyFile?: string;
  readonly output: Format;
  readonly quiet?: true;
}

export function settingOptions(): Option[] {
  return [
    new Option('-o, --output <format>', 'output format').choices(FORMATS).default('table'),
    new Option('--url <url>', 'URL of the API').env('GCD_API_URL').default('http://localhost:3000'),
    new Option('--key-file <file>', 'file with the API key').env('GCD_API_KEY_FILE'),
    new Option('-q, --quiet', 'do not print progress or waiting times'),
  ].map((option) => option.helpGroup('Common options:'));
}

/** Creates the client for a command. @throws CliError if the URL is invalid or no usable key exists */
export function clientOf({ url, keyFile, quiet }: Settings): GradedCardDataClient {
  let hasResponded = false;
  const options: ClientOptions = {
    baseUrl: url,
    apiKey: orCliError(() => readApiKey(keyFile)),
    budget: BUDGET_S,
    async fetch(...args) {
      const response = await fetch(...args);
      hasResponded = true;
      return response;
    },
    onWait({ message, seconds }) {
      if (!hasResponded && seconds > MAX_FIRST_WAIT_S)
        throw new Error(`${message}. Start the API, or set --url to its URL.`);
      if (!quiet && seconds >= 1)
        process.stderr.write(`Waiting ${seconds.toFixed(0)} s: ${printable(message)}\n`);
    },
  };
  return orCliError(() => new GradedCardDataClient(options));
}

function orCliError<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw new CliError((error as Error).message);
  }
}
