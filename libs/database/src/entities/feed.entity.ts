import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/**
 * The latest change of each card in the change feed. Only `publish_card_changes` writes to the tables of the
 * feed.
 */
@Entity('card_changes')
@Unique('card_changes_seq_key', ['seq'])
export class CardChangeEntity {
  /** The universal card id, or the card's own id if the card is not matched. */
  @PrimaryColumn('bytea', { name: 'card_id', primaryKeyConstraintName: 'card_changes_pkey' })
  cardId!: Buffer;

  /** Sequence number, higher than the number of every change that was visible before. */
  @Column('bigint')
  seq!: string;

  /** Why the card changed. A match or unmatch takes precedence over a population change. */
  @Column('enum', { enum: ['population', 'unmatch', 'match'], enumName: 'change_reason' })
  reason!: 'population' | 'unmatch' | 'match';
}

/** A day on which cards changed. */
@Entity('feed_days')
export class FeedDayEntity {
  /** UTC date. */
  @PrimaryColumn('date', { primaryKeyConstraintName: 'feed_days_pkey' })
  day!: string;

  /** The sequence number directly before the first change of the day. */
  @Column('bigint', { name: 'before_seq' })
  beforeSeq!: string;
}

/** An epoch that has ended. Changes that clients read in it may have been lost. */
@Entity('feed_epochs')
export class FeedEpochEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'feed_epochs_pkey' })
  epoch!: string;

  /** The highest sequence number whose change is known not to be lost. */
  @Column('bigint', { name: 'safe_seq' })
  safeSeq!: string;
}

/** The end of the feed, as a single row. Its lock serializes the transactions that publish changes. */
@Entity('feed_head')
@Check('feed_head_one_row', 'id = 1')
export class FeedHeadEntity {
  @PrimaryColumn('smallint', { default: 1, primaryKeyConstraintName: 'feed_head_pkey' })
  id!: number;

  /** Start of the epoch, in milliseconds since 1970. */
  @Column('bigint')
  epoch!: string;

  /** The highest sequence number in use. */
  @Column('bigint', { default: 0 })
  seq!: string;

  @Column('date', { name: 'last_day', nullable: true })
  lastDay!: string | null;

  /** The database cluster and timeline on which the latest change was published. */
  @Column('text')
  history!: string;
}
