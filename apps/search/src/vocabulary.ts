import {
  isMisspelling,
  maxTypos,
  meaningsFrom,
  meaningsOfSimilar,
  type QueryWord,
  similarityKeys,
  soundKeys,
  soundOf,
  termOf,
  translationsOf,
  typosBetween,
  type Variant,
} from '@gcd/search-terms';
import type { TermRow } from './search.queries.js';
import { partsOfSplit, splitInMany, splitsInTwo } from './word-splits.js';

/** Once a query has this many terms to look up, long words are no longer split. */
const MAX_TERMS = 1000;
/** Once a query has this many similarity keys to look up, further words are not corrected. */
const MAX_KEYS = 600;
const MAX_CORRECTIONS = 5;
/** Weights of corrections by rank, most likely correction first. */
const CORRECTION_WORTH = [0.8, 0.65, 0.55, 0.5, 0.45];
/** Maximum number of completions of a prefix with typos. */
const MAX_SIMILAR_BEGINNINGS = 3;

/** Terms, deletion keys and a prefix to look up in the vocabulary for a query. */
export interface VocabularyRequest {
  readonly terms: string[];
  readonly keys: number[];
  /** The last word of the query if the user may still be typing it; otherwise empty. */
  readonly beginning: string;
}

/** Whether to check a word for typos. Only single words that consist of letters are checked. */
function isCorrectable({ text }: QueryWord): boolean {
  return maxTypos(text) > 0;
}

/** Returns a word without the final `s` that most terms lack, and with it. */
const withoutAndWithS = ({ text }: QueryWord): string[] => [...new Set([termOf(text), text])];

const joinedWith = (word: QueryWord, next: QueryWord | undefined): string | null =>
  next && /^[\p{L}\p{N}-]+$/u.test(word.text + next.text) && /\p{L}/u.test(word.text)
    ? termOf((word.text + next.text).replaceAll('-', ''))
    : null;

/** Counts the typos in a beginning of a term. The last typed letter must be right, or else `brady` begins `bradford`. */
function typosInBeginning(beginning: string, term: string, most: number): number {
  const last = beginning.at(-1);
  const ends = [...term].flatMap((letter, index) =>
    letter === last && Math.abs(index + 1 - beginning.length) <= most ? [index + 1] : [],
  );
  return Math.min(...ends.map((end) => typosBetween(beginning, term.slice(0, end))));
}

/** Returns the year before and the year after a year. Returns an empty list for other words. */
export function neighboringYears({ text, looksLike }: QueryWord): string[] {
  if (looksLike !== 'year') return [];
  const year = Number.parseInt(text, 10);
  return [String(year - 1), String(year + 1)];
}

/** Returns the terms that {@link Vocabulary} needs for a query. */
export function vocabularyRequest(words: readonly QueryWord[]): VocabularyRequest {
  const terms = new Set<string>();
  const keys = new Set<number>();
  words.forEach((word, index) => {
    for (const variant of word.variants) {
      for (const term of variant.terms) terms.add(term);
    }
    const joined = joinedWith(word, words[index + 1]);
    if (joined) {
      terms.add(joined);
      for (const key of soundKeys(joined)) keys.add(key);
    }
    for (const term of splitsInTwo(word.text).flat()) terms.add(term);
    if (terms.size < MAX_TERMS) for (const term of partsOfSplit(word.text)) terms.add(term);
    for (const year of neighboringYears(word)) terms.add(year);
    for (const term of translationsOfWord(word).flat()) terms.add(term);
    for (const term of meaningsOfSimilar(word.text).flat()) terms.add(term);
    if (!isCorrectable(word) || keys.size >= MAX_KEYS) return;
    for (const term of withoutAndWithS(word)) {
      for (const key of similarityKeys(term, maxTypos(word.text))) keys.add(key);
      for (const key of soundKeys(term)) keys.add(key);
    }
  });
  const beginning = beginningOf(words);
  for (const term of meaningsFrom(beginning).flat()) terms.add(term);
  return { terms: [...terms], keys: [...keys], beginning };
}

