import { type Field, findVariant, isOptionalInName, type QueryWord } from '@gcd/search-terms';
import type { Condition } from './condition.js';
import { type Form, type WeighedWord, withForms } from './forms.js';
import { readEntries, relevance, type SearchedEntry, WEIGHTS } from './relevance.js';
import type { Candidate, Candidates } from './card.index.js';

/** A card that matches, with its grader cards. */
export interface FoundCard {
  readonly card: number;
  readonly popularity: number;
  readonly entries: readonly SearchedEntry[];
  /** The terms of all grader cards. */
  readonly terms: ReadonlyMap<string, Field>;
}

export interface RankedCard extends FoundCard {
  readonly score: number;
  /** Information of the query that the card lacks. */
  readonly lost: number;
}

/** How many matching cards are known without counting them. */
export type KnownMatches = Omit<Candidates, 'cards'>;

/** The cards found, best first, and the condition that they match. */
export interface Finding {
  readonly condition: Condition;
  readonly cards: readonly RankedCard[];
  readonly known: KnownMatches;
  readonly words: readonly WeighedWord[];
  readonly correctedQuery?: string;
}

export function readCard({ card, popularity, entries: lines }: Candidate): FoundCard {
  const entries = readEntries(lines);
  return { card, popularity, entries, terms: new Map(entries.flatMap(({ terms }) => [...terms])) };
}

/** Returns the cheapest form of a word that a card has. */
export function formOn({ terms }: FoundCard, { forms }: WeighedWord): Form | undefined {
  return forms.find(({ variant }) => findVariant(variant, terms) !== null);
}

/** Returns the cards, best first: by the information that they lack, and by how well they match the other words. */
export function rank(words: readonly WeighedWord[], cards: readonly FoundCard[]): RankedCard[] {
  const all = words.map(withForms);
  const known = all.filter(({ variants }) => variants.length > 0);
  const laterThan = asksForRookie(words) ? yearsAfterFirst(cards) : null;
  return cards
    .map((each) => {
      const lostOf = (word: WeighedWord) => formOn(each, word)?.cost ?? word.information;
      const lost = words.reduce((sum, word) => sum + lostOf(word), 0);
      const scores = each.entries.map((entry) =>
        relevance(all, entry.terms, each.popularity, known),
      );
      const later = Math.min(WEIGHTS.mostLater, WEIGHTS.later * (laterThan?.get(each) ?? 0));
      return { ...each, lost, score: Math.max(...scores) - WEIGHTS.lost * lost - later };
    })
    .sort(byScore);
}

/** Whether a query asks for the rookie card of a player without saying its year. */
const asksForRookie = (words: readonly WeighedWord[]): boolean =>
  words.some(({ word }) => word.variants.some(({ terms }) => terms.join() === 'rookie')) &&
  !words.some(({ word }) => word.looksLike === 'year');

/** Returns how many years after the first of the cards with the same name each card was issued. */
function yearsAfterFirst(cards: readonly FoundCard[]): ReadonlyMap<FoundCard, number> {
  const first = new Map<string, number>();
  const dated = cards.flatMap((card) => {
    const terms = [...card.terms];
    const years = terms.flatMap(([term, field]) =>
      field === 'year' && /^\d{4}$/.test(term) ? Number(term) : [],
    );
    if (years.length === 0) return [];
    const isName = ([term, field]: [string, Field]) => field === 'name' && !isOptionalInName(term);
    const name = terms
      .filter(isName)
      .map(([term]) => term)
      .sort()
      .join(' ');
    const year = Math.min(...years);
    first.set(name, Math.min(year, first.get(name) ?? year));
    return [{ card, name, year }];
  });
  return new Map(dated.map(({ card, name, year }) => [card, year - (first.get(name) ?? year)]));
}

export const byScore = (a: RankedCard, b: RankedCard): number =>
  b.score - a.score || a.card - b.card;

/** Returns the words of the query that a card does not have, as typed. */
export function ignoredWords(words: readonly WeighedWord[], card: FoundCard): string[] {
  const isExcluded = ({ excludes }: QueryWord) =>
    excludes !== undefined && !card.terms.has(excludes);
  return words
    .filter((each) => !formOn(card, each) && !isExcluded(each.word))
    .flatMap(({ word }) => word.typed);
}
