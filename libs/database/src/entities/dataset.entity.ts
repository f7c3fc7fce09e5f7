import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

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

  /** The number of certs. */
  @Column('bigint', { default: 0 })
  certs!: string;
}
