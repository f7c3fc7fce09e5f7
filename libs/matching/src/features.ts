import type { Grader } from '@gcd/contracts';
import { numberIn, numberOf, withoutNumber } from './numbers.js';
import {
  ANNOTATIONS,
  BESIDE_NAMES,
  categoryOf,
  COMPLEMENTS,
  FILLERS,
  isGame,
  MAKERS,
} from './vocabulary.js';
import { canonical, nameWordsOf, wordsOf } from './words.js';

/** A grader card as the grader lists it. Unknown values are empty. */
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

export interface Features {
  readonly entry: Entry;
  readonly id: number;
  readonly grader: Grader;
  /** Category of the card; empty if unknown. */
  readonly category: string;
  /** Words of the category, which may also be part of the set name. */
  readonly categoryWords: readonly string[];
  /** The year, or the first year of the season. */
  readonly year: string;
  readonly number: string;
  /** Words of the name, in order; empty if the grader card has no separate name. */
  readonly name: readonly string[];
  /**
   * All words except name, year, number and print run, such as those of set and parallel, in alphabetical order.
   * Repeated words are kept.
   */
  readonly rest: readonly string[];
  /** The words of `rest`, joined. A section consists of the grader cards with the same grader, year and `section`. */
  readonly section: string;
  /** Key of the cards with the same grader, year and set name; empty if the grader card has no set name. */
  readonly listing: string;
  /** Words of `rest` that occur only in the description; empty if the grader card has no set name. */
  readonly notes: readonly string[];
  /** The words of the set name, except the last one. */
  readonly setLead: ReadonlySet<string>;
  /** Manufacturers at the start of the set name. */
  readonly makers: readonly string[];
  /** Words of the columns for parallel and subset. */
  readonly varietyWords: readonly string[];
  /**
   * Whether the columns for parallel and subset name a variety instead of containing only a generic word such as
   * `Parallel`.
   */
  readonly isVariety: boolean;
  /**
   * Words that are in `rest` only because the label notes something about the card, such as `rookie` for `RC`, or `hof`.
   */
  readonly annotations: readonly string[];
  /** Size of the print run; empty if it is not listed. */
  readonly run: string;
}

/** Returns the year and the number of a grader card; empty if unknown. */
export function yearAndNumberOf(entry: Entry): { year: string; number: string } {
  return {
    year: yearOf(entry.year) || yearOf(entry.description),
    number: numberOf(entry.cardNumber) || numberIn(entry.description),
  };
}

/** Extracts the features of a grader card. Empty columns are filled from the description. */
export function featuresOf(entry: Entry): Features {
  const { year, number } = yearAndNumberOf(entry);
  const category = categoryOf(entry.category) || categoryIn(entry.description);
  const noted = isGame(category) ? [] : annotationsIn(entry);
  const columns = wordsOf(`${entry.setName} ${entry.parallel} ${entry.subset}`);
  const named = nameWordsOf(entry.name);
  const notes = isGame(category) ? 0 : nameNotesIn(entry.name);
  const name = named.slice(0, named.length - notes).filter((word) => !BESIDE_NAMES.has(word));
  const bag = countWords(wordsOf(withoutNumber(entry.description, number)), columns);
  for (const word of name) takeOne(bag, word);
  for (const word of named) {
    if (!name.includes(word) && !bag.has(canonical(word))) bag.set(canonical(word), 1);
  }
  for (const word of yearWords(year, entry)) bag.delete(word);
  const runs = [...bag.keys()].filter((word) => RUN.test(word)).sort();
  for (const run of runs) bag.delete(run);
  const rest = [...bag].flatMap(([word, count]) => new Array<string>(count).fill(word)).sort();
  const setWords = wordsOf(entry.setName);
  const categoryWords = wordsOf(`${category} ${entry.category}`);
  const varietyWords = wordsOf(`${entry.parallel} ${entry.subset}`);
  const listed = new Set([...setWords, ...categoryWords, ...varietyWords]);
  const hasSet = entry.setName.trim() !== '';
  const titleWords = hasSet ? setWords : wordsOf(titleIn(entry));
  return {
    entry,
    id: entry.id,
    grader: entry.grader,
    category,
    categoryWords,
    year,
    number,
    name: [...new Set(name)],
    rest,
    section: rest.join(' '),
    listing: setWords.length === 0 ? '' : `${year} ${entry.grader} ${setWords.join(' ')}`,
    notes:
      setWords.length === 0 ? [] : rest.filter((word) => !listed.has(word) && !FILLERS.has(word)),
    setLead: new Set(titleWords.slice(0, -1)),
    makers: makersIn(hasSet ? setWords : wordsOf(entry.description), year),
    varietyWords,
    isVariety: varietyWords.some(
      (word) => !COMPLEMENTS.has(word) && !FILLERS.has(word) && !RUN.test(word),
    ),
    annotations: noted.filter((word) => bag.get(word) === 1 && !columns.includes(word)),
    run: runs[0]?.slice('run'.length) ?? '',
  };
}

