import { fold } from '@gcd/population/fold';
import { type EntryTerms, FIELDS } from './entry.js';
import { wordsOf } from './words.js';

/**
 * Capital letters that precede a term in a lexeme. They mark a term on one grader's card or in one field. Terms are in
 * lower case, so they never start with a capital letter. A grader's letter without a term means that this grader lists
 * the card.
 */
const MARKS = {
  psa: 'P',
  beckett: 'B',
  sgc: 'S',
  cgc: 'C',
  number: 'N',
  name: 'A',
  category: 'K',
  year: 'Y',
} as const;

/** Where a term must occur: on one grader's card, or in one field. */
export type Mark = keyof typeof MARKS;

type GraderMark = 'psa' | 'beckett' | 'sgc' | 'cgc';

/** A grader card as search indexes it. */
export interface IndexedGraderCard {
  readonly grader: GraderMark;
  readonly terms: EntryTerms;
  readonly category: string;
  readonly year: string;
  /**
   * Whether this grader card represents its universal card in search results. Filters by category and year apply to
   * this grader card.
   */
  readonly isPromoted: boolean;
}

/** Filters of a search. Gateways of earlier releases send none. */
export interface SearchFilter {
  readonly category?: string | null;
  /** The first year of the season. */
  readonly year?: string | null;
  readonly grader?: GraderMark | null;
}

/**
 * Returns the lexeme for a term. Without a mark, it matches the term anywhere on a card. With a mark, it matches only
 * in one field or on one grader's card.
 */
export function lexemeOf(term: string, mark?: Mark): string {
  return mark ? `${MARKS[mark]}${term}` : term;
}

/** Whether a lexeme is a term without a mark. */
export function isTerm(lexeme: string): boolean {
  return !/^[A-Z]/.test(lexeme);
}

/**
 * Returns all lexemes of a card: its terms, the same terms with marks for the grader, number or name, and lexemes for
 * filters.
 */
export function lexemesOf(graderCards: readonly IndexedGraderCard[]): Set<string> {
  const lexemes = new Set<string>();
  for (const { grader, terms, category, year, isPromoted } of graderCards) {
    lexemes.add(lexemeOf('', grader));
    if (isPromoted) {
      const [firstYear] = yearsOf(year);
      if (firstYear) lexemes.add(lexemeOf(firstYear, 'year'));
      const key = categoryKey(category);
      if (key !== '') lexemes.add(lexemeOf(key, 'category'));
    }
    for (const field of FIELDS) {
      for (const term of terms[field]) {
        lexemes.add(term).add(lexemeOf(term, grader));
        if (field === 'number' || field === 'name') lexemes.add(lexemeOf(term, field));
      }
    }
  }
  return lexemes;
}

/** Returns the lexemes that a card must have to pass the filters. */
export function filterLexemes({ category, year, grader }: SearchFilter): string[] {
  const lexemes: string[] = [];
  if (category) lexemes.push(lexemeOf(categoryKey(category), 'category'));
  if (year) lexemes.push(lexemeOf(year, 'year'));
  if (grader) lexemes.push(lexemeOf('', grader));
  return lexemes;
}

const MAX_KEY = 100;

function categoryKey(category: string): string {
  return fold(category)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, MAX_KEY);
}

function yearsOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => (word.kind === 'year' ? [String(word.first)] : []));
}
