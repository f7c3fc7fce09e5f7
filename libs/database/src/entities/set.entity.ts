import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A set: the cards that share category, year and name, with their totals. */
@Entity('sets')
@Index('sets_terms_idx', { synchronize: false })
@Check('sets_set_id_length', 'octet_length(set_id) = 20')
export class SetEntity {
  /** 20 bytes; clients see 40 hexadecimal digits. */
  @PrimaryColumn('bytea', { name: 'set_id', primaryKeyConstraintName: 'sets_pkey' })
  setId!: Buffer;

  /** As the oldest of its cards spells it, like the year and the name. */
  @Column('text', { default: '' })
  category!: string;

  @Column('text', { default: '' })
  year!: string;

  @Column('text', { name: 'set_name', default: '' })
  setName!: string;

  /** The category, normalized. */
  @Column('text', { name: 'category_key' })
  categoryKey!: string;

  /** The year, normalized. */
  @Column('text', { name: 'year_key' })
  yearKey!: string;

  /** A query names the set if it has all of them. */
  @Column('text', { name: 'name_terms', array: true })
  nameTerms!: string[];

  /** The terms by which the set is found. */
  @Column('tsvector')
  terms!: string;

  @Column('integer', { default: 0 })
  cards!: number;

  @Column('bigint', { name: 'total_population', default: 0 })
  totalPopulation!: string;

  @Column('bigint', { name: 'gem_total', default: 0 })
  gemTotal!: string;

  /** Graders of its cards: bit 0 is the first of `GRADERS`. */
  @Column('smallint', { default: 0 })
  graders!: number;

  @Column('date', { name: 'changed_on', nullable: true })
  changedOn!: string | null;
}

/** A universal or unmatched card in its set, with its totals over all graders. */
@Entity('set_cards')
@Index('set_cards_number_idx', { synchronize: false })
@Index('set_cards_population_idx', { synchronize: false })
export class SetCardEntity {
  /** `cards.id` of the promoted entry, or of the only one. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'set_cards_pkey' })
  card!: number;

  @Column('bytea', { name: 'set_id' })
  setId!: Buffer;

  /** The card number, written so that the order of bytes is its natural order. */
  @Column({ type: 'text', name: 'number_key', collation: 'C' })
  numberKey!: string;

  @Column('integer')
  total!: number;

  @Column('integer', { name: 'gem_total' })
  gemTotal!: number;

  /** As in {@link SetEntity}. */
  @Column('smallint')
  graders!: number;

  @Column('date', { name: 'changed_on', nullable: true })
  changedOn!: string | null;
}

/** By how much a count differs from the count recorded before it, for the last 30 days. The first count of a card is none. */
@Entity('recent_gains')
export class RecentGainEntity {
  @PrimaryColumn('date', {
    name: 'recorded_on',
    primaryKeyConstraintName: 'recent_gains_pkey',
  })
  recordedOn!: string;

  /** `cards.id` */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'recent_gains_pkey' })
  card!: number;

  @Column('integer')
  copies!: number;

  @Column('integer')
  gems!: number;
}

/** A card to which many copies were added. */
@Entity('movers')
export class MoverEntity {
  /** Empty: of all categories. */
  @PrimaryColumn('text', { name: 'category_key', primaryKeyConstraintName: 'movers_pkey' })
  categoryKey!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'movers_pkey' })
  period!: 'week' | 'month';

  @PrimaryColumn('text', { primaryKeyConstraintName: 'movers_pkey' })
  metric!: 'copies' | 'gems';

  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'movers_pkey' })
  rank!: number;

  /** `set_cards.card` */
  @Column('integer')
  card!: number;

  @Column('integer')
  added!: number;
}
