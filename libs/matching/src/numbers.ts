/**
 * Normalizes a card number. `#4/102`, `004` and `4` have the same result, `BDC-100` becomes `BDC100`, and `TG05/TG30`
 * becomes `TG5`. Symbols are kept, because `258★` differs from `258`, and so are the numbers `!` and `?`.
 */
export function numberOf(text: string): string {
  const [first = ''] = text
    .toUpperCase()
    .replace(/^\s*(?:NO\.?|#)\s*/, '')
    .split('/');
  const number = first
    .replace(/☆/g, '★')
    .replace(/[^\p{L}\p{N}★†‡*]/gu, '')
    .replace(/(?<!\d)0+(?=\d)/g, '');
  return number || (/[!?]/.exec(first)?.[0] ?? '');
}

/** `NUMBER` matches the text after `#` or `No.` in a description. `LAST_NUMBER` matches a number at the end. */
const NUMBER =
  /(?:#(?!d ?\/)\s?|\bNo\.\s?|\bNo\s?(?=[A-Z]{0,5}-?\d))([\p{L}\p{N}★☆†‡*-]+|[!?])(?:\/[\p{L}\p{N}]+)?/iu;
const LAST_NUMBER = /\s((?=\S*\d)[A-Z]{0,5}-?\d+[A-Z]?[★☆†‡*]?)(?:\/\S+)?\s*$/i;

/** Matches a word that may be a card number without `#`, such as `123`, `123a` or `BDC-100`. */
const BARE_NUMBER = /^(?:\d+[A-Z]?|[A-Z]+-\d+[A-Z]?)$/i;
const YEAR = /^(?:18|19|20)\d\d$/;
const BEFORE_OTHER_NUMBERS = /^(?:series|ser\.?)$/i;

/**
 * Finds the card number in a description. A number that follows `#` or ends the description takes precedence.
 * Otherwise, the result is the only number that is not a year, a print run or the number of a series.
 */
export function numberIn(description: string): string {
  const found = NUMBER.exec(description)?.[1] ?? LAST_NUMBER.exec(description)?.[1];
  if (found !== undefined) return numberOf(found);
  const all = description.split(/\s+/);
  const bare = all.filter(
    (word, at) =>
      BARE_NUMBER.test(word) && !YEAR.test(word) && !BEFORE_OTHER_NUMBERS.test(all[at - 1] ?? ''),
  );
  return bare.length === 1 ? numberOf(bare[0] as string) : '';
}

/** Removes the card number from a description, with the `#` or `No.` before it. */
export function withoutNumber(description: string, number: string): string {
  if (number === '') return description;
  return description
    .replace(markedNumber(number), ' ')
    .split(/\s+/)
    .filter((word) => !/\d/.test(word) || numberOf(word) !== number)
    .join(' ');
}

// Maximum number of cached patterns, to limit memory.
const MAX_PATTERNS = 10_000;
let patterns = new Map<string, RegExp>();

/** Returns a cached pattern that matches a number with the `#` or `No.` before it. */
function markedNumber(number: string): RegExp {
  let pattern = patterns.get(number);
  if (!pattern) {
    const characters = [...number].map((character) => `0*${character.replace(/[*?]/, '\\$&')}`);
    const digits = characters.join('[\\s-]?');
    pattern = new RegExp(
      `(?:#|\\bno\\b\\.?)\\s?${digits}(?![\\p{L}\\p{N}])(?:/[\\p{L}\\p{N}]+)?`,
      'giu',
    );
    if (patterns.size >= MAX_PATTERNS) patterns = new Map();
    patterns.set(number, pattern);
  }
  return pattern;
}
