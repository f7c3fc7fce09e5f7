import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { buildDataset } from './build.js';
import { sampleDirectory } from './index.js';

interface Arguments {
  readonly from: string;
  readonly out: string;
  readonly seed: string;
  readonly share: number;
}

function parseShare(text: string): number {
  const share = Number(text);
  if (!(share >= 0 && share <= 1)) throw new InvalidArgumentError('must be a number from 0 to 1');
  return share;
}

const program = new Command('sample')
  .description('Builds the sample dataset from public source files.')
  .requiredOption('--from <dir>', 'directory with the source files (see the README)')
  .option('--out <dir>', 'where to write', sampleDirectory)
  .option('--seed <text>', 'seed of the generated numbers', '1')
  .option('--share <part>', 'share of the less popular sets to include', parseShare, 0.36)
  .parse();

const options = program.opts<Arguments>();
const { rows, matching } = await buildDataset(options);
for (const [name, count] of Object.entries(rows)) {
  const { size } = await stat(join(options.out, `${name}.csv.gz`));
  console.log(
    `${name.padEnd(16)} ${String(count).padStart(8)} rows ${String(size).padStart(9)} bytes`,
  );
}
const { cards, complete, others, matched, wrong } = matching;
console.log(
  `The matcher found ${matched} of ${others} matches, and all graders of ${complete} of ${cards} cards. ` +
    `${wrong} universal cards were wrong.`,
);
