import type { ServicePool } from '@gcd/database/pool';
import type { Charge } from '../plan.js';
import { type Quota, quotaOf } from './ledger.js';

/** What PostgreSQL has granted. */
export interface Grant {
  /** Calls that may now be spent, and by nobody else. */
  readonly amount: number;
  /** Calls granted in the period in all. */
  readonly ceiling: number;
}

const GRANT = {
  name: 'quota-grant',
  text: `
    insert into quota_ceilings as kept (account, bucket, period_start, ceiling, granted)
    values ($1, $2, to_timestamp($3), least($4::bigint, $5::bigint), least($4::bigint, $5::bigint))
    on conflict on constraint quota_ceilings_pkey do update
    set ceiling = least(kept.ceiling + $4, $5), granted = least(kept.ceiling + $4, $5) - kept.ceiling
    where kept.ceiling < $5
    returning ceiling::float8, granted::float8`,
};

const CEILING = {
  name: 'quota-ceiling',
  text: `
    select ceiling::float8 from quota_ceilings
    where account = $1 and bucket = $2 and period_start = to_timestamp($3)`,
};

// The period by PostgreSQL's clock, in UTC. $4 is its length.
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
  floor(extract(epoch from clock))::float8 as now`;

const CHARGE = {
  name: 'quota-charge',
  text: `${PERIOD}, charged as (
      insert into quota_ceilings as kept (account, bucket, period_start, ceiling, granted)
      select $1, $2, start at time zone 'UTC', 1, 1 from period where $3::bigint > 0
      on conflict on constraint quota_ceilings_pkey do update
      set ceiling = kept.ceiling + 1, granted = 1 where kept.ceiling < $3
      returning ceiling
    )
    select charged.ceiling::float8 as used, ${PERIOD_COLUMNS} from period left join charged on true`,
};

const LOOK = {
  name: 'quota-look',
  text: `${PERIOD}
    select coalesce(ceiling, 0)::float8 as used, ${PERIOD_COLUMNS} from period left join quota_ceilings
    on account = $1 and bucket = $2 and period_start = start at time zone 'UTC' and $3::bigint is not null`,
};

const REFUND = {
  name: 'quota-refund',
  text: `
    update quota_ceilings set ceiling = ceiling - 1, granted = 0
    where account = $1 and bucket = $2 and period_start = to_timestamp($3) and ceiling > 0`,
};

interface PeriodRow {
  readonly used: number | null;
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly now: number;
}

/** What has been granted of each quota, in PostgreSQL: the truth, whatever Redis forgets. */
export class PostgresLedger {
  constructor(private readonly pool: ServicePool) {}

  /** Grants up to `amount` more calls of a period, and never more than the limit in all. */
  async grant(charge: Charge, periodStart: number, amount: number): Promise<Grant> {
    const values = [charge.account, charge.bucket, periodStart, amount, charge.limit];
    const { rows } = await this.pool.query<{ ceiling: number; granted: number }>({
      ...GRANT,
      values,
    });
    const [row] = rows;
    return row
      ? { amount: row.granted, ceiling: row.ceiling }
      : { amount: 0, ceiling: charge.limit };
  }

  /** How much has been granted in a period. */
  async ceiling(charge: Charge, periodStart: number): Promise<number> {
    const values = [charge.account, charge.bucket, periodStart];
    const { rows } = await this.pool.query<{ ceiling: number }>({ ...CEILING, values });
    return rows[0]?.ceiling ?? 0;
  }

  /** Grants one call and counts it as used, without Redis. @returns null in place of `admitted` when none is left */
  async charge(charge: Charge): Promise<{ readonly isAdmitted: boolean; readonly quota: Quota }> {
    const row = await this.periodRow(CHARGE, charge);
    const used = row.used ?? charge.limit;
    return { isAdmitted: row.used !== null, quota: quotaOf(charge, { ...row, used }) };
  }

  /** The quota as far as it is known without Redis: all that was granted counts as used. */
  async look(charge: Charge): Promise<Quota> {
    const row = await this.periodRow(LOOK, charge);
    return quotaOf(charge, { ...row, used: row.used ?? 0 });
  }

  /** Takes back what was granted to one call. */
  async refund(charge: Charge, periodStart: number): Promise<void> {
    const values = [charge.account, charge.bucket, periodStart];
    await this.pool.query({ ...REFUND, values });
  }

  private async periodRow(statement: { name: string; text: string }, charge: Charge) {
    const length = /^\d/.test(charge.period) ? charge.period : `1 ${charge.period}`;
    const values = [charge.account, charge.bucket, charge.limit, length];
    const { rows } = await this.pool.query<PeriodRow>({ ...statement, values });
    const [row] = rows;
    if (!row) throw new Error('PostgreSQL did not tell the period');
    return row;
  }
}
