import type { Features } from './features.js';

/** How often a name occurs among the names with the same initial and the same other words. */
export interface NameUse {
  readonly first: string;
  readonly count: number;
  /** Whether other such names exist. */
  readonly isShared: boolean;
}

/** What has been learned about the words of a catalog, across all graders. {@link Learner} collects it. */
export interface Knowledge {
  /**
   * Whether a word is optional in a category: one grader has it on all cards of sections in which another grader lacks
   * it, and no grader uses it to distinguish cards.
   */
  isOmitted(category: string, word: string): boolean;
  /**
   * Whether one grader has a word on all cards of a section that includes this card, while another grader
   * lacks it there.
   */
  isOmittedBetween(
    category: string,
    year: string,
    lacking: readonly string[],
    word: string,
  ): boolean;
  /**
   * Whether a grader has a word on all cards of this card's section, while the other card's grader has it on
   * none of them.
   */
  isOmittedInSection(category: string, having: Features, lacking: Features, word: string): boolean;
  /** Whether a grader lists two cards of a section that differ only in this word (`/` represents a print run). */
  isSplit(year: string, section: string, word: string): boolean;
  /** Number of grader cards with a word, excluding names. */
  wordCount(category: string, word: string): number;
  /** Number of grader cards with a word in their names. */
  nameWordCount(category: string, word: string): number;
  /** Use of the names with this initial and the same other words; undefined if there are none. */
  nameUse(category: string, initial: string, others: readonly string[]): NameUse | undefined;
  /** Whether a grader lists print runs for the cards of a category. */
  hasRuns(category: string, grader: string): boolean;
}

/** Empty knowledge, for comparisons without a catalog. */
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
