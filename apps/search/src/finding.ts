import { findVariant, type QueryWord, type Field } from '@gcd/search-terms';
import type { Condition } from './condition.js';
import { type Form, type WeighedWord, withForms } from './forms.js';
import { relevance, type SearchedEntry, WEIGHTS } from './relevance.js';
import type { Candidates } from './search.queries.js';

/** A card that matches, with its grader cards. */
export interface FoundCard {
  readonly card: number;
  readonly popularity: number;
  readonly entries: readonly SearchedEntry[];
}

export interface RankedCard extends FoundCard {
  readonly score: number;
  /** Information of the query that the card lacks. */
  readonly lost: number;
}

/** How many matching cards are known without counting them. */
type KnownMatches = Pick<Candidates, 'matches' | 'allTiers'>;

/** The cards found, best first, and the condition that they match. */
export interface Finding {
  readonly condition: Condition;
  readonly cards: readonly RankedCard[];
  readonly known: KnownMatches;
  readonly words: readonly WeighedWord[];
  readonly correctedQuery?: string;
}

/** Returns the terms of all grader cards of a card. */
export function termsOfCard({ entries }: FoundCard): Map<string, Field> {
  return new Map(entries.flatMap(({ terms }) => [...terms]));
}

/** Returns the cheapest form of a word that a card has. */
export function formOn(
  terms: ReadonlyMap<string, Field>,
  { forms }: WeighedWord,
): Form | undefined {
  return forms.find(({ variant }) => findVariant(variant, terms) !== null);
}

/** Returns words of which only the typed forms count, and which cost nothing if a card lacks them. */
export function asTyped(words: readonly QueryWord[]): WeighedWord[] {
  return words.map((word) => ({
    word,
    forms: word.variants.map((variant) => ({ variant, cost: 0, isCorrection: false })),
    information: 0,
  }));
}

/** Returns the cards, best first: by the information that they lack, and by how well they match the other words. */
export function rank(
  words: readonly WeighedWord[],
  cards: readonly FoundCard[],
  weights = WEIGHTS,
): RankedCard[] {
  const all = words.map(withForms);
  const known = all.filter(({ variants }) => variants.length > 0);
  return cards
    .map((each) => {
      const terms = termsOfCard(each);
      const lost = words.reduce(
        (sum, word) => sum + (formOn(terms, word)?.cost ?? word.information),
        0,
      );
      const scores = each.entries.map((entry) =>
        relevance(all, entry.terms, each.popularity, weights, known),
      );
      return { ...each, lost, score: Math.max(...scores) - weights.lost * lost };
    })
    .sort(byScore);
}

export const byScore = (a: RankedCard, b: RankedCard): number =>
  b.score - a.score || a.card - b.card;

/** Returns the words of the query that a card does not have, as typed. */
export function ignoredWords(words: readonly WeighedWord[], card: FoundCard): string[] {
  const terms = termsOfCard(card);
  const isExcluded = ({ excludes }: QueryWord) => excludes !== undefined && !terms.has(excludes);
  return words
    .filter((each) => !formOn(terms, each) && !isExcluded(each.word))
    .flatMap(({ word }) => word.typed);
}
