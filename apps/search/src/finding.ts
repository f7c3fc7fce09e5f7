import {
  type Field,
  findVariant,
  isOptionalInName,
  type QueryWord,
  specialPrint,
} from '@gcd/search-terms';
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
  const misplaced = [...laterThanRookie(words, cards), ...otherThanAsked(words, cards)];
  const penalties = new Map<FoundCard, number>();
  for (const [card, penalty] of misplaced)
    penalties.set(card, penalty + (penalties.get(card) ?? 0));
  return cards
    .map((each) => {
      const lostOf = (word: WeighedWord) => formOn(each, word)?.cost ?? word.information;
      const lost = words.reduce((sum, word) => sum + lostOf(word), 0);
      const scores = each.entries.map((entry) =>
        relevance(all, entry.terms, each.popularity, known),
      );
      const penalty = WEIGHTS.lost * lost + (penalties.get(each) ?? 0);
      return { ...each, lost, score: Math.max(...scores) - penalty };
    })
    .sort(byScore);
}

/** If a query asks for the rookie card of a player without its year, returns penalties for the cards of later years. */
function laterThanRookie(
  words: readonly WeighedWord[],
  cards: readonly FoundCard[],
): [FoundCard, number][] {
  const isRookie = ({ word }: WeighedWord) =>
    word.variants.some(({ terms }) => terms.join() === 'rookie');
  if (!words.some(isRookie) || words.some(({ word }) => word.looksLike === 'year')) return [];
  return alike(cards, nameOf, 'year', /^\d{4}$/).map(({ card, value, all: [first = value] }) => [
    card,
    Math.min(WEIGHTS.mostLater, WEIGHTS.later * (value - first)),
  ]);
}

/**
 * If a query asks for a special print that labels do not name, returns penalties for the other Pokemon cards with the
 * same name and set. The plain card has the lowest number.
 */
function otherThanAsked(
  words: readonly WeighedWord[],
  cards: readonly FoundCard[],
): [FoundCard, number][] {
  const asked = words.filter(({ word }) => specialPrint(word.text) > 0);
  if (asked.length === 0) return [];
  const rank = Math.max(...asked.map(({ word }) => specialPrint(word.text)));
  const unnamed = cards.filter(
    (card) => card.terms.has('pokemon') && asked.some((word) => !formOn(card, word)),
  );
  const keyOf = (card: FoundCard) => `${nameOf(card)} ${termsIn(card, 'set')}`;
  return alike(unnamed, keyOf, 'number', /^\d+$/).map(
    ({ card, value, all: [plain, ...prints] }) => {
      if (prints.length === 0) return [card, 0];
      if (value === plain) return [card, WEIGHTS.plain];
      const meant = rank === 3 ? prints.at(-1) : prints[Math.min(rank, prints.length) - 1];
      return [card, value === meant ? 0 : WEIGHTS.otherPrint];
    },
  );
}

/** Returns a number on each card, and those on all cards with the same key, lowest first. */
function alike(
  cards: readonly FoundCard[],
  keyOf: (card: FoundCard) => string,
  field: Field,
  pattern: RegExp,
): { card: FoundCard; value: number; all: readonly number[] }[] {
  const found = cards.flatMap((card) => {
    const values = termsIn(card, field).filter((term) => pattern.test(term));
    return values.length > 0
      ? [{ card, key: keyOf(card), value: Math.min(...values.map(Number)) }]
      : [];
  });
  const all = new Map<string, Set<number>>();
  for (const { key, value } of found) all.set(key, (all.get(key) ?? new Set()).add(value));
  return found.map(({ card, key, value }) => {
    const values = [...(all.get(key) as Set<number>)];
    return { card, value, all: values.sort((a, b) => a - b) };
  });
}

const nameOf = (card: FoundCard): string =>
  termsIn(card, 'name')
    .filter((term) => !isOptionalInName(term))
    .join(' ');

function termsIn({ terms }: FoundCard, field: Field): string[] {
  return [...terms].flatMap(([term, each]) => (each === field ? [term] : [])).sort();
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
