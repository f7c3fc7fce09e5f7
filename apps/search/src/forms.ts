import {
  isInScript,
  isLanguage,
  isPrint,
  meansJapanese,
  type QueryWord,
  type Variant,
} from '@gcd/search-terms';
import { neighboringYears, type Vocabulary } from './vocabulary.js';

const CATALOG_SIZE = 5_000_000;
/**
 * Words on fewer cards than this count as equally rare. Sellers often add very rare words that are not part of a card's
 * name.
 */
const MIN_CARDS = 200;
/** Factors for the information of a word, by kind of word. */
const KIND_WEIGHT = { identifying: 1, serial: 0.3, optional: 0.35, noise: 0 } as const;
/**
 * Factors for the information of a word, by form of the word. Years and numbers marked with `#` identify cards even
 * though they are never part of a name.
 */
const LOOKS_WEIGHT = { word: 1, number: 1.8, digits: 1, year: 1.6 } as const;
/** Factors for the information of a word for an edition or a print, and for a language, so that it is missed last. */
const PRINT_WEIGHT = 2;
const LANGUAGE_WEIGHT = 4;
/**
 * Factor for the information of a word. {@link NAME_WEIGHT} is added in proportion to how often the word is part of a
 * name.
 */
const WORD_WEIGHT = 0.6;
const NAME_WEIGHT = 0.9;
/** Factor for the information of words that have a meaning together, such as a nickname. */
const PHRASE_WEIGHT = 1.5;
/** Factor for the information of a word that no card has. A name in another language counts fully. */
const UNKNOWN_WEIGHT = 0.4;
/** Minimum information of an identifying word. It exceeds {@link NEIGHBORING_YEAR}. */
const MIN_INFORMATION = 2.5;

/** Cost of correcting a word that no card has. */
const CORRECTED = 1;
const TRANSLATED = 1.5;
const NEIGHBORING_YEAR = 2;
/**
 * Cost of correcting a known word to one that is equally frequent. A known word is rarely a typo, unless many more
 * cards contain the correction. In that case, the cost is lower, down to {@link MIN_KNOWN_CORRECTED}.
 */
const KNOWN_CORRECTED = 7;
const MIN_KNOWN_CORRECTED = 3.5;
/** Cost of correcting a name to a word that is never part of a name. */
const NAME_CORRECTED = 10;
/** Cost for each of two known words that are joined to a word that cards have. */
const JOINED = 0.5;
/** Cost for each of two words that are joined to a word that only sounds similar. */
const JOINED_ALIKE = 1;

/** Something on a card that can stand for a word of the query. */
export interface Form {
  readonly variant: Variant;
  /** Information that is lost if a card has this form instead of the typed word. */
  readonly cost: number;
  /** Whether the form differs from the typed word and its synonyms. */
  readonly isCorrection: boolean;
}

/** A word of a query, with all its forms that cards have. */
export interface WeighedWord {
  readonly word: QueryWord;
  /** The forms, cheapest first. Each costs less than a missing word. */
  readonly forms: readonly Form[];
  /** Information that is lost if a card has none of the forms. It is high for rare words, and highest for names. */
  readonly information: number;
}

/**
 * Weighs the words of a query, of which only the typed forms count.
 * @param vocabulary if undefined, all words count as known, and cards lose nothing if they lack a word
 */
export function asTyped(words: readonly QueryWord[], vocabulary?: Vocabulary): WeighedWord[] {
  return words.map((word) => {
    const variants = vocabulary ? knownVariants(word, vocabulary) : word.variants;
    return {
      word,
      forms: variants.map((variant) => ({ variant, cost: 0, isCorrection: false })),
      information: vocabulary ? informationOf(word, vocabulary) : 0,
    };
  });
}

/** Weighs the words of a query, and finds their forms: as typed, corrected, translated, joined or split. */
export function weigh(words: readonly QueryWord[], vocabulary: Vocabulary): WeighedWord[] {
  const joined = joinedForms(words, vocabulary);
  const isInJapanese = words.some(saysJapanese);
  return asTyped(words, vocabulary).map(({ word, forms: typed }, index) => {
    const forms = [
      ...typed,
      ...(joined[index] ?? []),
      ...(word.kind === 'noise' ? [] : corrections(word, vocabulary, isInJapanese)),
    ];
    const information = informationIn(word, forms, vocabulary);
    const sorted = forms
      .filter(({ cost }) => cost === 0 || cost < information)
      .sort((a, b) => a.cost - b.cost);
    return { word, forms: sorted, information };
  });
}

/** Returns the word with all its forms as variants. Less likely forms are worth less. */
export function withForms({ word, forms }: WeighedWord): QueryWord {
  return { ...word, variants: forms.map(({ variant }) => variant) };
}

const knownVariants = (word: QueryWord, vocabulary: Vocabulary): Variant[] =>
  word.variants.filter((variant) => vocabulary.cardsOf(variant) > 0);

