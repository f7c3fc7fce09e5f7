import { type DataOf, MAX_SUGGESTIONS, type suggestSearch } from '@gcd/contracts';
import { type SetText, setIdOf } from '@gcd/search-terms';

/** One completion of what is being typed. */
export type Suggestion = DataOf<typeof suggestSearch>['suggestions'][number];

/** What a card says of itself, as far as a text can be completed to it. */
export interface SuggestedCard extends SetText {
  readonly card_id: string;
  readonly description: string;
  readonly name: string;
}

const MAX_QUERIES = 4;
const MAX_SETS = 2;

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/**
 * Completions of a text: to whole names and sets of the cards that it finds, then such sets, then the cards themselves.
 * @param text what is searched for: the text as typed, or as corrected
 * @param cards that it finds, best first
 */
export function toSuggestions(text: string, cards: readonly SuggestedCard[]): Suggestion[] {
  const queries = new Set<string>();
  for (const { name, set_name } of cards) {
    for (const phrase of [name, set_name]) {
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
  suggestions.push(...suggestedSets(wordsOf(text), cards));
  for (const { description, card_id } of cards) {
    suggestions.push({ text: description, kind: 'card', card_id, set_id: null });
  }
  return suggestions.slice(0, MAX_SUGGESTIONS);
}

/** The sets of cards whose name has what the last word typed begins. */
function suggestedSets(typed: readonly string[], cards: readonly SuggestedCard[]): Suggestion[] {
  const sets = new Map<string, string>();
  for (const card of cards) {
    if (isCompletedBy(typed, wordsOf(card.set_name)) && sets.size < MAX_SETS) {
      sets.set(setIdOf(card), [card.year, card.set_name].filter(Boolean).join(' '));
    }
  }
  return [...sets].map(([set_id, text]) => ({ text, kind: 'set', card_id: null, set_id }));
}

function isCompletedBy(typed: readonly string[], phrase: readonly string[]): boolean {
  const last = typed[typed.length - 1];
  return last !== undefined && phrase.some((word) => word.startsWith(last));
}

/** The words before those of a phrase, and the phrase; null if its words do not complete the last word typed. */
function complete(typed: readonly string[], phrase: readonly string[]): string | null {
  if (!isCompletedBy(typed, phrase)) return null;
  const before = typed.slice(0, -1).filter((word) => !phrase.includes(word));
  const completed = [...before, ...phrase].join(' ');
  return completed === typed.join(' ') ? null : completed;
}
