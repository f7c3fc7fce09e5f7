import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A card in the search index: one row for all matched grader cards. */
@Entity('search_cards')
@Index('search_cards_tier_0_idx', { synchronize: false })
@Index('search_cards_tier_1_idx', { synchronize: false })
@Index('search_cards_tier_2_idx', { synchronize: false })
export class SearchCardEntity {
  /** `cards.id` of the promoted grader card, or of the only one. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'search_cards_pkey' })
  card!: number;

  /** 0 for the most popular cards, which are searched first; 2 for the least popular. */
  @Column('smallint')
  tier!: number;

  /** Graded copies of all graders. */
  @Column('integer')
  popularity!: number;

  /** The terms of all its grader cards. */
  @Column('tsvector')
  terms!: string;

  /** One line per grader card: grader, `cards.id`, and its terms by field. */
  @Column('text')
  entries!: string;
}

/** How `search_cards` was built. */
@Entity('search_index')
@Check('search_index_one_row', 'id = 1')
export class SearchIndexEntity {
  @PrimaryColumn('smallint', { default: 1, primaryKeyConstraintName: 'search_index_pkey' })
  id!: number;

  /** Version of the rules that turn text into terms. A different version triggers a rebuild. */
  @Column('integer', { name: 'terms_version', default: 0 })
  termsVersion!: number;

  /** Lowest popularity of tier 0 and of tier 1. */
  @Column('integer', { name: 'tier_bounds', array: true, default: '{0,0}' })
  tierBounds!: number[];
}

/** A term of the search vocabulary, for corrections and completions. */
@Entity('search_terms')
@Index('search_terms_keys_idx', { synchronize: false })
@Index('search_terms_beginning_idx', { synchronize: false })
export class SearchTermEntity {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'search_terms_pkey' })
  term!: string;

  /** Number of cards with the term. */
  @Column('integer')
  cards!: number;

  /** Number of cards with the term in their name. */
  @Column('integer')
  names!: number;

  /** Hashes that similar words have in common. */
  @Column('integer', { array: true })
  keys!: number[];
}
