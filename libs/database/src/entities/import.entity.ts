import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** One run of the import or of the matcher. */
@Entity('loads')
export class ImportEntity {
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
