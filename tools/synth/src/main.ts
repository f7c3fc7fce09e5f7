// Implements `npm run synth`.
import { resolve } from 'node:path';
import { isDay } from '@gcd/contracts';
import { Command, InvalidArgumentError } from 'commander';
import { DRAWN_ON } from './population.js';
import { synthesize } from './synthesize.js';

interface Options {
  readonly cards: number;
  readonly certs: number;
  readonly days: number;
  readonly seed: string;
  readonly until: string;
  readonly overwrite: boolean;
}

const [MAX_CARDS, MAX_CERTS, MAX_DAYS] = [100_000_000, 500_000_000, 10_000];
const PROGRESS_EVERY_MS = 3000;

/** Creates a parser for an option that must be a whole number from `min` to `max`. */
function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

function date(text: string): string {
  if (isDay(text)) return text;
  throw new InvalidArgumentError('It must be a date such as 2026-10-31.');
}

/** Prints the latest phase to standard error every few seconds. */
function startProgress() {
  let current = '';
  const timer = setInterval(() => process.stderr.write(`${current}\n`), PROGRESS_EVERY_MS);
  return {
    report(phase: string, done?: number): void {
      current = done === undefined ? phase : `${phase}, ${Math.floor(done * 100)}%`;
    },
    stop: () => clearInterval(timer),
  };
}

const program = new Command('synth')
  .description(
    'Generates a synthetic dataset of any size for load tests, with the distributions of real data. Prints its files as JSON.',
  )
  .argument('<dir>', 'a new or empty directory')
  .requiredOption('--cards <n>', 'number of grader cards', wholeNumber(1, MAX_CARDS))
  .requiredOption('--certs <n>', 'number of certs', wholeNumber(0, MAX_CERTS))
  .requiredOption(
    '--days <n>',
    'days of population changes; 0 for a single date',
    wholeNumber(0, MAX_DAYS),
  )
  .option('--seed <text>', 'seed; the same seed and options produce identical files', '1')
  .option('--until <date>', 'last date of the populations', date, DRAWN_ON)
  .option('--overwrite', 'replace an existing dataset in the directory', false)
  .addHelpText(
    'after',
    `
Examples:
  $ npm run -s synth -- ./big --cards 500000 --certs 5000000 --days 30
  $ npm run -s synth -- ./next-day --cards 500000 --certs 0 --days 0 --until 2026-11-01
The second command continues the populations of the first one (same seed and cards, one day later), unless the first
one printed a warning that it multiplied the populations.`,
  )
  .parse();

const [directory = ''] = program.args;
const options = program.opts<Options>();
const { report, stop } = startProgress();
try {
  const warn = (message: string): boolean => process.stderr.write(`warning: ${message}\n`);
  const files = await synthesize({ ...options, directory, progress: report, warn });
  const { seed, until } = options;
  console.log(JSON.stringify({ directory: resolve(directory), seed, until, files }));
} catch (error) {
  process.stderr.write(`error: ${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  stop();
}
