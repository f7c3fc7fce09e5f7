import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/**
 * The latest change of each card in the change feed. Only `publish_card_changes` writes the feed's tables.
 */
@Entity('card_changes')
@Unique('card_changes_seq_key', ['seq'])
export class CardChangeEntity {
  /** The universal card id, or the card's own id if it is not matched. */
  @PrimaryColumn('bytea', { name: 'card_id', primaryKeyConstraintName: 'card_changes_pkey' })
  cardId!: Buffer;

  /** Sequence number: higher than that of every change that became visible before. */
  @Column('bigint')
  seq!: string;

  /** Why the card changed. If it was also matched or unmatched, that is the reason. */
  @Column('enum', { enum: ['population', 'unmatch', 'match'], enumName: 'change_reason' })
  reason!: 'population' | 'unmatch' | 'match';
}

/** A day on which cards changed. */
@Entity('feed_days')
export class FeedDayEntity {
  /** UTC date. */
  @PrimaryColumn('date', { primaryKeyConstraintName: 'feed_days_pkey' })
  day!: string;

  /** Last sequence number before the day's first change. */
  @Column('bigint', { name: 'before_seq' })
  beforeSeq!: string;
}

/** An epoch that has ended: changes that were read in it may have been lost. */
@Entity('feed_epochs')
export class FeedEpochEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'feed_epochs_pkey' })
  epoch!: string;

  /** Highest sequence number that was certainly not lost. */
  @Column('bigint', { name: 'safe_seq' })
  safeSeq!: string;
}

/** End of the feed: a single row. Its lock serializes the transactions that publish changes. */
@Entity('feed_head')
@Check('feed_head_one_row', 'id = 1')
export class FeedHeadEntity {
  @PrimaryColumn('smallint', { default: 1, primaryKeyConstraintName: 'feed_head_pkey' })
  id!: number;

  /** Start of the epoch, in milliseconds since 1970. */
  @Column('bigint')
  epoch!: string;

  /** Highest sequence number. */
  @Column('bigint', { default: 0 })
  seq!: string;

  @Column('date', { name: 'last_day', nullable: true })
  lastDay!: string | null;

  /** Cluster and timeline on which the latest change was published. */
  @Column('text')
  history!: string;
}
