import { Counterpart, SECTION_CARDS, type TellingWords } from './counterpart.js';
import { differenceOf } from './difference.js';
import type { Features } from './features.js';
import type { Knowledge } from './knowledge.js';
import { ProductSections } from './product-sections.js';
import { ProductWords } from './product-words.js';
import { SetNotes } from './set-notes.js';
import { CategoryUse } from './usage.js';
import { ALWAYS_TELLING, FILLERS, OWNERS } from './vocabulary.js';

/** Maximum number of grader cards in a block that have the same name. Larger groups are not compared. */
const MAX_NAMESAKES = 60;
const MAX_WORDS_APART = 6;
/** A grader counts as listing print runs if at least this fraction of its cards has a print run. */
const RUNS_SHARE = 0.005;

/**
 * Learns from a catalog which words distinguish cards and which are optional. The blocks of a year must be added
 * consecutively, because the learner keeps the sections of only one year in memory.
 */
export class Learner {
  readonly #categories = new Map<string, CategoryUse>();
  readonly #splits = new Set<string>();
  readonly #omitted = new Map<string, (readonly string[])[]>();
  readonly #setNotes = new SetNotes();
  readonly #productWords = new ProductWords();
  readonly #productSections = new ProductSections();
  #counterparts = new Map<string, Counterpart>();
  #year = '';

  /** Adds a block of grader cards with the same year and card number. */
  add(block: readonly Features[]): void {
    // Without a number, cards with the same name may be different cards.
    if (block[0]?.number === '') return;
    const year = block[0]?.year ?? '';
    if (year !== this.#year) this.#endYear();
    this.#year = year;
    this.#productWords.add(block);
    const byName = new Map<string, Features[]>();
    for (const features of block) {
      this.#count(features);
      if (features.name.length === 0) continue;
      const name = [...features.name].sort().join(' ');
      const namesakes = byName.get(name);
      if (namesakes) namesakes.push(features);
      else byName.set(name, [features]);
    }
    for (const namesakes of byName.values()) {
      if (namesakes.length > 1 && namesakes.length <= MAX_NAMESAKES) this.#compare(namesakes);
    }
  }

  finish(): Knowledge {
    this.#endYear();
    for (const use of this.#categories.values()) use.creditGroups();
    const categories = this.#categories;
    return {
      isOmitted: (category, word) => categories.get(category)?.isOmitted(word) ?? false,
      isUsedBy: (category, grader, word) =>
        categories.get(category)?.isUsedBy(grader, word) ?? false,
      isOmittedBetween: (category, year, lacking, word) =>
        categories.get(category)?.isTelling(word) === false &&
        (this.#omitted.get(`${year} ${word}`) ?? []).some((section) =>
          section.every((each) => lacking.includes(each)),
        ),
      isOmittedInProduct: (having, lacking, word) =>
        this.#productWords.isOmitted(having, lacking, word),
      isPaired: (a, b) => this.#productSections.isPaired(a, b),
      sharesNumbers: (features) => this.#productWords.sharesNumbers(features),
      isContrasted: (features, word) => this.#productWords.isContrasted(features, word),
      hasNotes: (listing) => this.#setNotes.has(listing),
      isSplit: (year, section, word) => this.#splits.has(`${year} ${word} ${section}`),
      wordCount: (category, word) => categories.get(category)?.words.get(word)?.cards ?? 0,
      nameWordCount: (category, word) => categories.get(category)?.nameWords.get(word) ?? 0,
      nameUse: (category, initial, others) =>
        categories.get(category)?.names.get(`${initial} ${others.join(' ')}`),
      hasRuns: (category, grader) => {
        const runs = categories.get(category)?.runs.get(grader);
        return runs !== undefined && runs.withRun / runs.cards >= RUNS_SHARE;
      },
    };
  }

  #category(category: string): CategoryUse {
    const known = this.#categories.get(category);
    if (known) return known;
    const use = new CategoryUse();
    this.#categories.set(category, use);
    return use;
  }

  #count(features: Features): void {
    const { category, grader, name, rest, run, listing, notes } = features;
    this.#productSections.add(features);
    this.#setNotes.add(listing, notes);
    const use = this.#category(category);
    for (const word of new Set(rest)) use.countWord(word, grader);
    const runs = use.runs.get(grader) ?? { cards: 0, withRun: 0 };
    use.runs.set(grader, runs);
    runs.cards += 1;
    if (run !== '') runs.withRun += 1;
    use.countName(name);
  }

