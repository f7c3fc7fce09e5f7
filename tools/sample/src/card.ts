import type { Grader } from '@gcd/contracts';
import type { KnownByGrader } from './known.js';
import type { CatalogName } from './model.js';

/** A card with its grader cards, before ids and populations are assigned. */
export interface Card {
  /** Identifies the card, and seeds its random numbers. */
  readonly key: string;
  readonly year: number;
  readonly releaseDate: string;
  /** Key of the set. Cards with the same key have the same set URL and share a range of spec numbers. */
  readonly setKey: string;
  readonly names: Partial<Record<Grader, CatalogName>>;
  /** Number of graded copies by grader. May be 0 for a grader card. */
  readonly copies: Partial<Record<Grader, number>>;
  readonly known: KnownByGrader;
  /** Real spec numbers. Missing ones are generated. */
  readonly specIds: Partial<Record<Grader, string>>;
  readonly isChase: boolean;
}
