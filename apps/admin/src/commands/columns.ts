import { GRADERS } from '@gcd/contracts';
import { Argument, Command } from 'commander';
import { gradeKeys } from '../import/fields.js';
import type { Column, FileKind } from '../import/file-kind.js';
import { FILE_KINDS } from '../import/kinds/index.js';

const HELP = `
Prints Markdown. Without a name, it describes every file.
Examples:
$ admin columns
$ admin columns certs populations`;

/** Maps staging columns to file columns, where their names differ. */
const FILE_COLUMN: Readonly<Record<string, string>> = { recorded_on: 'date' };

/** Creates `admin columns`, which describes the dataset files by the definitions that the import uses. */
export function columnsCommand(): Command {
  const names = FILE_KINDS.map(({ name }) => name);
  return new Command('columns')
    .description('Lists the columns of the dataset files, with their formats, and the grade keys.')
    .addArgument(new Argument('[file...]', 'names of files').choices(names))
    .addHelpText('after', HELP)
    .action((files: string[]) => {
      const kinds = FILE_KINDS.filter(({ name }) => files.length === 0 || files.includes(name));
      const sections = [...kinds.map(fileSection), gradeSection()];
      process.stdout.write(`${sections.join('\n\n')}\n`);
    });
}

function fileSection(kind: FileKind): string {
  const columns = Object.entries(kind.columns);
  const key = kind.key.map((column) => `\`${FILE_COLUMN[column] ?? column}\``).join(', ');
  const notes = columns.flatMap(([name, { note }]) => (note ? [`- \`${name}\`: ${note}`] : []));
  const rows = ['| Column | Required | Format | Example |', '|---|---|---|---|'];
  return [
    `## \`${kind.name}.csv\``,
    kind.description,
    `Key: ${key}.`,
    [...rows, ...columns.map(columnRow)].join('\n'),
    ...(notes.length ? [notes.join('\n')] : []),
  ].join('\n\n');
}

function columnRow([name, { required, format, example }]: [string, Column]): string {
  const cells = [`\`${name}\``, required ? 'yes' : 'no', format, example && `\`${example}\``];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function gradeSection(): string {
  const keys = GRADERS.flatMap((grader) => {
    const qualifiers = gradeKeys(grader, 'qualifiers');
    return [
      `- ${grader}: ${gradeKeys(grader, 'grades')}`,
      ...(qualifiers ? [`- ${grader}, with a qualifier: ${qualifiers}`] : []),
    ];
  });
  return `## Grade keys\n\nFrom lowest to highest:\n\n${keys.join('\n')}`;
}