/** Returns the translations of a word and of its synonyms, such as `lizardon` for `charizard`. */
function translationsOfWord({ text, variants }: QueryWord): (readonly string[])[] {
  const meanings = variants.filter(({ prefix }) => !prefix).map(({ terms }) => terms.join(' '));
  return [...new Set([text, ...meanings])].flatMap(translationsOf);
}

function beginningOf(words: readonly QueryWord[]): string {
  const prefix = words[words.length - 1]?.variants.find((variant) => variant.prefix);
  return prefix?.terms[prefix.terms.length - 1] ?? '';
}

/** The terms of the vocabulary that are relevant to a query. */
export class Vocabulary {
  private readonly terms: ReadonlyMap<string, TermRow>;
  private readonly frequencies = new Map<QueryWord, number>();
  private readonly sounds = new Map<string, string>();
  private readonly similar = new Map<string, Variant[]>();

  constructor(rows: readonly TermRow[]) {
    this.terms = new Map(rows.map((row) => [row.term, row]));
  }

  /**
   * Returns an upper bound on the number of cards with a variant. For a prefix, this is the sum over all its terms that
   * were looked up.
   */
  cardsOf({ terms, prefix }: Variant): number {
    const counts = terms.map((term, index) => {
      if (!prefix || index < terms.length - 1) return this.terms.get(term)?.cards ?? 0;
      let sum = 0;
      for (const row of this.terms.values()) if (row.term.startsWith(term)) sum += row.cards;
      return sum;
    });
    return Math.min(...counts);
  }

  /** Lists the terms that begin with a prefix, of those that were looked up. */
  termsFrom(prefix: string): string[] {
    return [...this.terms.keys()].filter((term) => term.startsWith(prefix)).sort();
  }

  /** Whether any card may contain the word. */
  knows(word: QueryWord): boolean {
    return word.variants.some((variant) => this.cardsOf(variant) > 0);
  }

  /** Returns an upper bound on the number of cards with the word. */
  frequency(word: QueryWord): number {
    const known = this.frequencies.get(word);
    if (known !== undefined) return known;
    const frequency = word.variants.reduce((sum, variant) => sum + this.cardsOf(variant), 0);
    this.frequencies.set(word, frequency);
    return frequency;
  }

  /**
   * Returns the share of a word's cards whose name contains the word. If the word has several variants, the largest
   * share counts.
   */
  nameShare({ variants }: Pick<QueryWord, 'variants'>): number {
    const shares = variants.map(({ terms }) =>
      Math.min(
        ...terms.map((term) => {
          const row = this.terms.get(term);
          return row ? row.names / row.cards : 0;
        }),
      ),
    );
    return Math.max(0, ...shares);
  }

  /**
   * Lists alternatives to a word, most likely first: similar words, the word split into several words, and
   * translations.
   */
  similarTo(word: QueryWord): Variant[] {
    const known = this.similar.get(word.text);
    if (known) return known;
    const similar = this.asVariants([
      ...translationsOfWord(word),
      ...(this.knows(word) ? [] : meaningsOfSimilar(word.text)),
      ...this.corrections(word),
      ...this.splits(word),
    ]);
    this.similar.set(word.text, similar);
    return similar;
  }

  /** Lists the names of a Pokemon, a trainer or a set in other languages. */
  translations(word: QueryWord): Variant[] {
    return this.asVariants(translationsOfWord(word));
  }

  private asVariants(others: readonly (readonly string[])[]): Variant[] {
    return others
      .filter((terms) => terms.every((term) => this.terms.has(term)))
      .slice(0, MAX_CORRECTIONS)
      .map((terms, rank) => ({ terms, worth: CORRECTION_WORTH[rank] as number }));
  }

  /** Joins two words into one term. Returns null if no card has that term. */
  joined(word: QueryWord, next: QueryWord | undefined): string | null {
    const term = joinedWith(word, next);
    return term && this.terms.has(term) ? term : null;
  }

  /** Returns the most frequent term that sounds like two words joined; null if there is none. */
  joinedAlike(word: QueryWord, next: QueryWord): string | null {
    const text = joinedWith(word, next);
    const sound = text === null ? '' : soundOf(text);
    if (text === null || sound === '') return null;
    const alike = [...this.terms.values()].filter(
      ({ term }) => this.soundOf(term) === sound && isMisspelling(text, term),
    );
    return alike.sort((a, b) => b.cards - a.cards)[0]?.term ?? null;
  }

