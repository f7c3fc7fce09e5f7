import type { SearchResult } from '@gcd/client';
import { searchWords } from './words.js';

// The longest parameter that the router accepts.
const MAX_SLUG = 100;

/** The cards of one name. */
export interface NamedCards {
  /** The name as cards have it. */
  readonly name: string;
  readonly cards: readonly SearchResult[];
  /** The search text. */
  readonly query: string;
  /** Whether the search had more results than it returns, so that cards may be missing. */
  readonly isCut: boolean;
}

/** Returns the character or player in the name of a card: `Charizard` in `Charizard, 1999 Base Set #4`. */
export const nameOf = (displayName: string): string => displayName.split(', ')[0] ?? '';

const wordsOf = (name: string): readonly string[] => searchWords(name.replace(/['’]/g, ''));

/** Returns the path of the page of a name; undefined if the name has neither letters nor digits, or is too long. */
export function namePath(name: string): string | undefined {
  const slug = encodeURIComponent(wordsOf(name).join('-'));
  return slug !== '' && slug.length <= MAX_SLUG ? `/name/${slug}` : undefined;
}

/** Returns the year of a card or the first year of its season; 0 if it is unknown. */
export const yearOf = ({ parsed_description: { year } }: SearchResult): number =>
  Number.parseInt(year, 10) || 0;

/** Returns the years of the oldest and the newest card. */
export function yearsOf(cards: readonly SearchResult[]): readonly [first: number, last: number] {
  const years = cards.map(yearOf).filter(Boolean);
  return [Math.min(...years), Math.max(...years)];
}

/** Selects the cards whose name contains all words of `slug`, which the search also finds in the names of sets. */
export function cardsNamed(
  slug: string,
  found: readonly SearchResult[],
): Pick<NamedCards, 'name' | 'cards'> {
  const words = wordsOf(slug);
  const named = found
    .map((card) => ({ card, own: wordsOf(nameOf(card.display_name)) }))
    .filter(({ own }) => words.every((word) => own.includes(word)));
  const same = named.find(({ own }) => own.join() === words.join())?.card;
  const name = same
    ? nameOf(same.display_name)
    : words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return { name, cards: named.map(({ card }) => card) };
}