  /** Compares the grader cards with the same year, number and name. */
  #compare(namesakes: readonly Features[]): void {
    for (const [at, a] of namesakes.entries()) {
      for (const b of namesakes.slice(at + 1)) {
        if (a.grader === b.grader && isOneCategory(a, b)) this.#apart(a, b);
      }
    }
    for (const a of namesakes) {
      const nearest = new Map<string, { b: Features; apart: number; isAlone: boolean }>();
      for (const b of namesakes) {
        if (b.grader === a.grader || !isOneCategory(a, b)) continue;
        const { onlyA, onlyB } = differenceOf(a, b);
        const apart = onlyA.length + onlyB.length;
        const known = nearest.get(b.grader);
        if (!known || apart < known.apart) nearest.set(b.grader, { b, apart, isAlone: true });
        else if (apart === known.apart) nearest.set(b.grader, { ...known, isAlone: false });
      }
      for (const { b, apart, isAlone } of nearest.values()) {
        if (isAlone && apart <= MAX_WORDS_APART) this.#align(a, b);
      }
    }
  }

  /**
   * Compares two cards from one grader. A word that is their only difference counts as a word that distinguishes cards, and
   * so do two words that replace each other.
   */
  #apart(a: Features, b: Features): void {
    const { onlyA, onlyB } = differenceOf(a, b);
    this.#setNotes.compare(a, b);
    if (onlyA.length + onlyB.length === 0) {
      if (a.run !== b.run) this.#splits.add(`${a.year} / ${a.section}`);
      return;
    }
    const use = this.#category(a.category || b.category);
    if (onlyA.length > 0 && onlyB.length > 0) {
      if (onlyA.length > 1 || onlyB.length > 1) return;
      for (const word of [...onlyA, ...onlyB]) use.word(word).pairs += 1;
      return;
    }
    const [words, shorter] = onlyA.length > 0 ? [onlyA, b] : [onlyB, a];
    const [word] = words as [string];
    if (words.length > 1) {
      if (words.length > MAX_WORDS_APART) return;
      const group = words.join(' ');
      use.groupsOfWords.set(group, (use.groupsOfWords.get(group) ?? 0) + 1);
      return;
    }
    use.word(word).pairs += 1;
    if (a.listing === b.listing) this.#productWords.split(shorter, word);
    this.#splits.add(`${a.year} ${word} ${shorter.section}`);
  }

  /** Adds a pair of cards from two graders to the comparison of their sections. */
  #align(a: Features, b: Features): void {
    const key = `${a.grader} ${b.grader} ${a.section}`;
    const counterpart = this.#counterparts.get(key) ?? new Counterpart(a, b.grader);
    this.#counterparts.set(key, counterpart);
    counterpart.add(a, b);
  }

  /**
   * Counts the pairs of sections in which only one grader has additional words. Optional words do not count as
   * additional, so the pairs are counted again until no more optional words are found.
   */
  #endYear(): void {
    const all = [...this.#counterparts.values()];
    let open = all.filter(({ cards }) => cards >= SECTION_CARDS);
    for (let before = -1; open.length !== before; ) {
      before = open.length;
      open = open.filter((counterpart) => !this.#credit(counterpart));
    }
    for (const counterpart of all) {
      if (counterpart.cards < SECTION_CARDS) continue;
      const words = this.#tellingWords(counterpart);
      this.#productWords.compare(counterpart, words);
      this.#productSections.compare(counterpart, words);
    }
    this.#productSections.endYear();
    this.#counterparts = new Map();
    this.#setNotes.endYear();
  }

  /**
   * Counts the words that only one of two graders uses throughout a section.
   * @returns false while both graders have additional words that may distinguish cards
   */
  #credit(counterpart: Counterpart): boolean {
    const { section, lacked, added } = counterpart;
    const { use, isNeutral } = this.#usageOf(section);
    if (!lacked.every(isNeutral) && !added.every(isNeutral)) return false;
    for (const word of lacked) use.word(word).sections += 1;
    for (const word of added) {
      const key = `${this.#year} ${word}`;
      const known = this.#omitted.get(key);
      if (known) known.push(section.rest);
      else this.#omitted.set(key, [section.rest]);
    }
    return true;
  }

  #tellingWords({ section, lacked, added }: Counterpart): TellingWords {
    const { isNeutral } = this.#usageOf(section);
    const isTelling = (word: string) => !isNeutral(word) || ALWAYS_TELLING.has(word);
    return { lacked: lacked.filter(isTelling), added: added.filter(isTelling) };
  }

  /** Returns how the category of a section uses words, and which words are optional in the section. */
  #usageOf(section: Features) {
    const use = this.#category(section.category);
    const isNeutral = (word: string) =>
      FILLERS.has(word) ||
      OWNERS.has(word) ||
      section.categoryWords.includes(word) ||
      use.isOmitted(word);
    return { use, isNeutral };
  }
}

const isOneCategory = (a: Features, b: Features) =>
  a.category === b.category || a.category === '' || b.category === '';
