import { GRADE_SCALES, GRADERS } from '@gcd/contracts';
import { gradeKeys } from './import/fields.js';
import type { Column, FileKind } from './import/file-kind.js';
import { FILE_KINDS } from './import/kinds/index.js';

/** Staging columns whose name differs from the column in the file. */
const FILE_COLUMN: Readonly<Record<string, string>> = { recorded_on: 'date' };

/**
 * Generates `docs/dataset.md` from the column definitions of the import.
 * @param examples content of each file of the example dataset, by file name
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
  return `### Grade keys\n\nThe ${count} grade keys, lowest first, and the qualifier grades:\n\n${lists.join('\n')}`;
}

/** Wraps a long list of keys within a Markdown list item. */
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

A dataset is a directory of CSV files. \`admin import DIR\` imports it; \`admin import DIR --check\` only checks it.

- Files are RFC 4180 CSV in UTF-8, with a header row.
- Columns may be in any order. Unknown columns and files are ignored with a warning.
- An absent optional column is empty.
- Every file is optional, and may be gzipped (\`certs.csv.gz\`) or split (\`certs-0001.csv\`, \`certs-0002.csv\`).
- Spaces around a value are dropped.

## Files`;

const IMPORTING = `## Import

### Order

Within one import, files are imported in this order:

${ORDER}

Rows may refer to rows of the same import or of earlier ones: certs, populations and matches refer to cards, and images
to certs. Therefore import cards first, or together with the rows that refer to them. Populations may be imported in any
order of dates.

### Upserts

A row whose key is new is added. A row whose key exists replaces the stored row if any value differs. Importing the same
files again changes nothing.

- A row replaces *all* values: an empty or absent optional column clears the stored value. \`universal_card_id\` of
  \`cards.csv\` is the exception.
- Two rows of one import with the same key must be equal. Otherwise the first is imported and the second is rejected.
- Populations are a history. A row newer than the newest row of its card becomes the newest. A row with the newest date
  replaces it. An older row only adds to the history, and never puts the card in the change feed. A row equal to the
  newest values only updates \`data_last_updated\`.

### Removals

An import never deletes cards, certs, populations, images or authentications: what is missing from the files stays.

- To unmatch a card, give it an empty \`universal_card_id\` in \`matches.csv\`.
- To remove the images of a cert, import a row with both URLs empty.
- To correct counts, import a row with the same card and date.
- A number leaves \`specs.csv\`'s list when a card with this \`spec_id\` is imported.

### Matches

\`matches.csv\` and the \`universal_card_id\` of \`cards.csv\` record manual decisions. \`admin match\` decides about the
remaining cards, and gives way to manual decisions ([matching.md](matching.md)).

- The id of a universal card never changes. It is the \`card_id\` of the card that was first matched to itself or that
  others were first matched to.
- A universal card has at most one grader card of each grader.
- A decision that breaks one of these rules is rejected with the reason.

### Rejected rows

Bad rows are rejected and the others are imported. The summary counts the rejected rows, and the exit status is 1.

- \`--rejects DIR\` lists them in \`DIR/NAME.rejected.csv\`, such as \`certs.rejected.csv\`: file, line, column and reason.
  The list of an earlier import is deleted when nothing was rejected.
- \`--strict\` rolls the whole import back if any row is rejected.
- \`--check\` does everything that an import does except writing: same checks, summary, lists and exit status. It changes
  nothing, waits for nobody, and may run while the API serves and another import runs.
- A file that cannot be read, or that lacks a required column, fails the whole import.

### After an import

The API serves the new data, its search included, as soon as the import has finished. Two steps are separate:

    admin match             # matches new grader cards to universal cards
    admin catalogs build    # writes the catalog files again, with the new cards and counts`;

const EXAMPLE = `## Example

[examples/dataset](../examples/dataset) has three cards, which are one card graded by three companies:

    npm run -s admin -- import examples/dataset --check`;
