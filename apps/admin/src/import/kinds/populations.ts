import { findGrade, GRADE_SCALES, GRADERS, type Grader } from '@gcd/contracts';
import { FORMATS, readCardId, readDate } from '../fields.js';
import type { FileKind, Row } from '../file-kind.js';
import { mustBe, Rejection, shown } from '../rejection.js';

type CountColumn = (typeof COUNT_COLUMNS)[number];
type Name = 'card_id' | 'date' | CountColumn;

const COUNT_COLUMNS = ['grades', 'qualifiers', 'auto_grades', 'auto_qualifiers'] as const;
// Maximum number of copies of a grader card. The total of all graders then fits PostgreSQL's type `integer`.
const MAX_TOTAL = Math.floor((2 ** 31 - 1) / GRADERS.length);
const COUNTS = 'a JSON object of grade keys and counts';

/**
 * Definition of `populations.csv`. The grade keys in a row determine its grade scale. A row without keys means zero
 * copies on the scale of the card's grader. That grader is known only once the card is read from the database.
 */
export const populations: FileKind<Name> = {
  name: 'populations',
  description:
    'Each row contains the number of graded copies of a grader card, by grade, on one date.',
  columns: {
    card_id: {
      required: true,
      format: FORMATS.cardId,
      example: '85c82c158cac20785082526b3bb6248031db6a66',
    },
    date: {
      required: true,
      format: FORMATS.date,
      example: '2026-10-30',
      note: 'The date of the counts, from 1990 on and not after the current date in UTC.',
    },
    grades: {
      required: true,
      format: COUNTS,
      example: '{"psa_9": 2174, "psa_10": 121}',
      note: `A missing key counts as 0. The counts of a row, including qualifiers, add up to at most ${MAX_TOTAL}.`,
    },
    qualifiers: {
      format: COUNTS,
      example: '{"psa_q8": 12}',
      note: 'Counts of qualifier grades such as `psa_q8`.',
    },
    auto_grades: {
      format: COUNTS,
      example: '{"psa_10": 3}',
      note: 'Counts of autographed copies, which `grades` must include.',
    },
    auto_qualifiers: {
      format: COUNTS,
      example: '{}',
      note: 'Counts of autographed copies, which `qualifiers` must include.',
    },
  },
  staged: {
    card_id: 'bytea',
    recorded_on: 'date',
    grader: 'grader',
    grades: 'integer[]',
    qualifiers: 'integer[]',
    auto_grades: 'integer[]',
    auto_qualifiers: 'integer[]',
    total: 'integer',
    gem_total: 'integer',
  },
  key: ['card_id', 'recorded_on'],
  read(row) {
    const cardId = readCardId(row, 'card_id');
    const date = readDate(row, 'date');
    if (row.grades === '') throw mustBe('grades', COUNTS, '');
    const counts = {
      grades: readObject(row, 'grades'),
      qualifiers: readObject(row, 'qualifiers'),
      auto_grades: readObject(row, 'auto_grades'),
      auto_qualifiers: readObject(row, 'auto_qualifiers'),
    };
    const first = firstKey(counts);
    if (!first) return [cardId, date, null, '{}', '{}', '{}', '{}', 0, 0];
    const grader = GRADERS.find((each) => first.key.startsWith(`${each}_`));
    if (!grader) throw unknownKey(first.key, first.column, cardId);
    const arrayOf = (column: CountColumn): number[] =>
      toArray(counts[column], column, grader, cardId);
    const grades = arrayOf('grades');
    const qualifiers = arrayOf('qualifiers');
    const autoGrades = arrayOf('auto_grades');
    const autoQualifiers = arrayOf('auto_qualifiers');
    checkContained(counts, 'auto_grades', 'grades');
    checkContained(counts, 'auto_qualifiers', 'qualifiers');
    const total = sum(grades) + sum(qualifiers);
    if (total > MAX_TOTAL) {
      throw new Rejection(
        'grades',
        `The counts must add up to at most ${MAX_TOTAL}, not ${total}.`,
      );
    }
    const gems = grades.filter((_, at) => GRADE_SCALES[grader].grades[at]?.isGem);
    const arrays = [grades, qualifiers, autoGrades, autoQualifiers].map((each) => `{${each}}`);
    return [cardId, date, grader, ...arrays, total, sum(gems)];
  },
};

