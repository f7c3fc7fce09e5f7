import { differenceOf } from './difference.js';
import type { Features } from './features.js';

/**
 * A word counts as present on (or missing from) all cards of a section if at least this fraction of the cards has (or
 * lacks) it.
 */
const SECTION_SHARE = 0.9;

/** One grader's section, compared with another grader's descriptions of the same cards. */
export class Counterpart {
  readonly section: Features;
  readonly grader: string;
  cards = 0;
  /** Number of cards from which the other grader omits each word. */
  readonly #lacking = new Map<string, number>();
  /** Number of cards to which the other grader adds each word. */
  readonly #adding = new Map<string, number>();
  /** Listings of the other grader's cards. */
  readonly #listings = new Set<string>();

  constructor(section: Features, grader: string) {
    this.section = section;
    this.grader = grader;
  }

  /** Adds a card of the section, and the other grader's card. */
  add(card: Features, other: Features): void {
    const { onlyA, onlyB } = differenceOf(card, other);
    this.cards += 1;
    this.#listings.add(other.listing);
    countEach(this.#lacking, onlyA);
    countEach(this.#adding, onlyB);
  }

  /** Listing of the other grader's cards; empty if it is unknown, or if there are several. */
  get listing(): string {
    const [listing = '', ...others] = this.#listings;
    return others.length === 0 ? listing : '';
  }

  /** Words that all cards of the section have and the other grader omits. */
  get lacked(): string[] {
    return this.#most(this.#lacking);
  }

  /** Words that the other grader adds to all cards of the section. */
  get added(): string[] {
    return this.#most(this.#adding);
  }

  #most(counts: ReadonlyMap<string, number>): string[] {
    const enough = this.cards * SECTION_SHARE;
    return [...counts].filter(([, count]) => count >= enough).map(([word]) => word);
  }
}

function countEach(counts: Map<string, number>, words: readonly string[]): void {
  for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
}
