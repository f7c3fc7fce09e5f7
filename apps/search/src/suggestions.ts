import type { DataOf } from '@gcd/contracts/operation';
import { MAX_SUGGESTIONS, type suggestSearch } from '@gcd/contracts/search';
import { plainName } from '@gcd/search-terms/plain-name';
import { normalizeText, type SetText, setIdOf } from '@gcd/population/set-id';

/** A completion of a partially typed query. */
export type Suggestion = DataOf<typeof suggestSearch>['suggestions'][number];

/** The parts of a card's description that can complete a query. */
export interface SuggestedCard extends SetText {
  readonly card_id: string;
  readonly display_name: string;
  readonly name: string;
}

const MAX_QUERIES = 4;
const MAX_SETS = 2;

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Returns the parts of words between punctuation, and the words without punctuation, to compare them with others. */
function partsOf(words: readonly string[]): string[] {
  const split = words.map((word) => normalizeText(word).split(/[^\p{L}\p{M}\p{N}]+/u));
  return split.flatMap((parts) => [...parts, parts.join('')]).filter(Boolean);
}

/**
 * Lists completions of `text`: first queries completed with the name or the set of a card, then sets, and then cards.
 * @param text the query as typed or as corrected
 * @param cards cards that the query finds, best first
 * @param setNames names of their sets as a person writes them, by id
 */
export function toSuggestions(
  text: string,
  cards: readonly SuggestedCard[],
  setNames: ReadonlyMap<string, string>,
): Suggestion[] {
  const queries = new Set<string>();
  for (const card of cards) {
    const set = setNames.get(setIdOf(card)) ?? card.set_name;
    const ofAnyYear = set.startsWith(`${card.year} `) ? set.slice(card.year.length + 1) : set;
    for (const phrase of [plainName(card.name), ofAnyYear]) {
      const completed = complete(wordsOf(text), wordsOf(phrase));
      if (completed && queries.size < MAX_QUERIES) queries.add(completed);
    }
  }
  const suggestions: Suggestion[] = [...queries].map((query) => ({
    text: query,
    kind: 'query',
    card_id: null,
    set_id: null,
  }));
  suggestions.push(...suggestedSets(wordsOf(text), cards, setNames));
  for (const { display_name, card_id } of cards) {
    suggestions.push({ text: display_name, kind: 'card', card_id, set_id: null });
  }
  return suggestions.slice(0, MAX_SUGGESTIONS);
}

/** Lists the sets of the cards. Sets are included only if a word of one of their names begins with the last typed word. */
function suggestedSets(
  typed: readonly string[],
  cards: readonly SuggestedCard[],
  names: ReadonlyMap<string, string>,
): Suggestion[] {
  const sets = new Map<string, string>();
  for (const card of cards) {
    const id = setIdOf(card);
    const name = names.get(id) ?? `${card.year} ${card.set_name}`.trim();
    const words = wordsOf(`${card.set_name} ${name}`);
    if (isCompletedBy(typed, words) && sets.size < MAX_SETS) sets.set(id, name);
  }
  return [...sets].map(([set_id, text]) => ({ text, kind: 'set', card_id: null, set_id }));
}

/** Whether a word, or each part of it between punctuation, is one of the words. */
function hasWord(words: readonly string[], word: string): boolean {
  const known = new Set(partsOf(words));
  const parts = partsOf([word]);
  const whole = parts.pop();
  return whole === undefined || known.has(whole) || parts.every((part) => known.has(part));
}

function isCompletedBy(typed: readonly string[], phrase: readonly string[]): boolean {
  const last = partsOf(typed.slice(-1)).at(-1);
  return last !== undefined && partsOf(phrase).some((part) => part.startsWith(last));
}

/**
 * Replaces the last typed word, and all other typed words that occur in the phrase, with the phrase. Returns null if
 * the phrase does not complete the last word or adds nothing.
 */
function complete(typed: readonly string[], phrase: readonly string[]): string | null {
  if (!isCompletedBy(typed, phrase)) return null;
  const before = typed.slice(0, -1).filter((word) => !hasWord(phrase, word));
  const isNew = phrase.some((word) => !hasWord(typed, word));
  return isNew ? [...before, ...phrase].join(' ') : null;
}
