import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The latest counts of a card. The arrays have one count for each position in the grade scale. For the latest
 * date with these counts, use the view `latest_populations`.
 */
@Entity('populations')
export class PopulationEntity {
  /** `cards.id` of the card. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'populations_pkey' })
  card!: number;

  @Column('integer', { array: true })
  grades!: number[];

  @Column('integer', { array: true })
  qualifiers!: number[];

  /** Numbers of autographed copies, which are included in `grades`. */
  @Column('integer', { name: 'auto_grades', array: true })
  autoGrades!: number[];

  /** Numbers of autographed copies, which are included in `qualifiers`. */
  @Column('integer', { name: 'auto_qualifiers', array: true })
  autoQualifiers!: number[];

  /** Number of all copies, including those with qualifiers. */
  @Column('integer')
  total!: number;

  @Column('integer', { name: 'gem_total' })
  gemTotal!: number;

  @Column('date', { name: 'first_recorded' })
  firstRecorded!: string;

  /**
   * Date of the counts in this row, as stated in the imported file. Later dates with the same counts are in
   * {@link PopulationDatesEntity}.
   */
  @Column('date', { name: 'updated_on' })
  updatedOn!: string;

  @Column('date', { name: 'changed_on' })
  changedOn!: string;
}

/**
 * The latest dates for which the counts of 256 cards were imported again without a change, as stated in the files.
 * These dates are stored separately, so that a daily import of unchanged counts does not rewrite the counts.
 */
@Entity('population_dates')
export class PopulationDatesEntity {
  /** `cards.id` divided by 256. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'population_dates_pkey' })
  block!: number;

  /** The date for each card, at the index `cards.id` modulo 256; `-infinity` if there is none. */
  @Column('date', { name: 'updated_on', array: true })
  updatedOn!: string[];
}

/**
 * The counts of a card from one date until the date of the card's next row. A row is added only when the counts change.
 */
@Entity('population_history')
export class PopulationHistoryEntity {
  /** `cards.id` of the card. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'population_history_pkey' })
  card!: number;

  @PrimaryColumn('date', {
    name: 'recorded_on',
    primaryKeyConstraintName: 'population_history_pkey',
  })
  recordedOn!: string;

  @Column('integer', { array: true })
  grades!: number[];

  @Column('integer', { array: true })
  qualifiers!: number[];
}

/**
 * The packed history of a card in a closed year (before the year of the latest recorded date). The function
 * `population_changes` converts it to rows.
 */
@Entity('population_years')
export class PopulationYearEntity {
  /** `cards.id` of the card. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'population_years_pkey' })
  card!: number;

  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'population_years_pkey' })
  year!: number;

  /** Changes, oldest first, such as `2025-01-31 {1,0} {0};2025-02-28 {2,0} {0}`. */
  @Column('text')
  changes!: string;
}
