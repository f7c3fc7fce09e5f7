import { differenceOf } from './difference.js';
import type { Features } from './features.js';

/**
 * Minimum number of cards in a section that two graders must both list before their descriptions of it are compared.
 */
export const SECTION_CARDS = 3;
/**
 * A word counts as present on (or missing from) all cards of a section if at least this fraction of the cards has (or
 * lacks) it.
 */
const SECTION_SHARE = 0.9;

/** Words that may distinguish cards, and that only one of two graders has on all cards of a section. */
export interface TellingWords {
  /** Words that the other grader omits. */
  readonly lacked: readonly string[];
  /** Words that the other grader adds. */
  readonly added: readonly string[];
}

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
  /** Number of the other grader's cards, by section. */
  readonly #sections = new Map<string, number>();

  constructor(section: Features, grader: string) {
    this.section = section;
    this.grader = grader;
  }

  /** Adds a card of the section, and the other grader's card. */
  add(card: Features, other: Features): void {
    const { onlyA, onlyB } = differenceOf(card, other);
    this.cards += 1;
    this.#listings.add(other.listing);
    countEach(this.#sections, [other.section]);
    countEach(this.#lacking, onlyA);
    countEach(this.#adding, onlyB);
  }

  /** Listing of the other grader's cards; empty if it is unknown, or if there are several. */
  get listing(): string {
    const [listing = '', ...others] = this.#listings;
    return others.length === 0 ? listing : '';
  }

  /** The other grader's section with nearly all of the cards; empty if there is none. */
  get partner(): string {
    return this.#most(this.#sections)[0] ?? '';
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
