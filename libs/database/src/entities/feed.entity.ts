import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** The newest change of a card in the feed. `publish_card_changes` is the only one to write it, as the rest of the feed. */
@Entity('card_changes')
@Unique('card_changes_seq_key', ['seq'])
export class CardChangeEntity {
  /** The universal id, or the card's own when it is not matched. */
  @PrimaryColumn('bytea', { name: 'card_id', primaryKeyConstraintName: 'card_changes_pkey' })
  cardId!: Buffer;

  /** Its place: higher than that of every change that became visible before. */
  @Column('bigint')
  seq!: string;

  /** Why it changed. A card that was matched or unmatched as well has that reason. */
  @Column('enum', { enum: ['population', 'unmatch', 'match'], enumName: 'change_reason' })
  reason!: 'population' | 'unmatch' | 'match';
}

/** A day with changes. */
@Entity('feed_days')
export class FeedDayEntity {
  /** In UTC. */
  @PrimaryColumn('date', { primaryKeyConstraintName: 'feed_days_pkey' })
  day!: string;

  /** The newest place before the day's first change. */
  @Column('bigint', { name: 'before_seq' })
  beforeSeq!: string;
}

/** An epoch that has ended: something that was read in it may have been lost. */
@Entity('feed_epochs')
export class FeedEpochEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'feed_epochs_pkey' })
  epoch!: string;

  /** The newest place that was certainly not lost. */
  @Column('bigint', { name: 'safe_seq' })
  safeSeq!: string;
}

/** Where the feed ends: one row, whose lock lets only one transaction at a time publish. */
@Entity('feed_head')
@Check('feed_head_one_row', 'id = 1')
export class FeedHeadEntity {
  @PrimaryColumn('smallint', { default: 1, primaryKeyConstraintName: 'feed_head_pkey' })
  id!: number;

  /** When the epoch began, in milliseconds since 1970. */
  @Column('bigint')
  epoch!: string;

  /** The newest place. */
  @Column('bigint', { default: 0 })
  seq!: string;

  @Column('date', { name: 'last_day', nullable: true })
  lastDay!: string | null;

  /** The cluster, and the branch of it, that the newest change was published on. */
  @Column('text')
  history!: string;
}
