import type { QueryWord, Variant } from '@gcd/search-terms';
import { fewerWords } from './relaxation.js';
import { neighboringYears, type Vocabulary } from './vocabulary.js';

/** In these scripts, the terms of a name are its pairs of adjacent characters. */
const SCRIPT = /[\p{Script=Han}\p{Script=Katakana}]/u;
/** Approximate number of cards in the catalog. Only the ratio between words matters. */
const CATALOG_SIZE = 5_000_000;
/** Subsets of the query use at most this many words, the most informative ones. */
const MAX_SUBSET_WORDS = 11;
const MAX_SUBSETS = 48;
/**
 * Limits the total cost of all similar queries, so that a hostile query stays cheap. The cost of a query is
 * its number of words times the number of cards with its rarest word.
 */
const MAX_COST = 300_000;
/** Number of queries that are tried regardless of their cost. */
const ALWAYS_TRIED = 2;
/** Weight of dropping a word, by kind of word. It is multiplied by the word's information. */
const KIND_WEIGHT = { identifying: 1, serial: 0.3, optional: 0.35, copy: 0.1 } as const;
const LOOKS_WEIGHT = { word: 1, number: 1, digits: 0.7, year: 0.8 } as const;

/**
 * Lists queries similar to one without results, from the smallest change to the largest: unknown words
 * corrected or dropped, words joined, known words treated as typos, the year before or after, and finally
 * only the most informative words. The list is empty if no word identifies cards.
 */
export function similarQueries(words: readonly QueryWord[], vocabulary: Vocabulary): QueryWord[][] {
  const known = correctUnknown(words, vocabulary);
  if (!known.some((word) => isName(word) && vocabulary.knows(word))) return [];
  const similar = known.map((word) => withSimilar(word, vocabulary));
  const widened = similar.map(withNeighboringYears);
  const queries = [
    ...fewerWords(known),
    ...joins(known, vocabulary).flatMap(fewerWords),
    ...fewerWords(similar),
    ...fewerWords(widened),
    ...subsets(widened, vocabulary),
  ];
  return affordable(queries.filter(isNew()), vocabulary);
}

/**
 * Formats the corrected query as text.
 * @param terms terms of the best card, which reveal the correction that matched
 */
export function toText(query: readonly QueryWord[], terms: ReadonlySet<string>): string {
  return query
    .map(({ text, variants }) => {
      const found = variants.find(
        ({ terms: each, prefix }) => !prefix && each.every((term) => terms.has(term)),
      );
      const isShown = found?.worth !== undefined && !found.terms.some((term) => SCRIPT.test(term));
      return isShown ? found.terms.join(' ') : text;
    })
    .join(' ');
}

const isName = ({ looksLike, kind }: QueryWord) => looksLike === 'word' && kind !== 'copy';

/** Corrects unknown words, and drops those without a similar term. */
function correctUnknown(words: readonly QueryWord[], vocabulary: Vocabulary): QueryWord[] {
  const corrected: QueryWord[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as QueryWord;
    const next = words[index + 1];
    const isKnown = vocabulary.knows(word);
    const joined = next && !(isKnown && vocabulary.knows(next)) && vocabulary.joined(word, next);
    if (joined) {
      corrected.push(joinedWord(word, next, joined));
      index += 1;
      continue;
    }
    if (isKnown) {
      corrected.push(word);
      continue;
    }
    if (word.kind === 'copy') continue;
    if (word.looksLike === 'year') {
      const widened = withNeighboringYears(word);
      if (vocabulary.knows(widened)) corrected.push(widened);
      continue;
    }
    const variants = vocabulary.similarTo(word);
    const beginning = word.variants.find(({ prefix }) => prefix)?.terms[0];
    if (beginning) variants.push(...vocabulary.similarBeginnings(beginning));
    if (variants.length > 0) corrected.push({ ...word, variants });
  }
  return corrected;
}

function joinedWord(word: QueryWord, next: QueryWord, term: string): QueryWord {
  const text = word.text + next.text;
  return { text, variants: [{ terms: [term] }], kind: 'identifying', looksLike: 'word' };
}

/** Lists versions of the query in which two neighboring words are joined, if any card has the joined word. */
function joins(words: readonly QueryWord[], vocabulary: Vocabulary): QueryWord[][] {
  return words.flatMap((word, index) => {
    const next = words[index + 1];
    const term = next && vocabulary.joined(word, next);
    if (!term) return [];
    return [[...words.slice(0, index), joinedWord(word, next, term), ...words.slice(index + 2)]];
  });
}

function withSimilar(word: QueryWord, vocabulary: Vocabulary): QueryWord {
  if (word.kind !== 'identifying') return word;
  return { ...word, variants: [...word.variants, ...vocabulary.similarTo(word)] };
}

function withNeighboringYears(word: QueryWord): QueryWord {
  if (word.looksLike !== 'year') return word;
  const others = neighboringYears(word).map((year): Variant => ({ terms: [year], worth: 0.6 }));
  return { ...word, variants: [...word.variants, ...others] };
}

/** Lists subsets of the words, from most to least informative. Each subset includes a name. */
function subsets(words: readonly QueryWord[], vocabulary: Vocabulary): QueryWord[][] {
  const costs = new Map(words.map((word) => [word, informationOf(word, vocabulary)]));
  const costOf = (word: QueryWord) => costs.get(word) as number;
  const chosen = words
    .filter(({ kind }) => kind !== 'copy')
    .sort((a, b) => costOf(b) - costOf(a))
    .slice(0, MAX_SUBSET_WORDS);
  const ordered = words.filter((word) => chosen.includes(word));
  const masks: { readonly kept: QueryWord[]; readonly lost: number }[] = [];
  for (let mask = 1; mask < 1 << ordered.length; mask += 1) {
    const kept = ordered.filter((_, index) => mask & (1 << index));
    if (!kept.some(isName)) continue;
    const lost = ordered.reduce((sum, word) => sum + (kept.includes(word) ? 0 : costOf(word)), 0);
    masks.push({ kept, lost });
  }
  masks.sort((a, b) => a.lost - b.lost);
  const last = masks.slice(MAX_SUBSETS).filter(({ kept }) => kept.length <= 2);
  return [...masks.slice(0, MAX_SUBSETS), ...last.slice(0, MAX_SUBSET_WORDS)].map(
    ({ kept }) => kept,
  );
}

/** Computes the information of a word, which is higher for rare words and highest for names. */
function informationOf(word: QueryWord, vocabulary: Vocabulary): number {
  const rarity = Math.log(CATALOG_SIZE / Math.max(1, vocabulary.frequency(word)));
  const name = 1 + vocabulary.nameShare(word);
  return rarity * name * KIND_WEIGHT[word.kind] * LOOKS_WEIGHT[word.looksLike];
}

/** Creates a filter that accepts each query only once. */
function isNew(): (query: readonly QueryWord[]) => boolean {
  const seen = new Set<string>();
  return (query) => {
    const key = JSON.stringify(query.map(({ variants }) => variants));
    return query.length > 0 && !seen.has(key) && Boolean(seen.add(key));
  };
}

function affordable(queries: QueryWord[][], vocabulary: Vocabulary): QueryWord[][] {
  let cost = 0;
  return queries.filter((query, index) => {
    const added = query.length * Math.min(...query.map((word) => vocabulary.frequency(word)));
    if (index >= ALWAYS_TRIED && cost + added > MAX_COST) return false;
    cost += added;
    return true;
  });
}
