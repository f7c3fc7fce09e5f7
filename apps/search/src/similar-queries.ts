import { type QueryWord, spellingsOf } from '@gcd/search-terms';
import { cheapestChoices, type Positions } from './cheapest-choices.js';
import { ImpossiblePairs } from './impossible-pairs.js';
import { joinNeighbors } from './joined-words.js';
import { dropCost, type Treatment, treatmentsOf } from './treatments.js';
import type { Vocabulary } from './vocabulary.js';
import { costOf, WorkBudget } from './work-budget.js';

/** Matches a character of a script in which names are indexed as pairs of adjacent characters. */
const SCRIPT = /[\p{Script=Han}\p{Script=Katakana}]/u;
/** Maximum number of words to consider. A longer query is reduced to its most informative words. */
const MAX_WORDS = 16;
/** Maximum number of similar queries to build from the cheapest combinations. */
const MAX_QUERIES = 60;
/** Maximum number of combinations to examine, in order of increasing cost. */
const MAX_CHOICES = 300;
/** Cost of dropping all words that describe a parallel or a rarity. */
const OPTIONAL_DROPPED = 3;
/** Maximum number of single names to search for if neither another query nor the first two names find a card. */
const MAX_LAST = 4;
/**
 * Returns queries that are similar to a query without results, smallest change first. Words are corrected, joined,
 * split or dropped, and years may differ by one. Dropping an informative word counts as a larger change than dropping a
 * common one. Returns an empty list if no word identifies cards.
 * @param tried queries that have already failed
 * @param impossible pairs of words that no card contains together, so that no returned query contains them either
 */
export function similarQueries(
  words: readonly QueryWord[],
  vocabulary: Vocabulary,
  tried: readonly QueryWord[][] = [],
  impossible = new ImpossiblePairs(),
): QueryWord[][] {
  const treated = new Map<QueryWord, Treatment[]>();
  const treat = (word: QueryWord): Treatment[] => {
    const treatments = treated.get(word) ?? treatmentsOf(word, vocabulary);
    treated.set(word, treatments);
    return treatments;
  };
  const positions = joinNeighbors(words, vocabulary).flatMap(({ words: joined, cost }) =>
    positionsOf(joined, cost, treat, impossible),
  );
  const isNew = newQueries(tried);
  const queries: QueryWord[][] = [];
  let choices = 0;
  for (const { values } of cheapestChoices(positions)) {
    const query = values.filter((word) => word !== null);
    if (query.some(isName) && isNew(query)) queries.push(query);
    choices += 1;
    if (queries.length === MAX_QUERIES || choices === MAX_CHOICES) break;
  }
  const [first] = positions.toSorted((a, b) => a.cost - b.cost);
  const kept = first ? mostInformative(first.options) : [];
  const fewer = kept.map((_, index) => kept.slice(0, kept.length - index));
  queries.push(...fewer.filter((query) => query.some(isName)).filter(isNew));
  const names = kept.filter(isName);
  const last = [names.slice(0, 2), ...names.slice(0, MAX_LAST).map((word) => [word])];
  const budget = new WorkBudget();
  for (const query of tried) budget.allows(costOf(query, vocabulary));
  let isExhausted = false;
  const within = queries.filter((query) => {
    // Once a query has exceeded the budget, skip single words here. The queries in `last` first try two names together.
    if (isExhausted && query.length === 1) return false;
    const isAllowed = budget.allows(costOf(query, vocabulary));
    isExhausted ||= !isAllowed;
    return isAllowed;
  });
  return [...within, ...last.filter(newQueries([...tried, ...within]))];
}

/**
 * Formats the corrected query as text.
 * @param terms terms of the best card, which show which correction matched
 * @param description description of the best card, which shows how to spell the terms
 */
export function toText(
  query: readonly QueryWord[],
  terms: ReadonlySet<string>,
  description: string,
): string {
  const spellings = spellingsOf(description);
  return query
    .map(({ text, variants, looksLike }) => {
      const found = variants.find(
        ({ terms: each, prefix }) => !prefix && each.every((term) => terms.has(term)),
      );
      const isShown =
        found?.worth !== undefined &&
        !/^(number|digits)$/.test(looksLike) &&
        !found.terms.some((term) => SCRIPT.test(term));
      return isShown ? found.terms.map((term) => spellings.get(term) ?? term).join(' ') : text;
    })
    .join(' ');
}

const isName = ({ looksLike, kind }: QueryWord) => looksLike === 'word' && kind !== 'copy';

/**
 * Returns one list with the treatments of all words and, at an additional cost, one list with the treatments of only
 * the identifying words. If there are impossible pairs, returns several lists of each kind. Each of them lacks at least
 * one word of every impossible pair.
 */
function positionsOf(
  words: readonly QueryWord[],
  cost: number,
  treat: (word: QueryWord) => Treatment[],
  impossible: ImpossiblePairs,
): Positions<QueryWord | null>[] {
  const treated = words
    .filter(({ kind }) => kind !== 'copy')
    .map((word) => ({ word, treatments: treat(word) }));
  const chosen = new Set(
    treated.toSorted((a, b) => dropCost(b.treatments) - dropCost(a.treatments)).slice(0, MAX_WORDS),
  );
  const all = treated.filter((each) => chosen.has(each));
  const costOf = (some: typeof all): number =>
    some.reduce((sum, { treatments }) => sum + dropCost(treatments), 0);
  return impossible.split(all).flatMap((possible) => {
    const dropped = cost + costOf(all) - costOf(possible);
    const identifying = possible.filter(({ word }) => word.kind === 'identifying');
    const optionsOf = (some: typeof all) => some.map(({ treatments }) => treatments);
    if (identifying.length === possible.length)
      return [{ cost: dropped, options: optionsOf(possible) }];
    return [
      { cost: dropped, options: optionsOf(possible) },
      { cost: dropped + OPTIONAL_DROPPED, options: optionsOf(identifying) },
    ];
  });
}

/** Returns the words that cards contain, unchanged or corrected, most informative first. */
function mostInformative(options: readonly (readonly Treatment[])[]): QueryWord[] {
  return options
    .toSorted((a, b) => dropCost(b) - dropCost(a))
    .flatMap((treatments) => treatments.find(({ value }) => value !== null)?.value ?? []);
}

/** Creates a filter that rejects repeated queries. @param tried queries that count as already seen */
function newQueries(
  tried: readonly (readonly QueryWord[])[],
): (query: readonly QueryWord[]) => boolean {
  const keyOf = (query: readonly QueryWord[]) =>
    JSON.stringify(query.map(({ variants }) => variants));
  const seen = new Set(tried.map(keyOf));
  return (query) => {
    const key = keyOf(query);
    return query.length > 0 && !seen.has(key) && Boolean(seen.add(key));
  };
}
