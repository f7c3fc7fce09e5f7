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
 * How much of an account's bucket has been granted in one period. What is granted may be spent without asking here again, so
 * whatever else is lost, nobody gets more than this says.
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

  /** The newest grant, so that the statement that makes it can tell its size. */
  @Column('bigint')
  granted!: string;
}
