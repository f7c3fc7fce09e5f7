import type { NameUse } from './knowledge.js';

/**
 * For a word to count as distinguishing cards, a grader must list at least this fraction of the cards with the word
 * also without the word.
 */
const TELLING_RATE = 0.02;
/** Minimum number of sections in which labels omit a word before the word counts as optional in the whole category. */
const SECTIONS = 3;

interface WordUse {
  cards: number;
  /** Number of pairs of cards from one grader that differ only in this word. */
  pairs: number;
  /**
   * Number of pairs of sections in which one grader has the word on all cards and the other grader's cards just lack
   * it.
   */
  sections: number;
  /**
   * Number of pairs of sections in which one grader has the word on all cards and the other grader has different words
   * instead.
   */
  opposed: number;
  /** The words that replace this word in all of those pairs of sections; null before the first pair. */
  facing: ReadonlySet<string> | null;
}

/** How the grader cards of a category use words and names. */
export class CategoryUse {
  readonly words = new Map<string, WordUse>();
  readonly nameWords = new Map<string, number>();
  readonly names = new Map<string, NameUse>();
  readonly runs = new Map<string, { cards: number; withRun: number }>();
  /** Counts the pairs of cards from one grader that differ in several words. The key contains these words. */
  readonly groupsOfWords = new Map<string, number>();

  word(word: string): WordUse {
    const known = this.words.get(word);
    if (known) return known;
    const use = { cards: 0, pairs: 0, sections: 0, opposed: 0, facing: null };
    this.words.set(word, use);
    return use;
  }

  /**
   * Whether graders omit a word from labels. This is the case if one grader has the word on all cards of some sections,
   * another grader's cards of the same sections lack it, and the word hardly ever distinguishes cards.
   */
  isOmitted(word: string): boolean {
    const use = this.words.get(word);
    if (use === undefined || use.pairs >= use.cards * TELLING_RATE) return false;
    return use.sections + (use.facing?.size === 0 ? use.opposed : 0) >= SECTIONS;
  }

  /**
   * Counts a pair of sections in which one grader has `word` on all cards and the other grader has the words `others`
   * instead.
   */
  oppose(word: string, others: readonly string[]): void {
    const use = this.word(word);
    use.opposed += 1;
    use.facing = new Set(others.filter((other) => use.facing?.has(other) ?? true));
  }

  countName(name: readonly string[]): void {
    for (const word of name) this.nameWords.set(word, (this.nameWords.get(word) ?? 0) + 1);
    const [first, ...others] = name;
    if (!first || first.length === 1 || others.length === 0) return;
    const key = `${first.charAt(0)} ${others.join(' ')}`;
    const known = this.names.get(key);
    if (!known) this.names.set(key, { first, count: 1, isShared: false });
    else if (known.first !== first) this.names.set(key, { ...known, isShared: true });
    else this.names.set(key, { ...known, count: known.count + 1 });
  }

  /**
   * Counts every word of a phrase that distinguishes cards, such as `1st edition`, as a word that distinguishes cards.
   * Skips phrases that contain a word which distinguishes cards on its own.
   */
  creditGroups(): void {
    const isAlone = (word: string) => {
      const use = this.words.get(word);
      return use !== undefined && use.pairs >= use.cards * TELLING_RATE;
    };
    const credits = [...this.groupsOfWords]
      .map(([group, pairs]) => ({ each: group.split(' '), pairs }))
      .filter(({ each }) => !each.some(isAlone));
    for (const { each, pairs } of credits) {
      for (const word of each) this.word(word).pairs += pairs;
    }
  }
}
