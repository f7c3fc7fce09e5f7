import { Command } from 'commander';
import { publishDatasetChanged } from '../publish-event.js';
import { jsonOption } from '../arguments.js';
import { withDatabase } from '../database.js';
import { type ImportReport, importDataset } from '../import/import-dataset.js';
import { print, table } from '../output.js';
import { startProgress } from '../progress.js';
import { updateEngine } from '../search/engine.js';
import { NO_WAIT } from '../writer.js';

interface Options {
  check?: boolean;
  strict?: boolean;
  rejects?: string;
  wait: boolean;
  json?: boolean;
}

export function importCommand(): Command {
  return new Command('import')
    .description(
      'Imports a dataset: a directory of CSV files. Importing the same files again changes nothing.',
    )
    .argument('<dir>', 'directory with cards.csv, certs.csv, … (also NAME.csv.gz, NAME-0001.csv)')
    .option('--check', 'validate the dataset as an import would, without writing anything')
    .option('--strict', 'import nothing if any row is rejected')
    .option(
      '--rejects <dir>',
      'list the rejected rows in this directory: file, line, column and reason, in NAME.rejected.csv (such as certs.rejected.csv)',
    )
    .option('--no-wait', NO_WAIT)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Invalid rows are rejected; the others are imported. The exit status is 1 if any row was rejected.
The command columns describes every file and column.
Examples:
$ admin import ./dataset --check --rejects ./rejects     list invalid rows without importing anything
$ admin import ./dataset --rejects ./rejects             import valid rows and list the others
$ admin import ./dataset --strict                        import all rows or none
$ admin import ./dataset && admin match && admin catalogs build`,
    )
    .action(runImport);
}

async function runImport(directory: string, options: Options): Promise<void> {
  const warnings: string[] = [];
  const progress = startProgress();
  const check = options.check ?? false;
  const warn = (message: string) => {
    warnings.push(message);
    process.stderr.write(`warning: ${message}\n`);
  };
  const report = await withDatabase(async (database) => {
    const imported = await importDataset(database, {
      directory,
      check,
      strict: options.strict ?? false,
      rejectsDirectory: options.rejects,
      wait: options.wait,
      progress,
      onCommit: () => publishDatasetChanged(database),
      warn,
    });
    await updateEngine(database, progress, warn);
    return imported;
  }).finally(() => progress.stop());
  print(options.json, { ...view(report), check, warnings }, () => describe(report, check));
  if (report.rejected > 0) process.exitCode = 1;
}

function view(report: ImportReport) {
  return {
    import: report.id,
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

function describe(report: ImportReport, check: boolean): string {
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
    `${pace}, data version ${report.version}`,
    ...report.rejects.map((path) => `Rejected rows: ${path}`),
    ...closing(report, check),
  ].join('\n');
}

function closing({ rejected, rolledBack, rejects }: ImportReport, check: boolean): string[] {
  const lines: string[] = [];
  if (rejected > 0 && rejects.length === 0) {
    lines.push('To list the rejected rows with their reasons, add --rejects DIR.');
  }
  if (check && rolledBack) lines.push('With --strict, nothing would be imported.');
  if (check) lines.push('This was a check: nothing was imported.');
  else if (rolledBack) lines.push('Nothing was imported, because of --strict.');
  return lines;
}
