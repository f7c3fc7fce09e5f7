import { DATASET_CHANGED } from '@gcd/contracts';
import { Command } from 'commander';
import { announce } from '../announce.js';
import { jsonOption } from '../arguments.js';
import { withDatabase } from '../database.js';
import { type LoadReport, load } from '../import/load.js';
import { print, table } from '../output.js';
import { startProgress } from '../progress.js';

interface ImportOptions {
  strict?: boolean;
  rejects?: string;
  wait: boolean;
  json?: boolean;
}

/** `admin import` */
export function importCommand(): Command {
  return new Command('import')
    .description('Loads a dataset: a directory of CSV files. Loading it again changes nothing.')
    .argument('<dir>', 'directory with cards.csv, certs.csv, … (also NAME.csv.gz, NAME-0001.csv)')
    .option('--strict', 'load nothing when one row is bad')
    .option('--rejects <dir>', 'write the bad rows of each file to NAME.rejected.csv there')
    .option('--no-wait', 'refuse when another load is under way, instead of waiting for it')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ admin import ./dataset --rejects ./rejects')
    .action(importDataset);
}

async function importDataset(directory: string, options: ImportOptions): Promise<void> {
  const warnings: string[] = [];
  const progress = startProgress();
  const report = await withDatabase((database) =>
    load(database, {
      directory,
      strict: options.strict ?? false,
      rejectsDirectory: options.rejects,
      wait: options.wait,
      progress,
      onCommit: (version) => announce(DATASET_CHANGED, { version }),
      warn(message) {
        warnings.push(message);
        process.stderr.write(`warning: ${message}\n`);
      },
    }),
  ).finally(() => progress.stop());
  print(options.json, { ...view(report), warnings }, () => describe(report));
  if (report.rejected > 0) process.exitCode = 1;
}

function view(report: LoadReport) {
  return {
    load: report.load,
    version: report.version,
    as_of: report.asOf,
    files: report.files,
    rejected: report.rejected,
    rejects: report.rejects,
    rolled_back: report.rolledBack,
    seconds: Number(report.seconds.toFixed(3)),
    rows_per_second: report.rowsPerSecond,
  };
}

function describe(report: LoadReport): string {
  const rows = Object.entries(report.files).map(([name, counts]) => [
    name,
    counts.read,
    counts.added,
    counts.changed,
    counts.unchanged,
    counts.rejected,
  ]);
  const pace = `${report.seconds.toFixed(1)} s, ${report.rowsPerSecond.toLocaleString('en')} rows/s`;
  return [
    table(['file', 'read', 'added', 'changed', 'unchanged', 'rejected'], rows),
    `${pace}, version ${report.version} of the data`,
    ...report.rejects.map((path) => `Rejected rows: ${path}`),
    ...(report.rolledBack ? ['Nothing was loaded, because of --strict.'] : []),
  ].join('\n');
}
