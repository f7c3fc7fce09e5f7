import { Check, Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** The state of the whole dataset, as a single row. */
@Entity('dataset')
@Check('dataset_one_row', 'id = 1')
export class DatasetEntity {
  @PrimaryColumn('smallint', { default: 1, primaryKeyConstraintName: 'dataset_pkey' })
  id!: number;

  /** The data version. It is incremented by every import or match that changes data. */
  @Column('bigint', { default: 0 })
  version!: string;

  /** The latest date of any recorded population. */
  @Column('date', { name: 'as_of', nullable: true })
  asOf!: string | null;
}

/** One run of the import or of the matcher. */
@Entity('loads')
export class LoadEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'loads_pkey',
  })
  id!: number;

  @Column('text')
  directory!: string;

  @Column('enum', {
    enum: ['running', 'finished', 'failed'],
    enumName: 'load_status',
    default: 'running',
  })
  status!: 'running' | 'finished' | 'failed';

  @Column('timestamptz', { name: 'started_at', default: () => 'now()' })
  startedAt!: Date;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt!: Date | null;

  /** Numbers of rows that were read, added, changed, unchanged and rejected, by file. */
  @Column('jsonb', { nullable: true })
  summary!: unknown;

  @Column('text', { nullable: true })
  failure!: string | null;
}
