import {
  Check,
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { AccountEntity } from './key.entity.js';

/**
 * The amount that has been leased from an account's bucket in a period (`ceiling`). Requests are charged to a lease
 * without writing to PostgreSQL, so the actual usage is never higher than this amount.
 */
@Entity('quota_ceilings')
@Check('quota_ceilings_positive', 'ceiling >= 0')
export class QuotaCeilingEntity {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'quota_ceilings_pkey' })
  account!: number;

  @ManyToOne(() => AccountEntity, { nullable: false })
  @JoinColumn({ name: 'account', foreignKeyConstraintName: 'quota_ceilings_account_fkey' })
  owner!: Relation<AccountEntity>;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'quota_ceilings_pkey' })
  bucket!: string;

  @PrimaryColumn('timestamptz', {
    name: 'period_start',
    primaryKeyConstraintName: 'quota_ceilings_pkey',
  })
  periodStart!: Date;

  @Column('bigint')
  ceiling!: string;

  /** Size of the latest lease, stored so that the statement that writes the row can return it. */
  @Column('bigint')
  granted!: string;
}
