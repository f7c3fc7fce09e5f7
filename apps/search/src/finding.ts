import {
  type Field,
  findVariant,
  isOptionalInName,
  isSport,
  type QueryWord,
  specialPrint,
  sportsOf,
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
  const penalties = [
    laterThanRookie(words, cards),
    otherThanAsked(words, cards),
    ofOtherSport(words, cards),
  ];
  return cards
    .map((each) => {
      const lostOf = (word: WeighedWord) => formOn(each, word)?.cost ?? word.information;
      const lost = words.reduce((sum, word) => sum + lostOf(word), 0);
      const scores = each.entries.map((entry) =>
        relevance(all, entry.terms, each.popularity, known),
      );
      const penalty = penalties.reduce((sum, of) => sum + (of.get(each) ?? 0), WEIGHTS.lost * lost);
      return { ...each, lost, score: Math.max(...scores) - penalty };
    })
    .sort(byScore);
}

/** If a query asks for the rookie card of a player without its year, returns penalties for the cards of later years. */
function laterThanRookie(words: readonly WeighedWord[], cards: readonly FoundCard[]): Penalties {
  const isRookie = ({ word }: WeighedWord) =>
    word.variants.some(({ terms }) => terms.join() === 'rookie');
  if (!words.some(isRookie) || words.some(({ word }) => word.looksLike === 'year')) return NONE;
  return comparedWith(cards, nameOf, 'year', (year, [first = year]) =>
    Math.min(WEIGHTS.mostLater, WEIGHTS.later * (year - first)),
  );
}

/**
 * If a query asks for a special print that labels do not name, returns penalties for the other Pokemon cards with the
 * same name and set. The plain card has the lowest number.
 */
function otherThanAsked(words: readonly WeighedWord[], cards: readonly FoundCard[]): Penalties {
  const asked = words.filter(({ word }) => specialPrint(word.text) > 0);
  const place = Math.max(0, ...asked.map(({ word }) => specialPrint(word.text)));
  if (place === 0) return NONE;
  const unnamed = cards.filter(
    (card) => card.terms.has('pokemon') && asked.some((word) => !formOn(card, word)),
  );
  const keyOf = (card: FoundCard) => `${nameOf(card)} ${termsIn(card, 'set')}`;
  return comparedWith(unnamed, keyOf, 'number', (number, [plain, ...prints]) => {
    if (number === plain) return prints.length > 0 ? WEIGHTS.plain : 0;
    const meant = place === 3 ? prints.at(-1) : prints[Math.min(place, prints.length) - 1];
    return number === meant ? 0 : WEIGHTS.otherPrint;
  });
}

/** If a query names a team, a position or a league, returns penalties for the cards of other sports. */
function ofOtherSport(words: readonly WeighedWord[], cards: readonly FoundCard[]): Penalties {
  const sports = new Set(words.flatMap(({ word }) => sportsOf(word.text)));
  if (sports.size === 0) return NONE;
  const isOfOther = ({ terms }: FoundCard) => {
    const own = [...terms.keys()].filter(isSport);
    return own.length > 0 && !own.some((sport) => sports.has(sport));
  };
  return new Map(cards.filter(isOfOther).map((card) => [card, WEIGHTS.otherSport]));
}

type Penalties = ReadonlyMap<FoundCard, number>;
const NONE: Penalties = new Map();
const NUMERIC = { year: /^\d{4}$/, number: /^\d+$/ };

/**
 * Returns penalties for cards by the number in a field.
 * @param penaltyOf returns the penalty for a number, given those of all cards with the same key, lowest first
 */
function comparedWith(
  cards: readonly FoundCard[],
  keyOf: (card: FoundCard) => string,
  field: 'year' | 'number',
  penaltyOf: (number: number, all: readonly number[]) => number,
): Penalties {
  const numbers = new Map<string, Set<number>>();
  const found = cards.flatMap((card) => {
    const values = termsIn(card, field).filter((term) => NUMERIC[field].test(term));
    if (values.length === 0) return [];
    const [key, number] = [keyOf(card), Math.min(...values.map(Number))];
    const all = (numbers.get(key) ?? new Set()).add(number);
    numbers.set(key, all);
    return [{ card, number, all }];
  });
  return new Map(
    found.map(({ card, number, all }) => [
      card,
      penaltyOf(
        number,
        [...all].sort((a, b) => a - b),
      ),
    ]),
  );
}

/** Returns the name without what graders add to names. Father and son have different names. */
const nameOf = (card: FoundCard): string =>
  termsIn(card, 'name')
    .filter((term) => !isOptionalInName(term) || /^(jr|sr|ii|iii)$/.test(term))
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