/** Whether a word says that the card is in Japanese: the language, or the name of a set that exists only in Japanese. */
function saysJapanese({ text, variants }: QueryWord): boolean {
  return meansJapanese(text) || variants.some(({ terms }) => terms.some(isInScript));
}

/** @param isInJapanese whether the card is in Japanese, so that its name in Japanese is no correction */
function corrections(word: QueryWord, vocabulary: Vocabulary, isInJapanese: boolean): Form[] {
  const at = (cost: number, variants: readonly Variant[]): Form[] =>
    variants.map((variant) => ({ variant, cost, isCorrection: true }));
  if (word.looksLike === 'year') {
    const years = neighboringYears(word).map((year): Variant => ({ terms: [year], worth: 0.6 }));
    const known = years.filter((variant) => vocabulary.cardsOf(variant) > 0);
    return at(NEIGHBORING_YEAR, known);
  }
  const similar = vocabulary.similarTo(word);
  if (vocabulary.knows(word)) {
    const most = Math.max(0, ...similar.map((variant) => vocabulary.cardsOf(variant)));
    const ratio = Math.log((vocabulary.frequency(word) + 1) / (most + 1));
    const cost = Math.max(MIN_KNOWN_CORRECTED, KNOWN_CORRECTED + ratio);
    const isName = vocabulary.nameShare(word);
    const corrected = similar.flatMap((variant) => {
      const lost = Math.max(0, isName - vocabulary.nameShare({ variants: [variant] }));
      return at(cost + NAME_CORRECTED * lost, [variant]);
    });
    const translations = vocabulary.translations(word).flatMap((variant) => {
      const isMeant = isInJapanese && variant.terms.some(isInScript);
      return at(isMeant ? 0 : TRANSLATED, [isMeant ? { ...variant, worth: 1 } : variant]);
    });
    return [...translations, ...(word.kind === 'identifying' ? corrected : [])];
  }
  // The user may still be typing the last word.
  const beginning = word.variants.find(({ prefix }) => prefix)?.terms[0] ?? '';
  const meanings = vocabulary.meaningsFrom(beginning);
  if (meanings.length > 0) return at(CORRECTED, meanings);
  return at(CORRECTED, [...similar, ...(beginning ? vocabulary.similarBeginnings(beginning) : [])]);
}

/** Returns the forms in which a word is joined with the word before or after it. Both words have the same form. */
function joinedForms(words: readonly QueryWord[], vocabulary: Vocabulary): Form[][] {
  const forms: Form[][] = words.map(() => []);
  words.slice(1).forEach((next, index) => {
    const word = words[index] as QueryWord;
    const areKnown = vocabulary.knows(word) && vocabulary.knows(next);
    const exact = vocabulary.joined(word, next);
    const term = exact ?? (areKnown ? null : vocabulary.joinedAlike(word, next));
    const isNew = [word, next].every(({ variants }) => variants[0]?.terms.join() !== term);
    if (!term || !isNew) return;
    const cost = exact ? (areKnown ? JOINED : 0) : JOINED_ALIKE;
    const form = { variant: { terms: [term], worth: 1 }, cost, isCorrection: true };
    forms[index]?.push(form);
    forms[index + 1]?.push(form);
  });
  return forms;
}

function informationIn(word: QueryWord, forms: readonly Form[], vocabulary: Vocabulary): number {
  if (vocabulary.knows(word)) return informationOf(word, vocabulary);
  const meanings = forms.map(({ variant }) => ({ ...word, variants: [variant] }));
  const weight = vocabulary.translations(word).length > 0 ? 1 : UNKNOWN_WEIGHT;
  const all = (meanings.length > 0 ? meanings : [word]).map((each) =>
    informationOf(each, vocabulary),
  );
  return weight * Math.max(...all);
}

function informationOf(word: QueryWord, vocabulary: Vocabulary): number {
  const rarity = Math.log(CATALOG_SIZE / Math.max(MIN_CARDS, vocabulary.frequency(word)));
  const nameShare = word.looksLike === 'year' ? 0 : vocabulary.nameShare(word);
  const isPhrase = word.typed.length > 1 && word.looksLike === 'word';
  const weight = (WORD_WEIGHT + NAME_WEIGHT * nameShare) * (isPhrase ? PHRASE_WEIGHT : 1);
  const information = rarity * weight * KIND_WEIGHT[word.kind] * LOOKS_WEIGHT[word.looksLike];
  const least = word.kind === 'identifying' ? Math.max(MIN_INFORMATION, information) : information;
  const means = [word.text, ...word.variants.map(({ terms }) => terms.join(' '))];
  if (means.some(isLanguage)) return LANGUAGE_WEIGHT * least;
  return means.some(isPrint) ? PRINT_WEIGHT * least : least;
}
