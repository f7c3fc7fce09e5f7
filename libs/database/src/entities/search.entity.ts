import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A card as search sees it: one row for all entries that are matched. */
@Entity('search_cards')
@Index('search_cards_tier_0_idx', { synchronize: false })
@Index('search_cards_tier_1_idx', { synchronize: false })
@Index('search_cards_tier_2_idx', { synchronize: false })
export class SearchCardEntity {
  /** `cards.id` of the promoted entry, or of the only one. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'search_cards_pkey' })
  card!: number;

  /** 0: the most popular cards, which are looked through first; 2: the least. */
  @Column('smallint')
  tier!: number;

  /** Graded copies over all graders. */
  @Column('integer')
  popularity!: number;

  /** The terms of all entries. */
  @Column('tsvector')
  terms!: string;

  /** A line for each entry: grader, `cards.id`, and its terms field by field. */
  @Column('text')
  entries!: string;
}

/** How `search_cards` was made. */
@Entity('search_index')
@Check('search_index_one_row', 'id = 1')
export class SearchIndexEntity {
  @PrimaryColumn('smallint', { default: 1, primaryKeyConstraintName: 'search_index_pkey' })
  id!: number;

  /** Of the rules by which texts become terms; with another one everything is made anew. */
  @Column('integer', { name: 'terms_version', default: 0 })
  termsVersion!: number;

  /** The least popularity of tier 0 and of tier 1. */
  @Column('integer', { name: 'tier_bounds', array: true, default: '{0,0}' })
  tierBounds!: number[];
}

/** A term that cards have, for correcting and completing what is typed. */
@Entity('search_terms')
@Index('search_terms_keys_idx', { synchronize: false })
@Index('search_terms_beginning_idx', { synchronize: false })
export class SearchTermEntity {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'search_terms_pkey' })
  term!: string;

  /** Cards that have the term. */
  @Column('integer')
  cards!: number;

  /** Cards that have it in their name. */
  @Column('integer')
  names!: number;

  /** Hashes that similar words share. */
  @Column('integer', { array: true })
  keys!: number[];
}
