import { normalizeCardId } from '@gcd/contracts';
import { InvalidArgumentError, Option } from 'commander';

/** `--json`, which every command takes. */
export function jsonOption(): Option {
  return new Option('--json', 'print exactly one JSON object on standard output');
}

/** Reads an option that is a whole number of at least `least`. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER) {
  return (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`);
  };
}

/** Reads an option that is a comma-separated list of known words. */
export function listOf<Word extends string>(...known: readonly Word[]) {
  const isKnown = (word: string): word is Word => (known as readonly string[]).includes(word);
  return (text: string): Word[] => {
    const words = text.split(',').map((word) => word.trim());
    if (words.every(isKnown)) return [...new Set(words)];
    throw new InvalidArgumentError(`It takes, separated by commas: ${known.join(', ')}.`);
  };
}

/** Reads the period of a plan: `day`, `month`, or seconds such as `30s`. */
export function period(text: string): string {
  if (/^(day|month|[1-9]\d{0,7}s)$/.test(text)) return text;
  throw new InvalidArgumentError('It is day, month, or a number of seconds such as 30s.');
}

/** Reads the name of a plan. */
export function planName(text: string): string {
  if (/^[\w.-]{1,64}$/.test(text)) return text;
  throw new InvalidArgumentError('It is 1 to 64 letters, digits, dots, dashes or underscores.');
}

/** Reads a day that has come, `YYYY-MM-DD`. */
export function pastDate(text: string): string {
  const day = new Date(`${text}T00:00:00Z`);
  const isReal = !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text;
  if (!isReal) throw new InvalidArgumentError('It is a date such as 2026-10-31.');
  if (day.getTime() > Date.now()) throw new InvalidArgumentError('It is in the future.');
  return text;
}

/** Reads a moment still to come: `YYYY-MM-DD`, when that day begins in UTC, or `YYYY-MM-DDThh:mm:ssZ`. */
export function futureDate(text: string): Date {
  const moment = new Date(text);
  const real =
    /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?Z)?$/.test(text) &&
    !Number.isNaN(moment.getTime()) &&
    moment.toISOString().startsWith(text.slice(0, 10));
  if (!real)
    throw new InvalidArgumentError('It is a date such as 2030-12-31, or 2030-12-31T12:00:00Z.');
  if (moment.getTime() <= Date.now()) throw new InvalidArgumentError('It is in the past.');
  return moment;
}

/** Reads a card id: 40 hexadecimal digits in any letter case. */
export function cardIdText(text: string): string {
  const cardId = normalizeCardId(text);
  if (cardId) return cardId;
  throw new InvalidArgumentError('It is 40 hexadecimal digits.');
}
