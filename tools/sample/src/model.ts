import type { Grader } from '@gcd/contracts';

/** A card as tcgdex lists it: one per card and variant. */
export interface Print {
  readonly id: string;
  readonly serieId: string;
  readonly setId: string;
  readonly setName: string;
  /** The set's abbreviation on modern cards, for example `PAL`; empty for older sets. */
  readonly abbreviation: string;
  /** Cards in the set by the number printed on them; 0 where none is printed. */
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

/** What a grader's catalog says of a card. */
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

/** Copies per grade label key, qualifiers included. */
export type Counts = Readonly<Record<string, number>>;

/** The counts recorded on one date; `autographed` copies are among `counts`. */
export interface PopulationRow {
  readonly date: string;
  readonly counts: Counts;
  readonly autographed: Counts;
}

/** One grader's catalog entry. */
export interface Entry extends CatalogName {
  readonly cardId: string;
  readonly grader: Grader;
  readonly specId: string;
  readonly graderId2: string;
  readonly setUrl: string;
  readonly universalCardId: string;
  /** Oldest first; empty when nothing has been recorded. */
  readonly population: readonly PopulationRow[];
  /** How many certs of this entry to write. */
  readonly certs: number;
}
