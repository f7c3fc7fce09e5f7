import type { QueryWord } from '@gcd/search-terms';
import type { Vocabulary } from './vocabulary.js';

/** The words of a query, some of them possibly joined. */
export interface JoinedWords {
  readonly words: readonly QueryWord[];
  /** Cost of unnecessary joins, in units of information. */
  readonly cost: number;
}

/** Cost of joining two words that cards contain. */
const JOINED = 1;
/** Cost of joining two words to a term that only sounds like them. */
const JOINED_ALIKE = 4;

/**
 * Joins adjacent words in the query where cards contain the joined word. If no card contains one of the two words, they
 * are always joined. Otherwise, returns the query with no joins, with each single join, and with all joins.
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

/** Joins adjacent pairs from left to right. @param termOf returns the joined term, or null */
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
  return { text, variants: [{ terms: [term], worth: 1 }], kind: 'identifying', looksLike: 'word' };
}
