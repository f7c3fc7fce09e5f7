import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A card in the search index. Matched grader cards share one row. */
@Entity('search_cards')
@Index('search_cards_tier_0_idx', { synchronize: false })
@Index('search_cards_tier_1_idx', { synchronize: false })
@Index('search_cards_tier_2_idx', { synchronize: false })
export class SearchCardEntity {
  /** `cards.id` of the promoted grader card, or of the only grader card. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'search_cards_pkey' })
  card!: number;

  /** Popularity tier, from 0 for the most popular cards to 2 for the least popular ones. A search starts in tier 0. */
  @Column('smallint')
  tier!: number;

  /** Number of graded copies across all graders. */
  @Column('integer')
  popularity!: number;

  /** The terms of all grader cards in the row. */
  @Column('tsvector')
  terms!: string;

  /** One line for each grader card: its grader, its `cards.id`, and its terms by field. */
  @Column('text')
  entries!: string;
}

/** A single row with the bounds of the popularity tiers and the version of the rules that built `search_cards`. */
@Entity('search_index')
@Check('search_index_one_row', 'id = 1')
export class SearchIndexEntity {
  @PrimaryColumn('smallint', { default: 1, primaryKeyConstraintName: 'search_index_pkey' })
  id!: number;

  /**
   * Version of the rules that convert text to terms. If it differs from the current version, the index is
   * rebuilt.
   */
  @Column('integer', { name: 'terms_version', default: 0 })
  termsVersion!: number;

  /** The lowest popularity in tier 0 and in tier 1. */
  @Column('integer', { name: 'tier_bounds', array: true, default: '{0,0}' })
  tierBounds!: number[];
}

/** A term of the search vocabulary, used for corrections and completions. */
@Entity('search_terms')
@Index('search_terms_keys_idx', { synchronize: false })
@Index('search_terms_beginning_idx', { synchronize: false })
export class SearchTermEntity {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'search_terms_pkey' })
  term!: string;

  /** Number of cards that contain the term. */
  @Column('integer')
  cards!: number;

  /** Number of cards whose names contain the term. */
  @Column('integer')
  names!: number;

  /** Hashes for finding similar words. Two similar words share at least one hash. */
  @Column('integer', { array: true })
  keys!: number[];
}
