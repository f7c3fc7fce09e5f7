import type { Grader } from '@gcd/contracts/graders';
import { ServicePool } from '@gcd/database/pool';
import { GROUP_COLUMNS, type GroupRow, JOIN_GROUP } from '@gcd/population/group.query';
import { Injectable } from '@nestjs/common';

/**
 * A row of a spec lookup. The lookup returns one row for the spec's card and one for each grader card matched with it.
 * If the spec has no card, the lookup returns a single row with the reason.
 */
export type SpecRow = GroupRow & {
  /**
   * Internal id of the spec's card; null if the spec has no card. The id distinguishes grader cards with the same spec
   * number.
   */
  readonly spec_card: number | null;
  readonly status: 'processing' | 'unmapped' | null;
};

const FIND_SPEC = {
  name: 'find-spec',
  text: `
    select requested.id as spec_card, spec.status, ${GROUP_COLUMNS}
    from (values ($1::grader, $2::text, $3::text)) k(grader, spec_id, grader_id2)
    left join cards requested on requested.grader = k.grader and requested.spec_id = k.spec_id
      and (k.grader_id2 is null or coalesce(requested.grader_id2, '') = k.grader_id2)
    left join specs spec on requested.id is null and spec.grader = k.grader and spec.spec_id = k.spec_id
      and (k.grader_id2 is null or spec.grader_id2 = k.grader_id2)
    ${JOIN_GROUP}`,
};

@Injectable()
export class SpecsQueries {
  constructor(private readonly pool: ServicePool) {}

  /** Finds the card of a spec. @param graderId2 if null, the result contains every grader card with the spec number */
  async find(grader: Grader, specId: string, graderId2: string | null): Promise<SpecRow[]> {
    return this.pool.rows<SpecRow>({ ...FIND_SPEC, values: [grader, specId, graderId2] });
  }
}
