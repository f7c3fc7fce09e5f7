import type { Permission } from '@gcd/contracts/operation';
import {
  Check,
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';

/**
 * Rate limit and quotas of accounts. If a bucket has no limit, its requests are charged to `base`. If `base` has no
 * limit either, they are unlimited.
 */
@Entity('plans')
@Check('plans_rate_positive', 'rate_per_second > 0')
@Check('plans_period_known', "period ~ '^(day|month|[1-9][0-9]*s)$'")
export class PlanEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'plans_pkey' })
  name!: string;

  @Column('integer', { name: 'rate_per_second' })
  ratePerSecond!: number;

  /** Length of a quota period: `day`, `month`, or seconds such as `30s`. Periods are aligned to UTC. */
  @Column('text')
  period!: string;

  @Column('bigint', { name: 'base_limit', nullable: true })
  baseLimit!: string | null;

  @Column('bigint', { name: 'images_limit', nullable: true })
  imagesLimit!: string | null;

  @Column('bigint', { name: 'history_limit', nullable: true })
  historyLimit!: string | null;

  @Column('bigint', { name: 'changes_limit', nullable: true })
  changesLimit!: string | null;

  @Column('text', { array: true, default: '{}' })
  permissions!: Permission[];
}

/** An owner of API keys. Rate limit and quotas apply to the account. */
@Entity('accounts')
export class AccountEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'accounts_pkey',
  })
  id!: number;

  @Column('text')
  name!: string;

  @ManyToOne(() => PlanEntity, { nullable: false })
  @JoinColumn({ name: 'plan', foreignKeyConstraintName: 'accounts_plan_fkey' })
  plan!: Relation<PlanEntity>;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}

/** A key of an account, with its public id and the hash of the whole key. */
@Entity('api_keys')
@Check('api_keys_hash_length', 'octet_length(hash) = 32')
export class ApiKeyEntity {
  /** The public part of the key. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'api_keys_pkey' })
  id!: string;

  @ManyToOne(() => AccountEntity, { nullable: false })
  @JoinColumn({ name: 'account', foreignKeyConstraintName: 'api_keys_account_fkey' })
  account!: Relation<AccountEntity>;

  @Column('text')
  name!: string;

  @Column('bytea')
  hash!: Buffer;

  /** SHA-256 hash of the previous key, which is accepted until `previousExpiresAt`. */
  @Column('bytea', { name: 'previous_hash', nullable: true })
  previousHash!: Buffer | null;

  @Column('timestamptz', { name: 'previous_expires_at', nullable: true })
  previousExpiresAt!: Date | null;

  @Column('text', { array: true, default: '{}' })
  catalogs!: string[];

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  @Column('timestamptz', { name: 'disabled_at', nullable: true })
  disabledAt!: Date | null;
}
