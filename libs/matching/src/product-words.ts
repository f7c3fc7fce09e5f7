import type { Counterpart, TellingWords } from './counterpart.js';
import type { Features } from './features.js';

/**
 * A word counts as omitted from sections of a product only if the number of these sections exceeds the number of
 * sections in which the word distinguishes cards by at least this number.
 */
const SECTIONS = 3;
/** Sections share numbers, and a word tells them apart, if they do so for at least this number of card numbers. */
const NUMBERS = 3;

/**
 * Learns which words tell the sections of a product apart, and which words a grader omits from several of them. A
 * product consists of the grader cards with the same `Features.listing` and category.
 */
export class ProductWords {
  /** Sections of a grader in which another grader omits a word, by listings of both graders and word. */
  readonly #omitting = new Map<string, Set<string>>();
  /** Sections of which the grader lists the same cards with an additional word, by listing and word. */
  readonly #splits = new Map<string, Set<string>>();
  /** Card numbers with which a word is on one card but not on a card with another name, by product and word. */
  readonly #contrasts = new Map<string, Map<string, number>>();
  /** Number of card numbers that are on cards with different names, by product. */
  readonly #sharedNumbers = new Map<string, number>();

  /** Adds the grader cards with the same year and number. */
  add(block: readonly Features[]): void {
    const byProduct = new Map<string, Features[]>();
    for (const features of block) {
      if (features.listing === '') continue;
      const product = productOf(features);
      const known = byProduct.get(product);
      if (known) known.push(features);
      else byProduct.set(product, [features]);
    }
    for (const [product, cards] of byProduct) this.#addContrasts(product, cards);
  }

  /** Records that a grader lists a card of `section`, and the same card with an additional word. */
  split(section: Features, word: string): void {
    addTo(this.#splits, `${section.listing} / ${word}`, section.section);
  }

  /**
   * Adds the comparison of a grader's section with the cards of another grader. Only a comparison in which one word is
   * the only difference counts.
   */
  compare({ section, listing }: Counterpart, { lacked, added }: TellingWords): void {
    const [word, ...others] = lacked;
    if (section.listing === '' || listing === '') return;
    if (word === undefined || others.length + added.length > 0) return;
    addTo(this.#omitting, `${section.listing} / ${listing} / ${word}`, section.section);
  }

  /** Whether the grader of `lacking` omits a word from sections of the product in which the other grader uses it. */
  isOmitted(having: Features, lacking: Features, word: string): boolean {
    const omitting = this.#omitting.get(`${having.listing} / ${lacking.listing} / ${word}`);
    if (omitting === undefined) return false;
    const splits = [having, lacking].map(
      ({ listing }) => this.#splits.get(`${listing} / ${word}`)?.size ?? 0,
    );
    return omitting.size >= SECTIONS + Math.max(...splits);
  }

  /** Whether a grader lists cards with different names and the same numbers in a product. */
  sharesNumbers(features: Features): boolean {
    return (this.#sharedNumbers.get(productOf(features)) ?? 0) >= NUMBERS;
  }

  /** Whether a grader uses a word in some sections of the product, but not in others. */
  isContrasted(features: Features, word: string): boolean {
    return (this.#contrasts.get(productOf(features))?.get(word) ?? 0) >= NUMBERS;
  }

  #addContrasts(product: string, cards: readonly Features[]): void {
    const named = cards.map(({ name, rest }) => ({ name: name.join(' '), words: new Set(rest) }));
    if (new Set(named.map(({ name }) => name)).size < 2) return;
    this.#sharedNumbers.set(product, (this.#sharedNumbers.get(product) ?? 0) + 1);
    const contrasts = this.#contrasts.get(product) ?? new Map<string, number>();
    this.#contrasts.set(product, contrasts);
    for (const word of new Set(cards.flatMap(({ rest }) => rest))) {
      const having = named.filter(({ words }) => words.has(word));
      const isContrast = named.some(
        (card) => !card.words.has(word) && having.some(({ name }) => name !== card.name),
      );
      if (isContrast) contrasts.set(word, (contrasts.get(word) ?? 0) + 1);
    }
  }
}

const productOf = ({ listing, category }: Features): string => `${listing} / ${category}`;

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const known = sets.get(key);
  if (known) known.add(value);
  else sets.set(key, new Set([value]));
}
