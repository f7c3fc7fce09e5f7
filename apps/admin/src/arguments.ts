import { dayOf, normalizeCardId } from '@gcd/contracts';
import { InvalidArgumentError, Option } from 'commander';

export function jsonOption(): Option {
  return new Option('--json', 'print exactly one JSON object on standard output');
}

/** Creates a parser for an option that must be a whole number from `min` to `max`. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
  return (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** Creates a parser for an option that must be a comma-separated list of the given words. */
export function listOf<Word extends string>(...known: readonly Word[]) {
  const isKnown = (word: string): word is Word => (known as readonly string[]).includes(word);
  return (text: string): Word[] => {
    const words = text.split(',').map((word) => word.trim());
    if (words.every(isKnown)) return [...new Set(words)];
    throw new InvalidArgumentError(`It must be a comma-separated list of: ${known.join(', ')}.`);
  };
}

/** Parses the quota period of a plan: `day`, `month`, or a number of seconds such as `30s`. */
export function period(text: string): string {
  if (/^(day|month|[1-9]\d{0,7}s)$/.test(text)) return text;
  throw new InvalidArgumentError('It must be day, month, or a number of seconds such as 30s.');
}

export function planName(text: string): string {
  if (/^[\w.-]{1,64}$/.test(text)) return text;
  throw new InvalidArgumentError(
    'It must be 1 to 64 letters, digits, dots, dashes or underscores.',
  );
}

/** Parses a future time: `YYYY-MM-DDThh:mm:ssZ`, or `YYYY-MM-DD` for the start of that day in UTC. */
export function futureDate(text: string): Date {
  const moment = new Date(text);
  const isValid =
    /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?Z)?$/.test(text) &&
    !Number.isNaN(moment.getTime()) &&
    dayOf(moment.getTime()) === text.slice(0, 10);
  if (!isValid) {
    throw new InvalidArgumentError(
      'It must be a date such as 2030-12-31, or a time such as 2030-12-31T12:00:00Z.',
    );
  }
  if (moment.getTime() <= Date.now()) throw new InvalidArgumentError('It must not be in the past.');
  return moment;
}

/** Parses a day such as `2026-11-30`. */
export function day(text: string): string {
  const moment = Date.parse(text);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(moment) && dayOf(moment) === text)
    return text;
  throw new InvalidArgumentError('It must be a date such as 2026-11-30.');
}

/** Parses a card id: 40 hexadecimal digits in any letter case. */
export function cardIdText(text: string): string {
  const cardId = normalizeCardId(text);
  if (cardId) return cardId;
  throw new InvalidArgumentError('It must be 40 hexadecimal digits.');
}

/** Parses a match written as `CARD_ID=UNIVERSAL_CARD_ID`. */
export function matchText(text: string): { cardId: string; universalCardId: string } {
  const [card = '', universal = '', ...more] = text.split('=').map(normalizeCardId);
  if (card && universal && more.length === 0) return { cardId: card, universalCardId: universal };
  throw new InvalidArgumentError('It must be two card ids: CARD_ID=UNIVERSAL_CARD_ID.');
}
