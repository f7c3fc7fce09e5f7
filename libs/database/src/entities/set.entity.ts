import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A set with its totals. Its cards have the same category, year and set name. */
@Entity('sets')
@Index('sets_terms_idx', { synchronize: false })
@Check('sets_set_id_length', 'octet_length(set_id) = 20')
export class SetEntity {
  /** Id of the set, stored as 20 bytes. The API shows it as 40 hexadecimal digits. */
  @PrimaryColumn('bytea', { name: 'set_id', primaryKeyConstraintName: 'sets_pkey' })
  setId!: Buffer;

  /** The category, year and name as spelled on the card of the set with the lowest id. */
  @Column('text', { default: '' })
  category!: string;

  @Column('text', { default: '' })
  year!: string;

  @Column('text', { name: 'set_name', default: '' })
  setName!: string;

  /** Category name, normalized for comparison. */
  @Column('text', { name: 'category_key' })
  categoryKey!: string;

  /** Year, normalized for comparison. */
  @Column('text', { name: 'year_key' })
  yearKey!: string;

  /** Names that graders give the set, each as terms. A query that contains all terms of a name refers to the set. */
  @Column('text', { name: 'name_terms', array: true })
  nameTerms!: string[];

  @Column('tsvector')
  terms!: string;

  @Column('integer', { default: 0 })
  cards!: number;

  @Column('bigint', { name: 'total_population', default: 0 })
  totalPopulation!: string;

  @Column('bigint', { name: 'gem_total', default: 0 })
  gemTotal!: string;

  /** Bit mask of the graders of the set's cards. Bit 0 is the first grader in `GRADERS`. */
  @Column('smallint', { default: 0 })
  graders!: number;

  @Column('date', { name: 'changed_on', nullable: true })
  changedOn!: string | null;
}

/** A universal or unmatched card as a member of its set, with totals across all graders. */
@Entity('set_cards')
@Index('set_cards_number_idx', { synchronize: false })
@Index('set_cards_population_idx', { synchronize: false })
export class SetCardEntity {
  /** `cards.id` of the promoted grader card, or of the only grader card. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'set_cards_pkey' })
  card!: number;

  @Column('bytea', { name: 'set_id' })
  setId!: Buffer;

  /** The card number, encoded so that its byte order is the natural order of card numbers. */
  @Column({ type: 'text', name: 'number_key', collation: 'C' })
  numberKey!: string;

  @Column('integer')
  total!: number;

  @Column('integer', { name: 'gem_total' })
  gemTotal!: number;

  /** Bit mask of the card's graders, as in {@link SetEntity}. */
  @Column('smallint')
  graders!: number;

  @Column('date', { name: 'changed_on', nullable: true })
  changedOn!: string | null;
}

/** A change of a card's counts within the last 30 days. The first counts of a card are not a change. */
@Entity('recent_gains')
export class RecentGainEntity {
  @PrimaryColumn('date', {
    name: 'recorded_on',
    primaryKeyConstraintName: 'recent_gains_pkey',
  })
  recordedOn!: string;

  /** `cards.id` of the grader card. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'recent_gains_pkey' })
  card!: number;

  @Column('integer')
  copies!: number;

  @Column('integer')
  gems!: number;
}

/** One of the cards whose population grew the most. */
@Entity('movers')
export class MoverEntity {
  /** Category of the list of movers; empty for all categories. */
  @PrimaryColumn('text', { name: 'category_key', primaryKeyConstraintName: 'movers_pkey' })
  categoryKey!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'movers_pkey' })
  period!: 'week' | 'month';

  @PrimaryColumn('text', { primaryKeyConstraintName: 'movers_pkey' })
  metric!: 'copies' | 'gems';

  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'movers_pkey' })
  rank!: number;

  /** `set_cards.card` of the card. */
  @Column('integer')
  card!: number;

  @Column('integer')
  added!: number;
}
