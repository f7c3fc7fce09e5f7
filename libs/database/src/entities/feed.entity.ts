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

  /** Sequence number of the change. It is higher than the numbers of all changes that were visible before. */
  @Column('bigint')
  seq!: string;

  /** Why the card changed. A match or unmatch takes precedence over a population change. */
  @Column('enum', { enum: ['population', 'unmatch', 'match'], enumName: 'change_reason' })
  reason!: 'population' | 'unmatch' | 'match';
}

/** A day on which cards changed. */
@Entity('feed_days')
export class FeedDayEntity {
  /** The UTC date of the day. */
  @PrimaryColumn('date', { primaryKeyConstraintName: 'feed_days_pkey' })
  day!: string;

  /** The last sequence number before the first change of the day. */
  @Column('bigint', { name: 'before_seq' })
  beforeSeq!: string;
}

/** An epoch of the change feed that has ended. Some changes that clients read during that epoch may have been lost. */
@Entity('feed_epochs')
export class FeedEpochEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'feed_epochs_pkey' })
  epoch!: string;

  /** Highest sequence number up to which no change was lost. */
  @Column('bigint', { name: 'safe_seq' })
  safeSeq!: string;
}

/**
 * The head of the change feed, as a single row. A lock on this row serializes the transactions that publish changes.
 */
@Entity('feed_head')
@Check('feed_head_one_row', 'id = 1')
export class FeedHeadEntity {
  @PrimaryColumn('smallint', { default: 1, primaryKeyConstraintName: 'feed_head_pkey' })
  id!: number;

  /** Start of the epoch, in milliseconds since 1970. */
  @Column('bigint')
  epoch!: string;

  /** The highest assigned sequence number. */
  @Column('bigint', { default: 0 })
  seq!: string;

  @Column('date', { name: 'last_day', nullable: true })
  lastDay!: string | null;

  /** The database cluster and timeline that published the latest change. */
  @Column('text')
  history!: string;
}
