import type { Features } from './features.js';

/** How often a name was seen among the names that share all but the first word, of which they share the initial. */
export interface NameUse {
  readonly first: string;
  readonly count: number;
  /** Whether there are others. */
  readonly isShared: boolean;
}

/** What the catalog shows about its own words, of all graders together. {@link Learner} collects it. */
export interface Knowledge {
  /**
   * Whether labels leave a word out freely in a category: whole sections have it at one grader and lack it at another, and no grader
   * uses it to tell two cards apart.
   */
  isOmitted(category: string, word: string): boolean;
  /** Whether one grader has a word in all cards of a section where another lacks it, as in this card of the other. */
  isOmittedBetween(
    category: string,
    year: string,
    lacking: readonly string[],
    word: string,
  ): boolean;
  /** Whether a grader has a word in all cards of this card's section, and the grader of the other card in none of them. */
  isOmittedInSection(category: string, having: Features, lacking: Features, word: string): boolean;
  /** Whether a grader lists two cards of a section that differ only in this word; `/` stands for a print run. */
  isSplit(year: string, section: string, word: string): boolean;
  /** How many grader cards have a word, apart from names. */
  wordCount(category: string, word: string): number;
  /** How many grader cards have a word in their name. */
  nameWordCount(category: string, word: string): number;
  /** Which names begin with the initial and go on with the other words; undefined when none does. */
  nameUse(category: string, initial: string, others: readonly string[]): NameUse | undefined;
  /** Whether a grader states print runs for cards of a category. */
  statesRuns(category: string, grader: string): boolean;
}

/** What is known without a catalog. */
export const NOTHING_KNOWN: Knowledge = {
  isOmitted: () => false,
  isOmittedBetween: () => false,
  isOmittedInSection: () => false,
  isSplit: () => false,
  wordCount: () => 0,
  nameWordCount: () => 0,
  nameUse: () => undefined,
  statesRuns: () => false,
};
