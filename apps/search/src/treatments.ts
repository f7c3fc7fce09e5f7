import { isPrint, type QueryWord, type Variant } from '@gcd/search-terms';
import type { Option } from './cheapest-choices.js';
import { neighboringYears, type Vocabulary } from './vocabulary.js';

const CATALOG_SIZE = 5_000_000;
/**
 * Words on fewer cards than this count as equally rare. Sellers often add very rare words that are not part of a card's
 * name.
 */
const MIN_CARDS = 200;
/** Factors for the information of a word, by kind of word. */
const KIND_WEIGHT = { identifying: 1, serial: 0.3, optional: 0.35, copy: 0.1 } as const;
/**
 * Factors for the information of a word, by form of the word. Years and numbers marked with `#` identify cards even
 * though they are never part of a name.
 */
const LOOKS_WEIGHT = { word: 1, number: 1.8, digits: 0.7, year: 1.6 } as const;
/** Factor for the information of a word for a language, an edition or a print, so that other words are dropped first. */
const PRINT_WEIGHT = 2;
/**
 * Factor for the information of a word. {@link NAME_WEIGHT} is added in proportion to how often the word is part of a
 * name.
 */
const WORD_WEIGHT = 0.6;
const NAME_WEIGHT = 0.9;
/** Cost of correcting an unknown word, in units of information. */
const CORRECTED = 1;
const TRANSLATED = 1.5;
/**
 * Cost of dropping a word that no card contains, as a share of its information or that of its most informative correction.
 * A name in another language counts fully.
 */
const UNKNOWN_SHARE = 0.4;
const NEIGHBORING_YEAR = 2;
/**
 * Minimum cost of dropping an identifying word. It exceeds {@link NEIGHBORING_YEAR}, so neighboring years are tried
 * first.
 */
const MIN_DROPPED = 2.5;
/**
 * Cost of correcting a known word to one that is equally frequent. A known word is rarely a typo, unless many more
 * cards contain the correction. In that case, the cost is lower, down to {@link MIN_KNOWN_CORRECTED}.
 */
const KNOWN_CORRECTED = 7;
const MIN_KNOWN_CORRECTED = 3.5;

/** What a similar query does with a word: the word to search for instead, or null to drop the word. */
export type Treatment = Option<QueryWord | null>;

/** Returns the possible treatments of a word, cheapest first: leave it unchanged, add similar words, or drop it. */
export function treatmentsOf(word: QueryWord, vocabulary: Vocabulary): Treatment[] {
  // Do not require the word "rookie", because inserts contain it, but base cards of rookies rarely do. The word still
  // affects the ranking.
  if (isRookie(word)) return [{ value: null, cost: 0 }];
  const isKnown = vocabulary.knows(word);
  const widened = isKnown ? widenKnown(word, vocabulary) : correct(word, vocabulary);
  const isCertain = isKnown || vocabulary.translations(word).length > 0;
  const meanings = isKnown || widened.length === 0 ? [word] : widened.map(({ value }) => value);
  const dropped =
    (isCertain ? 1 : UNKNOWN_SHARE) *
    Math.max(0, ...meanings.map((each) => informationOf(each, vocabulary)));
  const treatments: Treatment[] = [
    ...(isKnown ? [{ value: word, cost: 0 }] : []),
    ...widened,
    { value: null, cost: dropped },
  ];
  return treatments.sort((a, b) => a.cost - b.cost);
}

export function dropCost(treatments: readonly Treatment[]): number {
  return treatments.find(({ value }) => value === null)?.cost ?? 0;
}

/**
 * Returns how much information is lost if a word is dropped. The loss is high for rare words, and highest for names.
 */
function informationOf(word: QueryWord, vocabulary: Vocabulary): number {
  const rarity = Math.log(CATALOG_SIZE / Math.max(MIN_CARDS, vocabulary.frequency(word)));
  const nameShare = word.looksLike === 'year' ? 0 : vocabulary.nameShare(word);
  const weight = WORD_WEIGHT + NAME_WEIGHT * nameShare;
  const information = rarity * weight * KIND_WEIGHT[word.kind] * LOOKS_WEIGHT[word.looksLike];
  const least = word.kind === 'identifying' ? Math.max(MIN_DROPPED, information) : information;
  return isPrint(word.text) ? PRINT_WEIGHT * least : least;
}

function isRookie({ variants }: QueryWord): boolean {
  return variants[0]?.terms.join() === 'rookie';
}

interface Widened extends Treatment {
  readonly value: QueryWord;
}

function widenKnown(word: QueryWord, vocabulary: Vocabulary): Widened[] {
  if (word.looksLike === 'year') {
    return [{ value: withNeighboringYears(word), cost: NEIGHBORING_YEAR }];
  }
  const widen = (variants: readonly Variant[], cost: number): Widened[] =>
    variants.length === 0
      ? []
      : [{ value: { ...word, variants: [...word.variants, ...variants] }, cost }];
  const similar = word.kind === 'identifying' ? vocabulary.similarTo(word) : [];
  const most = Math.max(0, ...similar.map((variant) => vocabulary.cardsOf(variant)));
  const ratio = Math.log((vocabulary.frequency(word) + 1) / (most + 1));
  return [
    ...widen(vocabulary.translations(word), TRANSLATED),
    ...widen(similar, Math.max(MIN_KNOWN_CORRECTED, KNOWN_CORRECTED + ratio)),
  ];
}

/** Corrects an unknown word to similar words, or completes it to terms with a similar beginning. */
function correct(word: QueryWord, vocabulary: Vocabulary): Widened[] {
  if (word.looksLike === 'year') {
    const value = withNeighboringYears(word);
    return vocabulary.knows(value) ? [{ value, cost: NEIGHBORING_YEAR }] : [];
  }
  const beginning = word.variants.find(({ prefix }) => prefix)?.terms[0] ?? '';
  const begun = vocabulary.meaningsFrom(beginning);
  const variants =
    begun.length > 0
      ? begun
      : [
          ...vocabulary.similarTo(word),
          ...(beginning ? vocabulary.similarBeginnings(beginning) : []),
        ];
  return variants.length > 0 ? [{ value: { ...word, variants }, cost: CORRECTED }] : [];
}

function withNeighboringYears(word: QueryWord): QueryWord {
  const others = neighboringYears(word).map((year): Variant => ({ terms: [year], worth: 0.6 }));
  return { ...word, variants: [...word.variants, ...others] };
}