/** Returns the part of the description before the name and the number. */
function titleIn({ description, name }: Entry): string {
  const at = name === '' ? -1 : description.toLowerCase().indexOf(name.toLowerCase());
  return (at < 0 ? description : description.slice(0, at)).replace(/[-–#].*$/, '');
}

/**
 * Extracts the manufacturers from the start of a set name, such as `panini` and `donruss` from `Panini Donruss Optic`.
 */
function makersIn(words: readonly string[], year: string): string[] {
  const start = words.findIndex((word) => word !== year && !SEASON_END.test(word));
  const end = words.findIndex((word, at) => at >= start && !MAKERS.has(word));
  return words.slice(start, end < 0 ? words.length : end);
}

const SEASON_END = /^(?:run)?(?:\d\d){1,2}$/;
/** Matches `RC` anywhere, but `ROOKIE` only at the end. Elsewhere, `ROOKIE` is part of the name of a set or subset. */
const ROOKIE_NOTE = /\bRC\b|\bROOKIE(?: CARD)?\s*$/im;

const ANNOTATION = `(?:${ANNOTATIONS.join('|')})`;
/** Matches an annotation that only other annotations, the card number or a print run follow. */
const LAST_ANNOTATIONS = new RegExp(
  `\\b${ANNOTATION}\\b(?=(?:[\\s,()]|RC\\b|${ANNOTATION}\\b|[#/]?(?:[A-Z]{1,4}-?)?\\d[\\w/-]*)*$)`,
  'gm',
);
/** Matches annotations at the end of a name, but not the initials in `Smith, TC`. */
const NAME_NOTES = new RegExp(`(?<=[^\\s,])(?: +${ANNOTATION})+$`);

/** Returns the words of the notes on a label. */
function annotationsIn({ description, name }: Entry): string[] {
  const label = `${description}\n${name}`;
  const words = (label.match(LAST_ANNOTATIONS) ?? []).map((word) => canonical(word.toLowerCase()));
  return [...words, ...(ROOKIE_NOTE.test(label) ? ['rookie'] : [])];
}

/** Returns the number of annotations at the end of a name. */
function nameNotesIn(name: string): number {
  return NAME_NOTES.exec(name.trim())?.[0].trim().split(/ +/).length ?? 0;
}

const RUN = /^run\d+$/;

/** Counts each word in the description. Words that are not in the description are counted in the columns. */
function countWords(
  description: readonly string[],
  columns: readonly string[],
): Map<string, number> {
  const counts = countsOf(withoutEcho(description));
  for (const [word, count] of countsOf(withoutEcho(columns))) {
    if (!counts.has(word)) counts.set(word, count);
  }
  return counts;
}

/**
 * Removes a repetition of two or more words, such as the second set name in `Overtime Wave 3 – Overtime Wave 3 Gold`.
 */
function withoutEcho(words: readonly string[]): string[] {
  const kept: string[] = [];
  let at = 0;
  while (at < words.length) {
    const echo = echoAt(words, at);
    if (echo < 2) kept.push(words[at] as string);
    at += Math.max(1, echo);
  }
  return kept;
}

/** Returns how many words, starting at a position, repeat a sequence of earlier words. */
function echoAt(words: readonly string[], at: number): number {
  let longest = 0;
  for (let start = 0; start < at; start += 1) {
    let length = 0;
    while (
      start + length < at &&
      at + length < words.length &&
      words[start + length] === words[at + length]
    )
      length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function takeOne(bag: Map<string, number>, word: string): void {
  const found = bag.has(word) ? word : canonical(word);
  const count = bag.get(found) ?? 0;
  if (count > 1) bag.set(found, count - 1);
  else bag.delete(found);
}

/**
 * Returns the key of a block, or null if the year is unknown. A block consists of the grader cards with the same year
 * and number, or of those of a year without a number. They are compared with each other.
 */
export function blockOf({ year, number }: Pick<Features, 'year' | 'number'>): string | null {
  return year === '' ? null : `${year} ${number}`;
}

/** Returns the first year in a text, such as 2016 for `2016-17` and `2016/17`. */
function yearOf(text: string): string {
  return /(?<!\d)(?:18|19|20)\d\d(?!\d)/.exec(text)?.[0] ?? '';
}

/**
 * Returns the year of the card and the second year of its season, as words. Any other year in the text belongs to the
 * name of a set or subset, such as `1989 Retro`.
 */
function yearWords(year: string, { year: column, description }: Entry): string[] {
  const season = /^\D*\d{4}[-/](\d{2}|\d{4})(?!\d)/;
  const second = season.exec(column)?.[1] ?? season.exec(description)?.[1];
  return second ? [year, second, `run${second}`] : [year];
}

function categoryIn(description: string): string {
  const found = /pok[eé]mon|baseball|basketball|football|hockey|soccer|yu-gi-oh/i.exec(
    description,
  )?.[0];
  return found ? categoryOf(found) : '';
}
