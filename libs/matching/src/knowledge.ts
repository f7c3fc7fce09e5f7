import type { Features } from './features.js';

/** How often a name occurs among names with the same initial and the same other words. */
export interface NameUse {
  readonly first: string;
  readonly count: number;
  /** Whether there are other such names. */
  readonly isShared: boolean;
}

/** What the catalog reveals about its words, for all graders together. Collected by {@link Learner}. */
export interface Knowledge {
  /**
   * Whether a word is optional in a category: whole sections have it at one grader and lack it at another,
   * and no grader uses it to distinguish cards.
   */
  isOmitted(category: string, word: string): boolean;
  /** Whether one grader has a word on all cards of a section where another lacks it, including this card. */
  isOmittedBetween(
    category: string,
    year: string,
    lacking: readonly string[],
    word: string,
  ): boolean;
  /**
   * Whether a grader has a word on all cards of this card's section, and the other card's grader on none of
   * them.
   */
  isOmittedInSection(category: string, having: Features, lacking: Features, word: string): boolean;
  /** Whether a grader lists two cards of a section that differ only in this word; `/` stands for a print run. */
  isSplit(year: string, section: string, word: string): boolean;
  /** Number of grader cards with a word, not counting names. */
  wordCount(category: string, word: string): number;
  /** Number of grader cards with a word in their name. */
  nameWordCount(category: string, word: string): number;
  /** Names with the initial and the same other words; undefined if there are none. */
  nameUse(category: string, initial: string, others: readonly string[]): NameUse | undefined;
  /** Whether a grader lists print runs for cards of a category. */
  hasRuns(category: string, grader: string): boolean;
}

/** Knowledge without a catalog. */
export const NOTHING_KNOWN: Knowledge = {
  isOmitted: () => false,
  isOmittedBetween: () => false,
  isOmittedInSection: () => false,
  isSplit: () => false,
  wordCount: () => 0,
  nameWordCount: () => 0,
  nameUse: () => undefined,
  hasRuns: () => false,
};
