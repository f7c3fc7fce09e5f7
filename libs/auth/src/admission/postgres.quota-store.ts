import type { ServicePool } from '@gcd/database/pool';
import type { Charge } from '../plan.js';
import { type Lease, type Quota, quotaOf } from './quota.js';

// SQL that leases part of a quota. $6 is the amount that Redis considers allocated. It is higher than the amount in the
// row if PostgreSQL lost leases in a failover.
const LEASE = {
  name: 'quota-lease',
  text: `
    insert into quota_ceilings as saved (account, bucket, period_start, ceiling, granted)
    values ($1, $2, to_timestamp($3), least($6::bigint + $4::bigint, $5::bigint), least($4, $5 - $6))
    on conflict on constraint quota_ceilings_pkey do update
    set ceiling = least(greatest(saved.ceiling, $6) + $4, $5), granted = least($4, $5 - greatest(saved.ceiling, $6))
    where greatest(saved.ceiling, $6) < $5
    returning ceiling::float8 as allocated, granted::float8 as amount`,
};

const ALLOCATED = {
  name: 'quota-allocated',
  text: `
    select ceiling::float8 as allocated from quota_ceilings
    where account = $1 and bucket = $2 and period_start = to_timestamp($3)`,
};

// SQL for the current period in UTC, by PostgreSQL's clock. $4 is the length of the period.
const PERIOD = `
  with period as (
    select clock, start, start + $4::interval as finish
    from (select now() at time zone 'UTC' as clock) moment,
    lateral (select case $4
      when '1 month' then date_trunc('month', clock)
      else date_bin($4::interval, clock, timestamp 'epoch') end as start) begun
  )`;
const PERIOD_COLUMNS = `
  extract(epoch from start)::float8 as "periodStart", extract(epoch from finish)::float8 as "periodEnd",
  extract(epoch from clock)::float8 as now`;

// SQL that leases part of a quota in the current period. $5 is the amount to lease.
const LEASE_NOW = {
  name: 'quota-lease-now',
  text: `${PERIOD}, leased as (
      insert into quota_ceilings as saved (account, bucket, period_start, ceiling, granted)
      select $1, $2, start at time zone 'UTC', least($5::bigint, $3), least($5, $3) from period where $3::bigint > 0
      on conflict on constraint quota_ceilings_pkey do update
      set ceiling = least(saved.ceiling + $5, $3), granted = least($5, $3 - saved.ceiling) where saved.ceiling < $3
      returning ceiling, granted
    )
    select coalesce(ceiling, $3)::float8 as allocated, coalesce(granted, 0)::float8 as amount, ${PERIOD_COLUMNS}
    from period left join leased on true`,
};

const READ = {
  name: 'quota-read',
  text: `${PERIOD}
    select coalesce(ceiling, 0)::float8 as used, ${PERIOD_COLUMNS} from period left join quota_ceilings
    on account = $1 and bucket = $2 and period_start = start at time zone 'UTC' and $3::bigint is not null`,
};

const REFUND = {
  name: 'quota-refund',
  text: `
    update quota_ceilings set ceiling = greatest(0, ceiling - $4), granted = 0
    where account = $1 and bucket = $2 and period_start = to_timestamp($3)`,
};

/** A period by PostgreSQL's clock, in seconds since 1970. `now` has a fractional part. */
interface Period {
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly now: number;
}

/** Stores how much of each quota is allocated. PostgreSQL keeps this amount even if Redis loses its data. */
export class PostgresQuotaStore {
  constructor(private readonly pool: ServicePool) {}

  /**
   * Leases up to `amount` of a quota in a period, so that the allocated amount never exceeds the limit.
   * @param known amount that the caller considers allocated
   */
  async lease(charge: Charge, periodStart: number, amount: number, known: number): Promise<Lease> {
    const { account, bucket, limit } = charge;
    const values = [account, bucket, periodStart, amount, limit, known];
    const [row] = await this.pool.rows<Lease>({ ...LEASE, values });
    return row ?? { amount: 0, allocated: limit };
  }

  async allocated(charge: Charge, periodStart: number): Promise<number> {
    const values = [charge.account, charge.bucket, periodStart];
    const [row] = await this.pool.rows<{ allocated: number }>({ ...ALLOCATED, values });
    return row?.allocated ?? 0;
  }

  /** Leases up to `amount` of a quota in the current period, by PostgreSQL's clock. */
  leaseNow(charge: Charge, amount: number): Promise<Lease & Period> {
    return this.periodRow<Lease & Period>(LEASE_NOW, charge, amount);
  }

  /** Returns the current state of a quota. The whole allocated amount counts as used. */
  async read(charge: Charge): Promise<Quota> {
    const row = await this.periodRow<Period & { readonly used: number }>(READ, charge);
    return quotaOf(charge, { ...row, now: Math.floor(row.now) });
  }

  async refund(charge: Charge, periodStart: number): Promise<void> {
    const values = [charge.account, charge.bucket, periodStart, charge.cost];
    await this.pool.rows({ ...REFUND, values });
  }

  private async periodRow<Row extends Period>(
    statement: { name: string; text: string },
    { account, bucket, limit, period }: Charge,
    ...more: number[]
  ): Promise<Row> {
    const length = /^\d/.test(period) ? period : `1 ${period}`;
    const values = [account, bucket, limit, length, ...more];
    const [row] = await this.pool.rows<Row>({ ...statement, values });
    if (!row) throw new Error('PostgreSQL did not return the period');
    return row;
  }
}
