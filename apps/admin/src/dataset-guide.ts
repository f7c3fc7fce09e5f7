import { GRADE_SCALES, GRADERS } from '@gcd/contracts';
import { gradeKeys } from './import/fields.js';
import type { Column, FileKind } from './import/file-kind.js';
import { FILE_KINDS } from './import/kinds/index.js';

/** Names of file columns that differ from the name of their staging column. */
const FILE_COLUMN: Readonly<Record<string, string>> = { recorded_on: 'date' };

/**
 * Generates `docs/dataset.md` from the column definitions of the import.
 * @param examples content of each file in the example dataset, by file name
 */
export function datasetGuide(examples: ReadonlyMap<string, string>): string {
  return [
    INTRODUCTION,
    ...FILE_KINDS.map(fileSection),
    gradeSection(),
    IMPORTING,
    exampleSection(examples),
  ].join('\n\n');
}

function fileSection(kind: FileKind): string {
  const columns = Object.entries(kind.columns);
  const key = kind.key.map((column) => `\`${FILE_COLUMN[column] ?? column}\``).join(', ');
  const notes = columns.flatMap(([name, { note }]) => (note ? [`- \`${name}\`: ${note}`] : []));
  return [
    `### \`${kind.name}.csv\``,
    kind.description,
    `Key: ${key}.`,
    [
      '| Column | Required | Format | Example |',
      '|---|---|---|---|',
      ...columns.map(columnRow),
    ].join('\n'),
    ...(notes.length ? [notes.join('\n')] : []),
  ].join('\n\n');
}

function columnRow([name, { required, format, example }]: [string, Column]): string {
  const cells = [`\`${name}\``, required ? 'yes' : 'no', format, example && `\`${example}\``];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`.replaceAll(
    '|  |',
    '| |',
  );
}

function gradeSection(): string {
  const lists = GRADERS.flatMap((grader) => {
    const qualifiers = gradeKeys(grader, 'qualifiers');
    return [
      `- ${grader}: ${wrapped(gradeKeys(grader, 'grades'))}`,
      ...(qualifiers ? [`- ${grader}, with a qualifier: ${wrapped(qualifiers)}`] : []),
    ];
  });
  const count = Object.values(GRADE_SCALES).reduce((sum, { grades }) => sum + grades.length, 0);
  return `### Grade keys\n\nThis list contains the ${count} grade keys, lowest first, and the qualifier grades:\n\n${lists.join('\n')}`;
}

/** Wraps a long list of keys in a Markdown list item. */
function wrapped(keys: string): string {
  return keys.replaceAll(/(.{60,90}?,) /g, '$1\n  ');
}

function exampleSection(examples: ReadonlyMap<string, string>): string {
  const files = [...examples].map(
    ([name, content]) => `\`${name}\`:\n\n\`\`\`csv\n${content.trimEnd()}\n\`\`\``,
  );
  return `${EXAMPLE}\n\n${files.join('\n\n')}\n`;
}

const ORDER = FILE_KINDS.map(({ name }, at) => `${at + 1}. \`${name}.csv\``).join('\n');

const INTRODUCTION = `# Dataset files

<!-- Generated from apps/admin/src/import by \`npm run dataset-docs\`. Do not edit. -->

A dataset is a directory of CSV files. \`admin import DIR\` imports a dataset, and \`admin import DIR --check\` only
checks it.

- Files are RFC 4180 CSV in UTF-8, with a header row.
- Columns may be in any order. Unknown columns and files are ignored with a warning.
- An optional column that is absent counts as empty.
- Every file is optional, and may be gzipped (\`certs.csv.gz\`) or split (\`certs-0001.csv\`, \`certs-0002.csv\`).
- Spaces before and after a value are ignored.

## Files`;

const IMPORTING = `## Import

### Order

Within one import, files are imported in this order:

${ORDER}

Rows may refer to rows of the same import or of earlier imports: certs, populations and matches refer to cards, and
images to certs. Import cards before the rows that refer to them, or together with them. Populations may be imported in
any order of dates.

### Upserts

An import adds a row whose key is new. If the key exists, the row replaces the stored row. Importing the same
files again changes nothing.

- A row replaces *all* values: an empty or absent optional column clears the stored value. \`universal_card_id\` of
  \`cards.csv\` is the exception.
- Two rows of one import with the same key must be equal. If they differ, the first row is imported and the second
  row is rejected.
- Counts of earlier dates are kept. A row with a later date than all others of its card sets the latest counts. A row
  with the latest date replaces the latest counts. A row with an earlier date only adds to the history, and does not list
  the card in the change feed. A row with a later date and unchanged counts only updates \`data_last_updated\`.

### Removals

An import never deletes cards, certs, populations, images or authentications. Rows that are missing from the files stay
in the database.

- To unmatch a card, give it an empty \`universal_card_id\` in \`matches.csv\`.
- To remove the images of a cert, import a row with both URLs empty.
- To correct counts, import a row with the same card and date.
- A spec from \`specs.csv\` is removed when a card with its \`spec_id\` is imported.

### Matches

\`matches.csv\` and the \`universal_card_id\` of \`cards.csv\` record manual decisions. \`admin match\` decides about
the remaining cards, and never overrides a manual decision ([matching.md](matching.md)).

- The id of a universal card never changes. The id is the \`card_id\` of the first grader card that was
  matched to itself, or to which other grader cards were matched.
- A universal card has at most one grader card of each grader.
- A manual decision that breaks one of these rules is rejected, and the reason is reported.

### Rejected rows

Invalid rows are rejected, and all other rows are imported. The summary counts the rejected rows, and the exit status is
1.

- \`--rejects DIR\` lists the rejected rows in \`DIR/NAME.rejected.csv\`, such as \`certs.rejected.csv\`: file, line,
  column and reason. If no row is rejected, the list of an earlier import is deleted.
- \`--strict\` rolls back the whole import if any row is rejected.
- \`--check\` runs all checks of an import without changing any data. The summary, the lists of rejected rows and the
  exit status are those of a real import. A check can run at any time, even during an import.
- A file that cannot be read, or that lacks a required column, fails the whole import.

### After an import

As soon as the import has finished, all responses contain the new data, including search results. Matching and catalogs
need separate commands:

    admin match             # matches new grader cards to universal cards
    admin catalogs build    # writes the catalog files again, with the new cards and counts`;

const EXAMPLE = `## Example

[examples/dataset](../examples/dataset) contains one card that three companies have graded, as three grader cards:

    npm run -s admin -- import examples/dataset --check`;
