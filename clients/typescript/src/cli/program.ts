import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import {
  CatalogChangedError,
  GradedCardDataError,
  InvalidParameterError,
  NotFoundError,
} from '../errors.js';
import { cardCommand } from './commands/card.js';
import { catalogCommand } from './commands/catalog.js';
import { catalogsCommand } from './commands/catalogs.js';
import { certCommand } from './commands/cert.js';
import { changesCommand } from './commands/changes.js';
import { historyCommand } from './commands/history.js';
import { mirrorCommand } from './commands/mirror.js';
import { moversCommand } from './commands/movers.js';
import { populationCommand } from './commands/population.js';
import { searchCommand } from './commands/search.js';
import { setCommand } from './commands/set.js';
import { setsCommand } from './commands/sets.js';
import { suggestCommand } from './commands/suggest.js';
import { usageCommand } from './commands/usage.js';
import { verifyCommand } from './commands/verify.js';
import { CliError } from './cli-error.js';
import { STATUS } from './exit-status.js';
import { examples } from './help.js';
import { printable } from './output.js';
import { settingOptions } from './settings.js';

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/** What to do after an error, by error code, if the message does not say it. */
const REMEDIES: Readonly<Record<string, string>> = {
  not_found: ' Set --url to the URL of the API.',
  unexpected_response: ' Set --url to the URL of the API.',
  invalid_api_key: ' Check GCD_API_KEY, or the file with the key.',
};

const HELP = `
Environment:
  GCD_API_KEY          API key
  GCD_API_KEY_FILE     file with the API key (default: ~/.config/gcd/key); other users must not be able to read it
  GCD_API_URL          URL of the API (default: http://localhost:3000)
  NODE_USE_ENV_PROXY   if 1, the proxy in HTTPS_PROXY or HTTP_PROXY is used, except for hosts in NO_PROXY; requires at
                       least Node 22.21 or Node 24

Exit status:
  0  success
  1  failure
  2  incorrect usage
  3  a requested item was not found, or a listing is invalid
  4  authentication or permission error
  5  a listing differs from its cert
${examples(
  'gcd cert psa 64062046',
  'gcd cert psa --file certs.txt --output csv > certs.csv',
  'gcd verify listings.csv --to verdicts.csv',
  'gcd search 1999 charizard',
  'gcd history 85c82c158cac20785082526b3bb6248031db6a66 --grader psa',
  'gcd changes --since 2026-03-01 --once',
  'gcd catalog pokemon',
)}

Run "gcd <command> --help" for the options of a command.`;

/** Runs one command line. @returns the exit status */
export async function run(args: string[]): Promise<number> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : STATUS.usage;
    process.stderr.write(`error: ${printable(messageOf(error))}\n`);
    if (process.env.DEBUG) process.stderr.write(`${(error as Error).stack}\n`);
    return statusOf(error);
  }
}

function createProgram(): Command {
  const program = new Command('gcd')
    .description('Look up graded cards from the command line.')
    .version(version)
    .showHelpAfterError('Run with --help for usage.')
    .addHelpText('after', HELP)
    .exitOverride();
  const groups: readonly [heading: string, commands: readonly Command[]][] = [
    [
      'Cards:',
      [certCommand(), verifyCommand(), cardCommand(), populationCommand(), historyCommand()],
    ],
    ['Search:', [searchCommand(), suggestCommand(), setsCommand(), setCommand(), moversCommand()]],
    ['Bulk data:', [changesCommand(), catalogCommand(), catalogsCommand(), mirrorCommand()]],
    ['Account:', [usageCommand()]],
  ];
  for (const [heading, commands] of groups) {
    program.commandsGroup(heading);
    for (const command of commands) {
      for (const option of settingOptions()) command.addOption(option);
      program.addCommand(command.copyInheritedSettings(program));
    }
  }
  program.commandsGroup('Help:').helpCommand('help [command]', 'Show help for a command.');
  return program;
}

function statusOf(error: unknown): number {
  if (error instanceof NotFoundError) return STATUS.notFound;
  if (error instanceof CliError) return STATUS.usage;
  // An invalid cursor comes from a file, not from the command line.
  if (error instanceof InvalidParameterError && error.details.parameter !== 'cursor') {
    return STATUS.usage;
  }
  const { status } = error as Partial<GradedCardDataError>;
  return status === 401 || status === 403 ? STATUS.denied : STATUS.failed;
}

function messageOf(error: unknown): string {
  const { message } = error as Error;
  if (!(error instanceof GradedCardDataError) || error instanceof CatalogChangedError) {
    return message.split('\n', 1)[0] ?? '';
  }
  const remedy = REMEDIES[error.code] ?? '';
  const request = error.requestId === null ? '' : ` (${error.requestId})`;
  const later = error.retryAfter === null ? '' : ` Retry after ${error.retryAfter} s.`;
  return `${error.code}: ${message}${remedy}${later}${request}`;
}
