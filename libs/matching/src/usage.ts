import type { NameUse } from './knowledge.js';

/** A word distinguishes cards if a grader lists at least this share of its cards both with and without it. */
const TELLING_RATE = 0.02;
/** Minimum number of sections that must agree for a rule of the whole category. */
const SECTIONS = 3;

interface WordUse {
  cards: number;
  /** Pairs of cards of one grader that differ only in this word. */
  pairs: number;
  /** Sections that have it throughout where another grader lacks it. */
  sections: number;
  /** Sections that have it throughout where another grader has other words. */
  opposed: number;
  /** The words that it faces in all of these; null before the first. */
  facing: ReadonlySet<string> | null;
}

/** How the grader cards of a category use words and names. */
export class CategoryUse {
  readonly words = new Map<string, WordUse>();
  readonly nameWords = new Map<string, number>();
  readonly names = new Map<string, NameUse>();
  readonly runs = new Map<string, { cards: number; withRun: number }>();
  /** Pairs of cards of one grader that differ only in several words together. */
  readonly groupsOfWords = new Map<string, number>();

  word(word: string): WordUse {
    const known = this.words.get(word);
    if (known) return known;
    const use = { cards: 0, pairs: 0, sections: 0, opposed: 0, facing: null };
    this.words.set(word, use);
    return use;
  }

  /** Whether labels leave a word out: whole sections have it where another grader lacks it, and it tells hardly any cards apart. */
  isOmitted(word: string): boolean {
    const use = this.words.get(word);
    if (use === undefined || use.pairs >= use.cards * TELLING_RATE) return false;
    return use.sections + (use.facing?.size === 0 ? use.opposed : 0) >= SECTIONS;
  }

  /** Notes that a section has a word throughout where another grader has others. */
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
   * Words that distinguish cards only together, such as `1st edition`, count as if each did, unless one of
   * them does alone.
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
