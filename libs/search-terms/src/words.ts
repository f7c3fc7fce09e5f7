import { fold } from '@gcd/population/fold';

/**
 * A word as collectors write it.
 * - `year`: a year, a season or a span of years: `1999`, `2023-24`, `1909-11`.
 * - `fraction`: a card number with the size of its set, or a copy's number in its print run: `4/102`,
 * `GG50/GG70`.
 * - `run`: a print run: `/99`.
 * - `script`: characters of a script without spaces between words.
 * - `plain`: anything else, split at hyphens, apostrophes and full stops: `Ho-Oh`, `J.R.`, `BTP-43`,
 * `O'Neal`.
 */
export type Word = {
  /** The word as written, without punctuation around it. */
  readonly typed: string;
  /** Whether the word was marked as a card number, as in `#4`. */
  readonly numbered: boolean;
  /** Whether the word was in parentheses. */
  readonly aside: boolean;
} & (
  | { readonly kind: 'year'; readonly first: number; readonly last: number }
  | { readonly kind: 'fraction'; readonly pieces: readonly string[]; readonly text: string }
  | { readonly kind: 'run'; readonly text: string }
  | { readonly kind: 'script'; readonly text: string }
  | { readonly kind: 'plain'; readonly pieces: readonly string[] }
);

const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega'.split(
    ' ',
  );
/** Names of the symbols that tell cards apart, such as `Unown ?` and `Unown !`. */
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['♀', 'female'],
  ['♂', 'male'],
  ['◇', 'prism star'],
  ['?', 'question'],
  ['!', 'exclamation'],
  ...[...'αβγδεζηθικλμνξοπρστυφχψω'].map((letter, index): [string, string] => [
    letter,
    GREEK[index] as string,
  ]),
]);
/** Matches a symbol. Punctuation counts only if it stands alone, and a Greek letter only outside of Greek words. */
const SYMBOL =
  /[♀♂◇]|(?<!\p{Script=Greek})\p{Script=Greek}(?!\p{Script=Greek})|(?<=^[[("]*)[?!](?=[\])"]*$)/gu;
const SEPARATORS = /[\s\p{Cc}]+/u;
/** The punctuation around a word, except the mark of an abbreviated year: `'03`. */
const AROUND = /^(?!['’]\d\d\b)["'([{]+|["')\]},;:.!?]+$/gu;
const CHUNK = /[()]|[#/]*[\p{L}\p{N}][\p{L}\p{M}\p{N}'./-]*/gu;
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]+/gu;
const YEAR = /^(1[89]\d\d|20\d\d)(?:[-/](\d\d|\d{4}))?$/;
const FRACTION = /^([a-z]{0,9}-?\d{1,9}[a-z]?)\/([a-z]{0,9}-?\d{1,9})$/;
const RUN = /^#?\/(\d{1,9})$/;
const MAX_SPAN = 5;

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let aside = false;
  for (const token of text.split(SEPARATORS)) {
    const chunks = fold(token.replace(SYMBOL, spelled)).matchAll(CHUNK);
    const read: Word[] = [];
    for (const [chunk] of chunks) {
      if (chunk === '(' || chunk === ')') aside = chunk === '(';
      else readChunk(chunk, aside, read);
    }
    const isOne = read.length === 1 || !/[\p{L}\p{N}]/u.test(token);
    const typed = token.replace(AROUND, '') || token;
    words.push(...(isOne ? read.map((word) => ({ ...word, typed })) : read));
  }
  return words;
}

function spelled(symbol: string): string {
  return ` ${SYMBOLS.get(symbol.toLowerCase()) ?? symbol} `;
}

function readChunk(chunk: string, aside: boolean, words: Word[]): void {
  const run = RUN.exec(chunk);
  if (run) {
    const text = `/${withoutZeros(run[1] as string)}`;
    words.push({ kind: 'run', text, typed: chunk, numbered: false, aside });
    return;
  }
  const numbered = chunk.startsWith('#');
  const bare = chunk.replace(/^[#/]+|['./-]+$/g, '');
  for (const [start, end, spaceless] of runs(bare)) {
    const text = bare.slice(start, end);
    if (spaceless) words.push({ kind: 'script', text, typed: text, numbered: false, aside });
    else readSpaced(text, numbered, aside, words);
  }
}

/** Splits a text at the boundaries between scripts with and without spaces. */
function* runs(chunk: string): Generator<[number, number, boolean]> {
  let end = 0;
  for (const match of chunk.matchAll(SPACELESS)) {
    if (match.index > end) yield [end, match.index, false];
    end = match.index + match[0].length;
    yield [match.index, end, true];
  }
  if (end < chunk.length) yield [end, chunk.length, false];
}

function readSpaced(text: string, numbered: boolean, aside: boolean, words: Word[]): void {
  const year = numbered ? null : readYear(text);
  if (year) {
    words.push({ kind: 'year', ...year, typed: text, numbered, aside });
    return;
  }
  const fraction = FRACTION.exec(text);
  if (fraction) {
    const [number, size] = fraction.slice(1).map((side) => piecesOf(side).join(''));
    words.push({
      kind: 'fraction',
      pieces: piecesOf(fraction[1] as string),
      text: `${number}/${size}`,
      typed: text,
      numbered,
      aside,
    });
    return;
  }
  for (const side of text.split('/')) {
    const pieces = piecesOf(side);
    if (pieces.length > 0) words.push({ kind: 'plain', pieces, typed: side, numbered, aside });
  }
}

/** Parses a year or a span of years. `2023-24` and `1909-11` are spans; `1999-45` is not. */
function readYear(text: string): { first: number; last: number } | null {
  const match = YEAR.exec(text);
  if (!match) return null;
  const first = Number(match[1]);
  if (match[2] === undefined) return { first, last: first };
  const last =
    match[2].length === 4
      ? Number(match[2])
      : first + ((Number(match[2]) - (first % 100) + 100) % 100);
  return last > first && last - first <= MAX_SPAN ? { first, last } : null;
}

/**
 * Splits a text at punctuation. Leading zeros of numbers are removed, and the `s` of a possessive stays part of its
 * word.
 */
function piecesOf(text: string): string[] {
  return text
    .replace(/'s(?![\p{L}\p{N}])/gu, 's')
    .split(/['./-]+/)
    .filter((piece) => piece !== '')
    .map((piece) => piece.replace(/\d+/g, withoutZeros));
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}
