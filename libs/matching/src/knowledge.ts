import type { Features } from './features.js';

/** The full names that an initial and a surname, such as `J. Smith`, can stand for. */
export interface NameUse {
  readonly first: string;
  readonly count: number;
  /** Whether the full names have different first names. */
  readonly isShared: boolean;
}

/** What {@link Learner} has learned about the use of words in a catalog, for all graders. */
export interface Knowledge {
  /**
   * Whether a word is optional in a category, because graders omit it from the labels of whole sections and do not use
   * it to distinguish cards.
   */
  isOmitted(category: string, word: string): boolean;
  /** Whether a grader uses a word so often that it would not omit the word from cards to which it applies. */
  isUsedBy(category: string, grader: string, word: string): boolean;
  /**
   * Whether a grader omits `word` from a section of the year, although another grader uses it on all cards of that
   * section. Every word of the section must be in `lacking`.
   */
  isOmittedBetween(
    category: string,
    year: string,
    lacking: readonly string[],
    word: string,
  ): boolean;
  /**
   * Whether the grader of `lacking` omits a word from several sections of a product in which the grader of `having`
   * uses it, and the word distinguishes cards in fewer sections of the product.
   */
  isOmittedInProduct(having: Features, lacking: Features, word: string): boolean;
  /**
   * Whether the sections of two cards are the same section in different words, because two graders list the product
   * almost completely, and only these two of its sections are left with the same cards.
   */
  isPaired(a: Features, b: Features): boolean;
  /** Whether the grader of a card lists several sections of the card's product with the same numbers. */
  sharesNumbers(features: Features): boolean;
  /** Whether the grader of a card uses a word in some sections of the card's product, but not in others. */
  isContrasted(features: Features, word: string): boolean;
  /**
   * Whether a grader adds a note, such as the team, to the descriptions of all cards of a set. The words of such a note
   * are not in any column.
   */
  hasNotes(listing: string): boolean;
  /**
   * Whether a grader lists two cards of a section that differ only in this word. The word `/` stands for a print run.
   */
  isSplit(year: string, section: string, word: string): boolean;
  /** Returns the number of grader cards with a word, excluding names. */
  wordCount(category: string, word: string): number;
  /** Returns the number of grader cards with a word in their names. */
  nameWordCount(category: string, word: string): number;
  /**
   * Returns the known full names for a name that consists of an initial and other words; undefined if there are none.
   */
  nameUse(category: string, initial: string, others: readonly string[]): NameUse | undefined;
  /** Whether a grader lists print runs for the cards of a category. */
  hasRuns(category: string, grader: string): boolean;
}

/** Empty knowledge, for comparisons without a catalog. */
export const NOTHING_KNOWN: Knowledge = {
  isOmitted: () => false,
  isUsedBy: () => false,
  isOmittedBetween: () => false,
  isOmittedInProduct: () => false,
  isPaired: () => false,
  sharesNumbers: () => false,
  isContrasted: () => false,
  hasNotes: () => false,
  isSplit: () => false,
  wordCount: () => 0,
  nameWordCount: () => 0,
  nameUse: () => undefined,
  hasRuns: () => false,
};
