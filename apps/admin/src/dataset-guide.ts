import { GRADE_SCALES, GRADERS } from '@gcd/contracts';
import { gradeKeys } from './import/fields.js';
import type { Column, FileKind } from './import/file-kind.js';
import { FILE_KINDS } from './import/kinds/index.js';

/** Maps staging columns to file columns, where their names differ. */
const FILE_COLUMN: Readonly<Record<string, string>> = { recorded_on: 'date' };

/** The files of the example dataset that the guide shows. */
const SHOWN = ['cards.csv', 'populations.csv'];

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
  return `### Grade keys\n\nThere are ${count} grade keys, listed from lowest to highest, and the qualifier grades:\n\n${lists.join('\n')}`;
}

/** Inserts line breaks into a long list of keys, indented for a Markdown list item. */
function wrapped(keys: string): string {
  return keys.replaceAll(/(.{60,90}?,) /g, '$1\n  ');
}

function exampleSection(examples: ReadonlyMap<string, string>): string {
  const files = SHOWN.map(
    (name) => `\`${name}\`:\n\n\`\`\`csv\n${examples.get(name)?.trimEnd()}\n\`\`\``,
  );
  return `${EXAMPLE}\n\n${files.join('\n\n')}\n`;
}

const INTRODUCTION = `# Dataset files

<!-- Generated from apps/admin/src/import by \`npm run dataset-docs\`. Do not edit. -->

A dataset is a directory of CSV files. \`admin import DIR\` imports the files, and \`admin import DIR --check\` checks
them without importing anything.

- Files are RFC 4180 CSV in UTF-8, with a header row. Lines end with LF, CRLF or CR.
- Names of files and columns are case-sensitive. Columns may be in any order. Unknown columns and files are ignored with
  a warning, but a directory without any dataset file is an error.
- A missing optional column is treated as empty.
- Every file is optional, and may be gzipped (\`certs.csv.gz\`) or split (\`certs-0001.csv\`, \`certs-0002.csv\`).
- Leading and trailing spaces of a value are ignored.
- A row is rejected if a text contains a control character, such as an escape character or one that reverses text.
  Line breaks and tabs are allowed, except in \`cert\`, \`spec_id\` and \`grader_id2\`.

## Files`;

const IMPORTING = `## Import

### Order

An import reads the files in the order of this page.

Certs, populations and matches refer to cards, and images refer to certs. Import a card or cert before the rows that
refer to it, or together with them. Populations may be imported in any order of dates.

### Upserts

A row with a new key is added. A row with an existing key replaces the stored row. Importing the same files again
changes nothing.

- A row replaces *all* values: an empty or missing optional column clears the stored value. The only exception is
  \`universal_card_id\` in \`cards.csv\`.
- If two rows of an import have the same key but different values, the first one is imported and the second one is
  rejected.
- A population row with the latest date of its card, or a later date, sets the current counts. Counts of earlier dates
  stay in the history. A later row with unchanged counts only updates \`data_last_updated\`.
- A population row with an earlier date only adds to the history, and does not list the card in the change feed.

### Numbers

\`cert\` and \`spec_id\` are read as people type them: \`PSA 64062046\`, \`6406 2046\`, \`64062046.0\` and \`'64062046\`
are stored as \`64062046\`.

- Spellings that differ in hyphens or leading zeros are the same cert. The first spelling that was imported is kept.
- A number that a spreadsheet has rounded, such as \`6.41E+07\`, is rejected. So is a number that names another grader.
- A JSON object with a key twice is rejected.

### Removals

An import never deletes cards, certs, populations, images or authentications, even if the files no longer contain them.

- To unmatch a card, import a row with an empty \`universal_card_id\` in \`matches.csv\`.
- To remove the images of a cert, import a row with both URLs empty.
- To correct counts, import a corrected row for the same card and date.
- A spec from \`specs.csv\` is removed when a card with its \`spec_id\` is imported.

### Matches

\`matches.csv\` and the column \`universal_card_id\` of \`cards.csv\` record manual decisions. \`admin match\` decides
about all other cards, and never overrides a manual decision ([matching.md](matching.md)).

- The id of a universal card is the \`card_id\` of its first grader card: the one that was matched to itself, or to which
  others were matched. This id never changes.
- A universal card has at most one grader card of each grader.
- A manual decision that breaks either rule is rejected, and the import reports the reason.

### Rejected rows

Invalid rows are rejected, and all other rows are imported. The summary shows the number of rejected rows, and the exit
status is 1.

- \`--rejects DIR\` writes the file, line, column and reason of each rejected row to \`DIR/NAME.rejected.csv\`, such as
  \`certs.rejected.csv\`. If no row is rejected, the list of an earlier import is deleted.
- \`--strict\` rolls back the whole import if any row is rejected.
- \`--check\` runs all checks of an import without changing any data, with the same summary, lists and exit status. A
  check can run at any time, even during an import.
- If a file cannot be read or lacks a required column, the whole import fails.

### After an import

As soon as the import has finished, responses contain the new data, including search results. To update matches and
catalogs, run:

    admin match             # matches new grader cards to universal cards
    admin catalogs build    # writes the catalog files again, with the new cards and counts`;

const EXAMPLE = `## Example

[examples/dataset](../examples/dataset) contains a card that was graded by three companies, as three grader cards. While
\`npm start\` is running, this command checks the files:

    npm run -s admin -- import examples/dataset --check`;
