import { GRADERS, type Grader, normalizeCardId, normalizeCert, parseGrader } from '@gcd/contracts';
import type { Row } from './file-kind.js';
import { Rejection, shown } from './rejection.js';

const LONGEST_CERT = 64;
const LONGEST_TEXT = 2000;
const DAY_MS = 86_400_000;
const OLDEST_YEAR = '1990';
// Tomorrow, for the sake of time zones. Asked once: it is compared with every row.
const NEWEST_DAY = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/;
const BLANKS = /\s/;

/** A text that must be there. */
export function readText<Column extends string>(row: Row<Column>, column: Column): string {
  const text = row[column];
  if (text === '') throw new Rejection(column, 'is empty');
  if (text.length > LONGEST_TEXT) {
    throw new Rejection(column, `is longer than ${LONGEST_TEXT} characters`);
  }
  return text;
}

/** A text, or null when the column is empty. */
export function readOptionalText<Column extends string>(
  row: Row<Column>,
  column: Column,
): string | null {
  return row[column] === '' ? null : readText(row, column);
}

/** A short text that identifies something, such as a spec number; null when the column is empty. */
export function readOptionalIdentifier<Column extends string>(
  row: Row<Column>,
  column: Column,
): string | null {
  const text = row[column];
  if (text === '') return null;
  checkIdentifier(text, column);
  return text;
}

function checkIdentifier(text: string, column: string): void {
  if (text.length > LONGEST_CERT) {
    throw new Rejection(column, `is longer than ${LONGEST_CERT} characters`);
  }
  if (CONTROL_CHARACTERS.test(text)) throw new Rejection(column, 'contains a control character');
}

/** A grader under its name or an alias. */
export function readGrader(row: Row<'grader'>): Grader {
  const grader = parseGrader(row.grader);
  if (grader) return grader;
  throw new Rejection('grader', `${shown(row.grader)} is none of ${GRADERS.join(', ')}`);
}

/** A cert number, as it is stored. */
export function readCert(row: Row<'cert'>): string {
  const cert = normalizeCert(row.cert);
  if (cert === '') throw new Rejection('cert', 'is empty');
  checkIdentifier(cert, 'cert');
  return cert;
}

/** A card id, as PostgreSQL reads bytes. */
export function readCardId<Column extends string>(row: Row<Column>, column: Column): string {
  const cardId = readOptionalCardId(row, column);
  if (cardId) return cardId;
  throw new Rejection(column, 'is empty');
}

/** A card id, or null when the column is empty. */
export function readOptionalCardId<Column extends string>(
  row: Row<Column>,
  column: Column,
): string | null {
  const text = row[column];
  if (text === '') return null;
  const cardId = normalizeCardId(text);
  if (cardId) return `\\x${cardId}`;
  throw new Rejection(column, `${shown(text)} is not 40 hexadecimal digits`);
}

/** A day that has come, `YYYY-MM-DD`. */
export function readDate<Column extends string>(row: Row<Column>, column: Column): string {
  const text = row[column];
  if (text === '') throw new Rejection(column, 'is empty');
  const day = new Date(`${text}T00:00:00Z`);
  const isReal =
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(day.getTime()) &&
    day.toISOString().startsWith(text);
  if (!isReal) throw new Rejection(column, `${shown(text)} is not a date YYYY-MM-DD`);
  if (text > NEWEST_DAY) throw new Rejection(column, `${text} is in the future`);
  if (text < OLDEST_YEAR) throw new Rejection(column, `${text} is before ${OLDEST_YEAR}`);
  return text;
}

/** A month, `YYYY-MM`, as its first day; null when the column is empty. */
export function readMonth<Column extends string>(row: Row<Column>, column: Column): string | null {
  const text = row[column];
  if (text === '') return null;
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) {
    throw new Rejection(column, `${shown(text)} is not a month YYYY-MM`);
  }
  if (text > NEWEST_DAY) throw new Rejection(column, `${text} is in the future`);
  if (text < OLDEST_YEAR) throw new Rejection(column, `${text} is before ${OLDEST_YEAR}`);
  return `${text}-01`;
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

/** `true` or `false` (also `t`, `f`, `1`, `0`); an empty column is false. */
export function readBoolean<Column extends string>(row: Row<Column>, column: Column): boolean {
  const value = BOOLEANS.get(row[column]) ?? BOOLEANS.get(row[column].toLowerCase());
  if (value !== undefined) return value;
  throw new Rejection(column, `${shown(row[column])} is neither true nor false`);
}

/** A link; null when the column is empty. */
export function readLink<Column extends string>(
  row: Row<Column>,
  column: Column,
  protocols: readonly string[],
): string | null {
  const text = readOptionalText(row, column);
  if (text === null) return null;
  const isLink = !BLANKS.test(text) && URL.canParse(text);
  if (isLink && protocols.includes(new URL(text).protocol)) return text;
  throw new Rejection(column, `${shown(text)} is not a link that begins with ${protocols[0]}//`);
}
