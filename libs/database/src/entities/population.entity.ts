import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The newest counts of a card. Positions in the arrays are positions in the grader's scale. */
@Entity('populations')
export class PopulationEntity {
  /** `cards.id` */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'populations_pkey' })
  card!: number;

  @Column('integer', { array: true })
  grades!: number[];

  @Column('integer', { array: true })
  qualifiers!: number[];

  /** Autographed copies, contained in `grades`. */
  @Column('integer', { name: 'auto_grades', array: true })
  autoGrades!: number[];

  /** Autographed copies, contained in `qualifiers`. */
  @Column('integer', { name: 'auto_qualifiers', array: true })
  autoQualifiers!: number[];

  /** Every copy: grades and qualifiers. */
  @Column('integer')
  total!: number;

  @Column('integer', { name: 'gem_total' })
  gemTotal!: number;

  @Column('date', { name: 'first_recorded' })
  firstRecorded!: string;

  /** The newest date recorded, whether the counts differed or not. */
  @Column('date', { name: 'updated_on' })
  updatedOn!: string;

  @Column('date', { name: 'changed_on' })
  changedOn!: string;
}

/** The counts of a card from a day on, until its next row. A row only where something changed. */
@Entity('population_history')
export class PopulationHistoryEntity {
  /** `cards.id` */
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
