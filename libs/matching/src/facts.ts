import type { Grader } from '@gcd/contracts';
import { BESIDE_NAMES, categoryOf } from './vocabulary.js';
import { nameWordsOf, wordsOf } from './words.js';

/** A grader's entry as its catalog gives it. Texts are empty where it says nothing. */
export interface Entry {
  readonly id: number;
  readonly grader: Grader;
  readonly category: string;
  readonly year: string;
  readonly setName: string;
  readonly name: string;
  readonly cardNumber: string;
  readonly parallel: string;
  readonly subset: string;
  readonly description: string;
}

/** What an entry says, in words that can be compared. */
export interface Facts {
  readonly id: number;
  readonly grader: Grader;
  /** Empty when not known. */
  readonly category: string;
  /** The year, or the first of a season. */
  readonly year: string;
  readonly number: string;
  /** Words of the name; empty when the entry does not tell it apart from the rest. */
  readonly name: readonly string[];
  /** All other words: set, subset, parallel. Each once, in order of the alphabet. */
  readonly rest: readonly string[];
  /** How many copies were printed, when the entry says so. */
  readonly run: string;
}

/** Reads an entry. Columns that are empty are read from the description. */
export function factsOf(entry: Entry): Facts {
  const { description } = entry;
  const year = yearOf(entry.year) || yearOf(description);
  const number = numberOf(entry.cardNumber) || numberIn(description);
  const named = nameWordsOf(entry.name);
  const name = named.filter((word) => !BESIDE_NAMES.has(word));
  const words = new Set(
    [
      entry.setName,
      entry.parallel,
      entry.subset,
      withoutNumber(description, entry.cardNumber),
    ].flatMap(wordsOf),
  );
  for (const word of named)
    if (!name.includes(word)) for (const one of wordsOf(word)) words.add(one);
  for (const word of name) for (const one of [word, ...wordsOf(word)]) words.delete(one);
  for (const word of yearWords(year, entry.year, description)) words.delete(word);
  const run = [...words].find((word) => /^run\d+$/.test(word)) ?? '';
  words.delete(run);
  words.delete(number.toLowerCase());
  return {
    id: entry.id,
    grader: entry.grader,
    category: categoryOf(entry.category) || categoryIn(description),
    year,
    number,
    name: [...new Set(name)],
    rest: [...words].sort(),
    run: run.slice('run'.length),
  };
}

/** The block of entries that are compared with each other: same year and number. Null where one of them is not known. */
export function blockOf({ year, number }: Facts): string | null {
  return year === '' || number === '' ? null : `${year} ${number}`;
}

/** `2016-17` and `2016/17` begin in 2016. */
function yearOf(text: string): string {
  return /(?<!\d)(?:18|19|20)\d\d(?!\d)/.exec(text)?.[0] ?? '';
}

/** The year and the second year of its season, as words. Other years belong to a set or subset, such as `1989 Retro`. */
function yearWords(year: string, column: string, description: string): string[] {
  const season = /(?:18|19|20)\d\d[-/](\d{2,4})(?!\d)/.exec(`${column} ${description}`)?.[1] ?? '';
  return [year, season, `run${season}`];
}

/** `#4/102`, `004` and `4` are the same number, `BDC-100` is `BDC100`, `TG05/TG30` is `TG5`. */
function numberOf(text: string): string {
  const [first = ''] = text
    .toUpperCase()
    .replace(/^\s*(?:NO\.?|#)\s*/, '')
    .split('/');
  return first.replace(/[^\p{L}\p{N}]/gu, '').replace(/(?<!\d)0+(?=\d)/g, '');
}

/** The number within a description: what follows a `#`, or else a number at the end. */
function numberIn(description: string): string {
  const found =
    /#\s?([\w-]+)/.exec(description)?.[1] ??
    /\s((?=\S*\d)[A-Z]{0,5}-?\d+[A-Z]?)(?:\/\S+)?\s*$/i.exec(description)?.[1];
  return numberOf(found ?? '');
}

function withoutNumber(description: string, column: string): string {
  const text = description.replace(/#\s?[\w-]+(?:\/\w+)?/, ' ');
  if (column === '' || text !== description)
    return text.replace(/\s[A-Z]{0,5}-?\d+[A-Z]?\/\w+\s*$/i, ' ');
  const at = description.lastIndexOf(column);
  return at < 0
    ? description
    : `${description.slice(0, at)} ${description.slice(at + column.length)}`;
}

function categoryIn(description: string): string {
  const found = /pok[eé]mon|baseball|basketball|football|hockey|soccer|yu-gi-oh/i.exec(
    description,
  )?.[0];
  return found ? categoryOf(found) : '';
}
