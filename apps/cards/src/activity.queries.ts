import type { getActivity } from '@gcd/contracts/activity';
import type { Grader } from '@gcd/contracts/graders';
import type { RequestOf } from '@gcd/contracts/operation';
import { ServicePool } from '@gcd/database/pool';
import { SET_COLUMNS, type SetRow } from '@gcd/population/card-set';
import { Injectable } from '@nestjs/common';
import { CARD_COLUMNS, JOIN_CARD, type MoverRow } from './sets.queries.js';

/** Totals of a grader, and the dates of its first and latest counts. */
export interface GraderRow {
  readonly grader: Grader;
  readonly cards: number;
  readonly copies: number;
  readonly gems: number;
  readonly first_recorded: string | null;
  readonly last_recorded: string | null;
}

/** Copies that a grader added in the period that starts on a date. */
export interface PeriodRow {
  readonly starts_on: string;
  readonly grader: Grader;
  readonly copies: number;
  readonly gems: number;
}

export interface ActivityRow {
  readonly as_of: string | null;
  readonly certs: number;
  /** Number of universal cards, including unmatched cards. */
  readonly cards: number;
  readonly graders: readonly GraderRow[];
  readonly periods: readonly PeriodRow[];
  readonly leading_cards: readonly MoverRow[];
  readonly leading_sets: readonly (SetRow & { readonly added: number })[];
  readonly leading_names: readonly {
    readonly kind: string;
    readonly name: string;
    readonly added: number;
  }[];
}

const list = (query: string): string => `(select coalesce(json_agg(r), '[]') from (${query}) r)`;
const leaders = (kinds: string): string => `(
  select * from activity_leaders where period = $1 and starts_on = date_trunc($1, $2::date)::date and kind in (${kinds})
) l`;

// A single statement, so that all numbers are of the same data version.
const ACTIVITY = {
  name: 'activity',
  text: `
    select as_of, certs::double precision, (select coalesce(sum(cards), 0)::integer from sets) as cards,
      ${list('select * from activity_totals order by grader')} as graders,
      ${list('select * from activity where period = $1')} as periods,
      ${list(`select l.added, ${CARD_COLUMNS} from ${leaders("'card'")} join set_cards m on m.card = l.subject::integer
        ${JOIN_CARD} order by l.rank`)} as leading_cards,
      ${list(`select l.added, ${SET_COLUMNS} from ${leaders("'set'")} join sets s on s.set_id = decode(l.subject, 'hex')
        order by l.rank`)} as leading_sets,
      ${list(`select l.kind, l.label as name, l.added from ${leaders("'name', 'category'")} order by l.rank`)} as leading_names
    from dataset`,
};

@Injectable()
export class ActivityQueries {
  constructor(private readonly pool: ServicePool) {}

  async find({ interval, date }: RequestOf<typeof getActivity>): Promise<ActivityRow> {
    const [row] = await this.pool.rows<ActivityRow>({ ...ACTIVITY, values: [interval, date] });
    return row as ActivityRow;
  }
}