  /**
   * Lists the terms that begin with `beginning` or, if there are none, the terms whose beginning is closest to it. The
   * most frequent terms come first.
   */
  completions(beginning: string, most: number): TermRow[] {
    const rows = [...this.terms.values()];
    const exact = rows.filter(({ term }) => term.startsWith(beginning));
    const typos = maxTypos(beginning);
    const found =
      exact.length > 0 || typos === 0
        ? exact
        : this.nearest(rows, (term) => typosInBeginning(beginning, term, typos), typos);
    return found.sort((a, b) => b.cards - a.cards || (a.term < b.term ? -1 : 1)).slice(0, most);
  }

  /** Lists the meanings of nicknames that begin like this. */
  meaningsFrom(beginning: string): Variant[] {
    return this.asVariants(meaningsFrom(beginning));
  }

  /** Lists the terms that the user has most likely begun to type. */
  similarBeginnings(beginning: string): Variant[] {
    return this.completions(beginning, MAX_SIMILAR_BEGINNINGS).map(({ term }, rank) => ({
      terms: [term],
      worth: CORRECTION_WORTH[rank] as number,
    }));
  }

  private soundOf(term: string): string {
    const known = this.sounds.get(term) ?? soundOf(term);
    this.sounds.set(term, known);
    return known;
  }

  private isAlike(word: string, term: string): boolean {
    const sound = this.soundOf(word);
    return sound !== '' && this.soundOf(term) === sound;
  }

  private corrections(word: QueryWord): string[][] {
    const most = maxTypos(word.text);
    if (most === 0) return [];
    const text = termOf(word.text);
    // Terms lack the `s` of plurals, but `donruss` has both.
    const typed = (term: string) => (term.endsWith('s') ? word.text : text);
    const ranked = [...this.terms.values()]
      .filter(({ term }) => term !== text && isMisspelling(typed(term), term, most))
      // `lotus` must not be corrected to `loto`.
      .filter(({ term }) => typed(term) === word.text || term.slice(-2).includes(text.slice(-1)))
      .map((row) => ({
        row,
        distance: typosBetween(typed(row.term), row.term),
        isAlike: this.isAlike(typed(row.term), row.term),
      }))
      .map((each) => ({
        ...each,
        // Prefer terms with the same first letter, because typos in the first letter are rare. Also prefer frequent
        // names.
        cost:
          each.distance * 3 +
          (each.row.term[0] === text[0] ? 0 : 1.5) -
          (each.isAlike ? 1.5 : 0) -
          Math.log10(each.row.cards + each.row.names),
      }))
      .sort((a, b) => a.cost - b.cost || (a.row.term < b.row.term ? -1 : 1));
    // A word with more typos than the most likely correction is hardly meant, unless it sounds like the typed word.
    const likely = ranked[0]?.distance ?? 0;
    return ranked
      .filter(({ distance, isAlike }) => distance <= likely || isAlike)
      .slice(0, MAX_CORRECTIONS)
      .map(({ row }) => [row.term]);
  }

  private splits({ text }: QueryWord): string[][] {
    const many = splitInMany(text, (term) => this.terms.get(term)?.cards ?? 0);
    const inTwo = splitsInTwo(text)
      .map((terms) => ({ terms, cards: this.cardsOf({ terms }) }))
      .filter(({ cards }) => cards > 0)
      .sort((a, b) => b.cards - a.cards)
      .slice(0, 2)
      .map(({ terms }) => terms);
    return many ? [...inTwo, many] : inTwo;
  }

  private nearest(
    rows: readonly TermRow[],
    distanceOf: (term: string) => number,
    most: number,
  ): TermRow[] {
    const measured = rows.map((row) => ({ row, distance: distanceOf(row.term) }));
    const least = Math.min(...measured.map(({ distance }) => distance));
    if (least > most) return [];
    return measured.filter(({ distance }) => distance === least).map(({ row }) => row);
  }
}
