import type { Grader } from '@gcd/contracts';

/** A print from the tcgdex list. The list has one print for each card and variant. */
export interface Print {
  readonly id: string;
  readonly serieId: string;
  readonly setId: string;
  readonly setName: string;
  /** Abbreviation of a modern set, such as `PAL`; empty for older sets. */
  readonly abbreviation: string;
  /** Number of cards in the set, as printed on the cards; 0 if no number is printed. */
  readonly officialCount: number;
  readonly releaseDate: string;
  readonly year: number;
  readonly number: string;
  readonly name: string;
  readonly rarity: string;
  readonly category: string;
  readonly stage: string;
  readonly suffix: string;
  readonly variantType: string;
  readonly variantSubtype: string;
  readonly foil: string;
  readonly stamps: string;
}

/** A card, described in the style of one grader. */
export interface CatalogName {
  readonly description: string;
  readonly category: string;
  readonly year: string;
  readonly setName: string;
  readonly name: string;
  readonly cardNumber: string;
  readonly parallel: string;
  readonly subset: string;
}

/** Copies by grade key, including qualifiers. */
export type Counts = Readonly<Record<string, number>>;

/** The counts recorded on a date. `counts` includes the `autographed` copies. */
export interface PopulationRow {
  readonly date: string;
  readonly counts: Counts;
  readonly autographed: Counts;
}

export interface Entry extends CatalogName {
  readonly cardId: string;
  readonly grader: Grader;
  readonly specId: string;
  readonly graderId2: string;
  readonly setUrl: string;
  /** Population rows, oldest first; empty if nothing was recorded. */
  readonly population: readonly PopulationRow[];
  readonly certs: number;
}
