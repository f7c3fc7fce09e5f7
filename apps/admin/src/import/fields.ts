import {
  dayOf,
  GRADE_SCALES,
  GRADERS,
  type Grader,
  isDay,
  normalizeCardId,
  parseGrader,
  readNumber,
} from '@gcd/contracts';
import type { Row } from './file-kind.js';
import { checkPrintable, mustBe, Rejection, shown } from './rejection.js';

const MAX_IDENTIFIER = 64;
const MAX_TEXT = 2000;
const OLDEST_YEAR = '1990';
// The current date in UTC. It is computed only once, because every row is compared with it.
const NEWEST_DAY = dayOf(Date.now());
const BLANKS = /\s/;

/** Descriptions of value formats, for rejection messages and `admin columns`. */
export const FORMATS = {
  text: `a text of at most ${MAX_TEXT} characters`,
  identifier: `a text of at most ${MAX_IDENTIFIER} characters`,
  grader: `one of ${GRADERS.join(', ')} (or bgs, bvg, bccg, csg)`,
  cardId: '40 hexadecimal digits',
  date: 'a date YYYY-MM-DD',
  month: 'a month YYYY-MM',
  boolean: 'true or false (or t, f, 1, 0)',
  link: 'a URL that begins with https:// or http://',
  secureLink: 'a URL that begins with https://',
} as const;

/** Allowed protocols of {@link FORMATS.link} and {@link FORMATS.secureLink}. */
const PROTOCOLS = { link: ['https:', 'http:'], secureLink: ['https:'] } as const;

function required(column: string): Rejection {
  return new Rejection(column, `${column} must not be empty.`);
}

export function readText<Column extends string>(row: Row<Column>, column: Column): string {
  const text = row[column];
  if (text === '') throw required(column);
  if (text.length > MAX_TEXT) throw mustBe(column, FORMATS.text, text);
  checkPrintable(column, text, true);
  return text;
}

/** Reads a string. Returns null if the column is empty. */
export function readOptionalText<Column extends string>(
  row: Row<Column>,
  column: Column,
): string | null {
  return row[column] === '' ? null : readText(row, column);
}

/** Reads a short string that distinguishes records. Returns null if the column is empty. */
export function readOptionalIdentifier<Column extends string>(
  row: Row<Column>,
  column: Column,
): string | null {
  if (row[column] === '') return null;
  checkIdentifier(row[column], column);
  return row[column];
}

/**
 * Reads a cert number or spec number of a grader as people type it.
 * @returns the number as printed
 */
export function readGraderNumber<Column extends string>(
  row: Row<Column>,
  column: Column,
  grader: Grader,
): string {
  const sent = row[column];
  const { typed, grader: named, isRounded } = readNumber(sent);
  if (typed === '') throw required(column);
  if (isRounded) {
    const reason = `${column} was rounded by a spreadsheet: ${shown(sent)}. Format the column as text, and export the numbers again.`;
    throw new Rejection(column, reason);
  }
  if (named !== null && named !== grader) {
    throw new Rejection(column, `${column} must be of ${grader}, not ${shown(sent)}.`);
  }
  // Format characters, such as direction marks, are not part of the number.
  checkPrintable(column, sent.replace(/\p{Cf}/gu, ''), false);
  checkIdentifier(typed, column);
  if (!/\p{N}/u.test(typed)) throw mustBe(column, 'a number', sent);
  return typed;
}

function checkIdentifier(text: string, column: string): void {
  if (text.length > MAX_IDENTIFIER) throw mustBe(column, FORMATS.identifier, text);
  checkPrintable(column, text, false);
}

/** Reads a grader, given by its name or an alias. */
export function readGrader(row: Row<'grader'>): Grader {
  const grader = parseGrader(row.grader);
  if (grader) return grader;
  throw row.grader === '' ? required('grader') : mustBe('grader', FORMATS.grader, row.grader);
}

/** Reads a card id and formats it as a PostgreSQL bytea literal. */
export function readCardId<Column extends string>(row: Row<Column>, column: Column): string {
  const cardId = readOptionalCardId(row, column);
  if (cardId) return cardId;
  throw required(column);
}

/** Like {@link readCardId}, but returns null if the column is empty. */
export function readOptionalCardId<Column extends string>(
  row: Row<Column>,
  column: Column,
): string | null {
  const text = row[column];
  if (text === '') return null;
  const cardId = normalizeCardId(text);
  if (cardId) return `\\x${cardId}`;
  throw mustBe(column, FORMATS.cardId, text);
}

/** Reads a past date, formatted as `YYYY-MM-DD`. */
export function readDate<Column extends string>(row: Row<Column>, column: Column): string {
  const text = row[column];
  if (text === '') throw required(column);
  if (!isDay(text)) throw mustBe(column, FORMATS.date, text);
  checkRange(text, column);
  return text;
}

/** Reads a past month, given as `YYYY-MM` and stored as its first day. Returns null if the column is empty. */
export function readMonth<Column extends string>(row: Row<Column>, column: Column): string | null {
  const text = row[column];
  if (text === '') return null;
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw mustBe(column, FORMATS.month, text);
  checkRange(text, column);
  return `${text}-01`;
}

function checkRange(date: string, column: string): void {
  if (date > NEWEST_DAY) {
    throw new Rejection(column, `${column} must not be in the future: ${date}.`);
  }
  if (date < OLDEST_YEAR) {
    throw new Rejection(column, `${column} must not be before ${OLDEST_YEAR}: ${date}.`);
  }
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['', false],
  ['true', true],
  ['false', false],
  ['t', true],
  ['f', false],
  ['1', true],
  ['0', false],
]);

/** Reads a boolean: `true`, `false`, `t`, `f`, `1` or `0`. An empty column means false. */
export function readBoolean<Column extends string>(row: Row<Column>, column: Column): boolean {
  const value = BOOLEANS.get(row[column]) ?? BOOLEANS.get(row[column].toLowerCase());
  if (value !== undefined) return value;
  throw mustBe(column, FORMATS.boolean, row[column]);
}

/** Reads a URL. Returns null if the column is empty. */
export function readLink<Column extends string>(
  row: Row<Column>,
  column: Column,
  format: keyof typeof PROTOCOLS,
): string | null {
  const text = readOptionalText(row, column);
  if (text === null) return null;
  const isLink = !BLANKS.test(text) && URL.canParse(text);
  const protocols: readonly string[] = PROTOCOLS[format];
  if (isLink && protocols.includes(new URL(text).protocol)) return text;
  throw mustBe(column, FORMATS[format], text);
}

/** Lists the grade keys of a grader, for a rejection message. */
export function gradeKeys(grader: Grader, which: 'grades' | 'qualifiers'): string {
  return GRADE_SCALES[grader][which].map(({ key }) => key).join(', ');
}
