import { findGrade, GRADE_SCALES, GRADERS, type Grader } from '@gcd/contracts';
import { readCardId, readDate } from '../fields.js';
import type { FileKind, Row } from '../file-kind.js';
import { Rejection, shown } from '../rejection.js';

type CountColumn = 'grades' | 'qualifiers' | 'auto_grades' | 'auto_qualifiers';
type Column = 'card_id' | 'date' | CountColumn;

const GREATEST_TOTAL = 2 ** 31 - 1;

/**
 * `populations.csv`: counts of graded copies of a card on a date. Which scale the counts are on shows in their keys; a row
 * without any key says zero copies, on the scale of the card's grader, which only the database knows.
 */
export const populations: FileKind<Column> = {
  name: 'populations',
  required: ['card_id', 'date', 'grades'],
  optional: ['qualifiers', 'auto_grades', 'auto_qualifiers'],
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
    if (row.grades === '') throw new Rejection('grades', 'is empty');
    const counts = {
      grades: readObject(row, 'grades'),
      qualifiers: readObject(row, 'qualifiers'),
      auto_grades: readObject(row, 'auto_grades'),
      auto_qualifiers: readObject(row, 'auto_qualifiers'),
    };
    const grader = graderOf(counts);
    if (!grader) return [cardId, date, null, '{}', '{}', '{}', '{}', 0, 0];
    const grades = position(counts.grades, 'grades', grader);
    const qualifiers = position(counts.qualifiers, 'qualifiers', grader);
    const autoGrades = position(counts.auto_grades, 'auto_grades', grader);
    const autoQualifiers = position(counts.auto_qualifiers, 'auto_qualifiers', grader);
    checkContained(autoGrades, grades, 'auto_grades', 'grades');
    checkContained(autoQualifiers, qualifiers, 'auto_qualifiers', 'qualifiers');
    const total = sum(grades) + sum(qualifiers);
    if (total > GREATEST_TOTAL) throw new Rejection('grades', `counts ${total} copies`);
    const gems = grades.filter((_, at) => GRADE_SCALES[grader].grades[at]?.isGem);
    const arrays = [grades, qualifiers, autoGrades, autoQualifiers].map((each) => `{${each}}`);
    return [cardId, date, grader, ...arrays, total, sum(gems)];
  },
};

type Counts = Readonly<Record<string, number>>;

function readObject(row: Row<Column>, column: CountColumn): Counts {
  if (row[column] === '') return {};
  const value = parseJson(row[column]);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Rejection(column, `${shown(row[column])} is not a JSON object of counts`);
  }
  for (const [key, count] of Object.entries(value)) {
    if (!Number.isInteger(count) || count < 0 || count > GREATEST_TOTAL) {
      const found = shown(JSON.stringify(count));
      throw new Rejection(column, `${shown(key)}: ${found} is not a whole number from 0`);
    }
  }
  return value as Counts;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function graderOf(counts: Readonly<Record<CountColumn, Counts>>): Grader | undefined {
  for (const each of Object.values(counts)) {
    for (const key in each) return GRADERS.find((grader) => key.startsWith(`${grader}_`)) ?? 'psa';
  }
  return undefined;
}

/** Puts counts at their positions in the grader's scale. */
function position(counts: Counts, column: CountColumn, grader: Grader): number[] {
  const ofQualifiers = column.endsWith('qualifiers');
  const scale = GRADE_SCALES[grader];
  const array = new Array<number>((ofQualifiers ? scale.qualifiers : scale.grades).length).fill(0);
  for (const key in counts) {
    const found = findGrade(grader, key);
    if (!found) throw new Rejection(column, `${shown(key)} is no grade of ${grader}`);
    const at = 'qualifier' in found ? found.qualifier : found.grade;
    if ('qualifier' in found !== ofQualifiers) {
      throw new Rejection(column, `${shown(key)} is ${ofQualifiers ? 'not ' : ''}a qualifier`);
    }
    array[at] = counts[key] ?? 0;
  }
  return array;
}

function checkContained(
  part: readonly number[],
  whole: readonly number[],
  column: CountColumn,
  container: CountColumn,
): void {
  const at = part.findIndex((count, index) => count > (whole[index] ?? 0));
  if (at >= 0) {
    throw new Rejection(column, `counts ${part[at]} where ${container} counts ${whole[at]}`);
  }
}

function sum(counts: readonly number[]): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}
