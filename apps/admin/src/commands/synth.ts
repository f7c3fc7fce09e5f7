import { resolve } from 'node:path';
import { Command } from 'commander';
import { jsonOption, pastDate, wholeNumber } from '../arguments.js';
import { print, table } from '../output.js';
import { startProgress } from '../progress.js';
import { DRAWN_ON } from '../synth/population.js';
import { synthesize } from '../synth/synthesize.js';

interface SynthOptions {
  cards: number;
  certs: number;
  days: number;
  seed: string;
  until: string;
  overwrite?: boolean;
  json?: boolean;
}

const [MAX_CARDS, MAX_CERTS, MAX_DAYS] = [100_000_000, 500_000_000, 10_000];

export function synthCommand(): Command {
  return new Command('synth')
    .description(
      'Generates a synthetic dataset of any size for load tests, with the distributions of real data.',
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
    .option('--until <date>', 'last date of the populations', pastDate, DRAWN_ON)
    .option('--overwrite', 'replace an existing dataset in the directory')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  $ admin synth ./big --cards 500000 --certs 5000000 --days 30
  $ admin synth ./next-day --cards 500000 --certs 0 --days 0 --until 2026-11-01
The second command continues the populations of the first one (same seed and cards, one day later), unless the first
one printed a warning that it multiplied the populations.`,
    )
    .action(writeDataset);
}

async function writeDataset(directory: string, options: SynthOptions): Promise<void> {
  const started = performance.now();
  const progress = startProgress();
  const files = await synthesize({
    ...options,
    directory,
    overwrite: options.overwrite ?? false,
    progress,
    warn: (message) => process.stderr.write(`warning: ${message}\n`),
  }).finally(() => progress.stop());
  const seconds = Number(((performance.now() - started) / 1000).toFixed(3));
  const { seed, until } = options;
  print(options.json, { directory: resolve(directory), seed, until, files, seconds }, () =>
    [
      table(
        ['file', 'rows', 'bytes'],
        Object.entries(files).map(([name, { rows, bytes }]) => [name, rows, bytes]),
      ),
      `${seconds.toFixed(1)} s`,
    ].join('\n'),
  );
}