type Counts = Readonly<Record<string, number>>;

function readObject(row: Row<Name>, column: CountColumn): Counts {
  if (row[column] === '') return {};
  const value = parseJson(row[column]);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw mustBe(column, COUNTS, row[column]);
  }
  for (const [key, count] of Object.entries(value)) {
    if (!Number.isInteger(count) || count < 0 || count > MAX_TOTAL) {
      const name = `The count of ${shown(key)} in ${column}`;
      // A nested value is not shown, because it may be too deep for JSON.stringify.
      const value = typeof count === 'object' ? 'object' : JSON.stringify(count);
      throw mustBe(column, `a whole number from 0 to ${MAX_TOTAL}`, value, name);
    }
  }
  checkRepeatedKeys(row[column], column, Object.keys(value).length);
  return value as Counts;
}

/** Rejects JSON text with a key twice, of which `JSON.parse` keeps only the last. The values must be numbers. */
function checkRepeatedKeys(json: string, column: CountColumn, keys: number): void {
  const names = json.split('"').filter((_, index) => index % 2 === 1);
  if (names.length === keys) return;
  const repeated = names.find((name, index) => names.indexOf(name) !== index) ?? '';
  throw new Rejection(column, `${column} has the key ${shown(repeated)} twice. Remove one.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function firstKey(
  counts: Readonly<Record<CountColumn, Counts>>,
): { key: string; column: CountColumn } | undefined {
  for (const column of COUNT_COLUMNS) {
    for (const key in counts[column]) return { key, column };
  }
  return undefined;
}

/** Creates an array of counts in the order of the grade scale. */
function toArray(counts: Counts, column: CountColumn, grader: Grader, cardId: string): number[] {
  const ofQualifiers = column.endsWith('qualifiers');
  const scale = GRADE_SCALES[grader];
  const array = new Array<number>((ofQualifiers ? scale.qualifiers : scale.grades).length).fill(0);
  for (const key in counts) {
    const found = findGrade(grader, key);
    if (!found) {
      const isOther = GRADERS.some((each) => findGrade(each, key));
      throw isOther ? mixedKeys(key, column, grader, cardId) : unknownKey(key, column, cardId);
    }
    const at = 'qualifier' in found ? found.qualifier : found.grade;
    if ('qualifier' in found !== ofQualifiers) {
      const right = `${column.startsWith('auto_') ? 'auto_' : ''}${ofQualifiers ? 'grades' : 'qualifiers'}`;
      throw new Rejection(
        column,
        `${shown(key)} belongs in the column ${right}, not in ${column}.`,
      );
    }
    array[at] = counts[key] ?? 0;
  }
  return array;
}

// Keep the card id of the rejected row, so that a later step can list the keys that the card's grader allows.

function unknownKey(key: string, column: CountColumn, cardId: string): Rejection {
  return new Rejection(column, `${shown(key)} in ${column} is not a grade key.`, [cardId]);
}

function mixedKeys(key: string, column: CountColumn, grader: Grader, cardId: string): Rejection {
  const reason = `The row has grade keys of ${grader}, but ${column} has ${shown(key)}.`;
  return new Rejection(column, reason, [cardId]);
}

function checkContained(
  counts: Readonly<Record<CountColumn, Counts>>,
  part: CountColumn,
  whole: CountColumn,
): void {
  for (const [key, count] of Object.entries(counts[part])) {
    const most = counts[whole][key] ?? 0;
    if (count <= most) continue;
    const reason = `${part} must not exceed ${whole}: ${key} is ${count} in ${part} and ${most} in ${whole}.`;
    throw new Rejection(part, reason);
  }
}

function sum(counts: readonly number[]): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}
