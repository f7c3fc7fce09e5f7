import type { NameUse } from './knowledge.js';

/**
 * A word distinguishes cards if, for at least this fraction of the cards with the word, the grader also lists the same
 * card without the word, or with another word in its place.
 */
const TELLING_RATE = 0.02;
/** A word is optional in a whole category if labels omit it from at least this number of sections. */
const SECTIONS = 3;
/** A grader uses a word if the share of its cards with the word is more than this fraction of any other grader's. */
const USED_SHARE = 0.1;

interface WordUse {
  cards: number;
  /** Number of cards with the word, by grader. */
  readonly graders: Map<string, number>;
  /** Number of pairs of cards from one grader that differ only in this word, or in another word in its place. */
  pairs: number;
  /**
   * Number of pairs of sections in which one grader has the word on all cards, and the other grader's cards lack only
   * this word.
   */
  sections: number;
}

/** Counts how the grader cards of a category use words and names. */
export class CategoryUse {
  readonly words = new Map<string, WordUse>();
  readonly nameWords = new Map<string, number>();
  readonly names = new Map<string, NameUse>();
  readonly runs = new Map<string, { cards: number; withRun: number }>();
  /** Number of pairs of cards from one grader that differ in several words, by those words. */
  readonly groupsOfWords = new Map<string, number>();

  word(word: string): WordUse {
    const known = this.words.get(word);
    if (known) return known;
    const use: WordUse = { cards: 0, graders: new Map(), pairs: 0, sections: 0 };
    this.words.set(word, use);
    return use;
  }

  /** Counts a grader's card with a word. */
  countWord(word: string, grader: string): void {
    const use = this.word(word);
    use.cards += 1;
    use.graders.set(grader, (use.graders.get(grader) ?? 0) + 1);
  }

  /** Whether graders use a word to distinguish cards. */
  isTelling(word: string): boolean {
    const use = this.words.get(word);
    return use === undefined || use.pairs >= use.cards * TELLING_RATE;
  }

  /**
   * Whether graders omit a word from the labels of whole sections, although other graders have it on all cards, and the
   * word hardly ever distinguishes cards.
   */
  isOmitted(word: string): boolean {
    const use = this.words.get(word);
    if (use === undefined || this.isTelling(word)) return false;
    return use.sections >= SECTIONS;
  }

  /** Whether a grader uses a word so often that it would not omit the word from cards to which it applies. */
  isUsedBy(grader: string, word: string): boolean {
    const counts = this.words.get(word)?.graders ?? new Map<string, number>();
    const share = (each: string) => (counts.get(each) ?? 0) / (this.runs.get(each)?.cards ?? 1);
    return share(grader) > Math.max(0, ...[...counts.keys()].map(share)) * USED_SHARE;
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
   * Counts each word of a distinguishing phrase, such as `1st edition`, as a distinguishing word. If a word of the
   * phrase distinguishes cards on its own, the phrase is skipped.
   */
  creditGroups(): void {
    const isAlone = (word: string) => this.words.has(word) && this.isTelling(word);
    const credits = [...this.groupsOfWords]
      .map(([group, pairs]) => ({ each: group.split(' '), pairs }))
      .filter(({ each }) => !each.some(isAlone));
    for (const { each, pairs } of credits) {
      for (const word of each) this.word(word).pairs += pairs;
    }
  }
}
