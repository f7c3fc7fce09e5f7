import { type Counterpart, SECTION_CARDS, type TellingWords } from './counterpart.js';
import type { Features } from './features.js';

/** Two graders list a product almost completely if they describe at least this number of its sections in equal words. */
const EQUAL_SECTIONS = 5;
/** The equal sections must also be at least this fraction of the product's sections that each of them lists. */
const EQUAL_SHARE = 0.75;
/** Two sections have the same cards if the number of common cards is at least this fraction of the larger section. */
const COMMON_SHARE = 0.9;

/**
 * Finds sections that two graders describe in different words. A product consists of the grader cards with the same
 * `Features.listing`. If two graders describe nearly all sections of a product in equal words, it is unlikely that each
 * of them lists a section that the other does not list. Two sections with the same cards that are left over, one of each
 * grader, are therefore the same section if only one of them has additional words.
 */
export class ProductSections {
  /** Number of cards of each section, by listing. */
  #sizes = new Map<string, Map<string, number>>();
  /** Sections that another grader describes in equal words, by listings of both graders. */
  #equal = new Map<string, Set<string>>();
  /** Sections of which another grader has the same cards, with or without additional words, by key of the pair. */
  #similar = new Map<string, Counterpart>();
  readonly #pairs = new Set<string>();

  add({ listing, section }: Features): void {
    if (listing === '') return;
    const sizes = this.#sizes.get(listing) ?? new Map<string, number>();
    this.#sizes.set(listing, sizes);
    sizes.set(section, (sizes.get(section) ?? 0) + 1);
  }

  /** Adds the comparison of a grader's section with the cards of another grader. */
  compare(counterpart: Counterpart, { lacked, added }: TellingWords): void {
    const { section, listing, partner } = counterpart;
    if (section.listing === '' || listing === '' || partner === '') return;
    if (lacked.length > 0 && added.length > 0) return;
    if (lacked.length + added.length > 0) {
      this.#similar.set(pairKey(section, { listing, section: partner }), counterpart);
      return;
    }
    const key = listingsKey(section.listing, listing);
    const equal = this.#equal.get(key) ?? new Set();
    this.#equal.set(key, equal.add(section.section));
  }

  /** Pairs the sections of a year, after all of them have been compared. */
  endYear(): void {
    for (const [key, { section, listing, partner, cards }] of this.#similar) {
      const other = { listing, section: partner };
      const size = Math.max(this.#sizeOf(section), this.#sizeOf(other));
      const isLeft =
        cards >= size * COMMON_SHARE &&
        this.#similar.has(pairKey(other, section)) &&
        this.#isNearlyEqual(section.listing, listing) &&
        this.#isNearlyEqual(listing, section.listing);
      if (isLeft) this.#pairs.add(key);
    }
    this.#sizes = new Map();
    this.#equal = new Map();
    this.#similar = new Map();
  }

  isPaired(a: Features, b: Features): boolean {
    return this.#pairs.has(pairKey(a, b));
  }

  #sizeOf({ listing, section }: Section): number {
    return this.#sizes.get(listing)?.get(section) ?? 0;
  }

  /** Whether another grader describes nearly all sections of a listing in equal words. */
  #isNearlyEqual(listing: string, otherListing: string): boolean {
    const sizes = [...(this.#sizes.get(listing)?.values() ?? [])];
    const sections = sizes.filter((size) => size >= SECTION_CARDS).length;
    const equal = this.#equal.get(listingsKey(listing, otherListing))?.size ?? 0;
    return equal >= EQUAL_SECTIONS && equal >= sections * EQUAL_SHARE;
  }
}

type Section = Pick<Features, 'listing' | 'section'>;

const listingsKey = (a: string, b: string): string => `${a} / ${b}`;

const pairKey = (a: Section, b: Section): string =>
  `${a.listing} / ${a.section} / ${b.listing} / ${b.section}`;
