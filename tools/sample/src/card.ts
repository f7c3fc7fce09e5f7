import type { Grader } from '@gcd/contracts';
import type { KnownByGrader } from './known.js';
import type { CatalogName } from './model.js';

/** A card with its entry in each grader's catalog that has one, before ids and populations are given. */
export interface Card {
  /** Names the card among all; its random numbers hang on it. */
  readonly key: string;
  readonly year: number;
  readonly releaseDate: string;
  /** The set as its page addresses and spec numbers group it. */
  readonly setKey: string;
  readonly names: Partial<Record<Grader, CatalogName>>;
  /** Graded copies; an entry may have none. */
  readonly copies: Partial<Record<Grader, number>>;
  readonly known: KnownByGrader;
  /** Real spec numbers; others are generated. */
  readonly specIds: Partial<Record<Grader, string>>;
  readonly isChase: boolean;
  /** The match is written to `matches.csv` instead of `cards.csv`. */
  readonly isMatchedLater: boolean;
}
