import type { QueryWord } from '@gcd/search-terms';
import { joinNeighbors } from './joined-words.js';
import { dropCost, type Treatment, treatmentsOf } from './treatments.js';
import type { Vocabulary } from './vocabulary.js';

/** Maximum number of words whose pairs are checked. The most informative words are chosen. */
const MAX_WORDS = 8;
/** A pair is not checked if more cards than this contain its rarer word, because the check would take too long. */
const MAX_CARDS = 8000;

/** Pairs of words that no card contains together, identified by the text of the words. */
export class ImpossiblePairs {
  private readonly keys: ReadonlySet<string>;

  constructor(pairs: readonly WordPair[] = []) {
    this.keys = new Set(pairs.flatMap(([one, other]) => [keyOf(one, other), keyOf(other, one)]));
  }

  /**
   * Splits a list of words into shorter lists without impossible pairs. Every selection of words without an impossible
   * pair is contained in at least one of these lists.
   * @param words any values that contain a word
   */
  split<Item extends { readonly word: QueryWord }>(words: readonly Item[]): Item[][] {
    const lists = [[...words]];
    for (const [index, item] of words.entries()) {
      for (const other of words.slice(index + 1)) {
        if (!this.keys.has(keyOf(item.word, other.word))) continue;
        for (const list of lists.filter((each) => each.includes(item) && each.includes(other))) {
          const withoutOther = list.filter((each) => each !== other);
          lists.push(withoutOther);
          list.splice(list.indexOf(item), 1);
        }
      }
    }
    return lists;
  }
}

/** Two words of a query, each with all spellings that a similar query may search for. */
export type WordPair = readonly [QueryWord, QueryWord];

/** Returns the pairs of words for which it is worth checking whether any card contains both. */
export function pairsToCheck(words: readonly QueryWord[], vocabulary: Vocabulary): WordPair[] {
  const [first] = joinNeighbors(words, vocabulary);
  const widest = (first?.words ?? [])
    .filter(({ kind }) => kind !== 'copy')
    .map((word) => ({ word, treatments: treatmentsOf(word, vocabulary) }))
    .sort((a, b) => dropCost(b.treatments) - dropCost(a.treatments))
    .slice(0, MAX_WORDS)
    .map(({ word, treatments }) => withAllVariants(word, treatments))
    .filter(({ variants }) => variants.length > 0);
  const isRare = (word: QueryWord): boolean => vocabulary.frequency(word) <= MAX_CARDS;
  return widest.flatMap((word, index) =>
    widest
      .slice(index + 1)
      .filter((other) => word.text !== other.text && (isRare(word) || isRare(other)))
      .map((other): WordPair => [word, other]),
  );
}

function withAllVariants(word: QueryWord, treatments: readonly Treatment[]): QueryWord {
  const variants = new Map(
    treatments
      .flatMap(({ value }) => value?.variants ?? [])
      .map((variant) => [JSON.stringify([variant.terms, variant.prefix]), variant]),
  );
  return { ...word, variants: [...variants.values()] };
}

function keyOf(word: QueryWord, other: QueryWord): string {
  return JSON.stringify([word.text, other.text]);
}
