import type { QueryWord } from '@gcd/search-terms';
import type { Vocabulary } from './vocabulary.js';

/** The words of a query, in which some adjacent words may be joined. */
export interface JoinedWords {
  readonly words: readonly QueryWord[];
  /** Cost of the optional joins, on the same scale as the other costs of a similar query. */
  readonly cost: number;
}

/** Cost of joining words into terms that cards contain. */
const JOINED = 1;
/** Cost of joining words into a term that only sounds similar to the joined words. */
const JOINED_ALIKE = 2;

/**
 * Returns versions of a query in which adjacent words are joined if cards contain the joined word. Two words are always
 * joined if no card contains one of them. All other joins are optional. Each version contains none of the optional
 * joins, one of them, or all of them. The last version joins pairs with an unknown word into terms that only sound
 * similar.
 */
export function joinNeighbors(
  words: readonly QueryWord[],
  vocabulary: Vocabulary,
): readonly JoinedWords[] {
  const areKnown = (word: QueryWord, next: QueryWord) =>
    vocabulary.knows(word) && vocabulary.knows(next);
  const known = joinWhere(words, (word, next) =>
    areKnown(word, next) ? null : vocabulary.joined(word, next),
  );
  const join = (word: QueryWord, next: QueryWord) => vocabulary.joined(word, next);
  const alike = joinWhere(known, (word, next) =>
    areKnown(word, next) ? null : vocabulary.joinedAlike(word, next),
  );
  const single = known.flatMap((word, index) => {
    const next = known[index + 1];
    const term = next && join(word, next);
    if (!term) return [];
    return [[...known.slice(0, index), joinedWord(word, next, term), ...known.slice(index + 2)]];
  });
  const all = joinWhere(known, join);
  const isOther = ({ length }: readonly QueryWord[]) => length < known.length;
  return [
    { words: known, cost: 0 },
    ...single.map((each) => ({ words: each, cost: JOINED })),
    ...[all].filter(isOther).map((each) => ({ words: each, cost: JOINED })),
    ...[alike].filter(isOther).map((each) => ({ words: each, cost: JOINED_ALIKE })),
  ];
}

/**
 * Joins adjacent pairs of words from left to right.
 * @param termOf returns the joined term; null if the pair must not be joined
 */
function joinWhere(
  words: readonly QueryWord[],
  termOf: (word: QueryWord, next: QueryWord) => string | null,
): QueryWord[] {
  const joined: QueryWord[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as QueryWord;
    const next = words[index + 1];
    const term = next ? termOf(word, next) : null;
    joined.push(next && term ? joinedWord(word, next, term) : word);
    if (term) index += 1;
  }
  return joined;
}

function joinedWord(word: QueryWord, next: QueryWord, term: string): QueryWord {
  const text = word.text + next.text;
  const typed = [...word.typed, ...next.typed];
  const variants = [{ terms: [term], worth: 1 }];
  return { text, typed, variants, kind: 'identifying', looksLike: 'word' };
}
