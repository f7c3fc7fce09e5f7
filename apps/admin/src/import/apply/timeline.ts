import type { ClientBase } from 'pg';
import { COUNT_HISTORY } from '../../sets/gains.js';
import type { Mode } from '../mode.js';
import { fillTemporaryTable } from '../../temporary-tables.js';

/**
 * Creates `timeline` with one row for each staged or stored date of each card with staged populations. Its columns:
 * - `imported`: this import contains counts for the date. `known`: the date was stored before, either in the history
 *   (then `kept` is true) or only as the latest date. `replaced`: the date was known with different counts.
 * - `differs`: the counts differ from those of the previous date, or there is no previous date.
 * - `copies` and `gems`: the increase since the previous date; null for the first date.
 * - `is_newest`: this is the latest date. `autos_differ`: on the latest date, the autographed counts differ from the
 *   stored ones.
 *
 * The dates in a daily import are usually later than the stored ones. The imported counts are therefore compared with
 * the latest counts, without reading the history. The counts of most cards have not changed (`is_unchanged`). Such
 * cards are omitted from `timeline`, because only their `latest` date in `affected_range` is needed.
 */
export async function gatherTimeline(client: ClientBase, { cards }: Mode): Promise<void> {
  await fillTemporaryTable(
    client,
    'imported',
    `
    select c.id as card, l.recorded_on, l.grades, l.qualifiers, l.auto_grades, l.auto_qualifiers, l.total, l.gem_total
    from staged_populations l join ${cards} c using (card_id) where l.reason is null
  `,
  );
  await fillTemporaryTable(
    client,
    'affected_range',
    `
    select s.card, max(s.recorded_on) as latest, min(s.recorded_on) <= p.updated_on as looks_back,
      min(s.recorded_on) > p.updated_on and bool_and(
        row(s.grades, s.qualifiers, s.auto_grades, s.auto_qualifiers)
        is not distinct from row(p.grades, p.qualifiers, p.auto_grades, p.auto_qualifiers)
      ) as is_unchanged
    from imported s left join latest_populations p using (card) group by s.card, p.updated_on
  `,
  );
  await fillTemporaryTable(
    client,
    'timeline',
    `
    with known as (
      select h.card, h.recorded_on, h.grades, h.qualifiers, counted.total, counted.gem_total, true as kept, false as anchor
      from affected_range t join population_history h using (card) ${COUNT_HISTORY}
      where t.looks_back
      union all
      select p.card, p.updated_on, p.grades, p.qualifiers, p.total, p.gem_total, false, not t.looks_back
      from affected_range t join latest_populations p using (card)
      where t.is_unchanged is not true and (not t.looks_back or not exists (
        select from population_history h where h.card = p.card and h.recorded_on = p.updated_on
      ))
    ), merged as (
      select card, recorded_on, coalesce(s.grades, k.grades) as grades, coalesce(s.qualifiers, k.qualifiers) as qualifiers,
        s.auto_grades, s.auto_qualifiers, coalesce(s.total, k.total) as total, coalesce(s.gem_total, k.gem_total) as gem_total,
        s.grades is not null as imported, k.grades is not null as known,
        coalesce(k.kept, false) as kept, coalesce(k.anchor, false) as anchor,
        s.grades is not null and k.grades is not null and row(s.grades, s.qualifiers) <> row(k.grades, k.qualifiers) as replaced
      from (
        select s.* from imported s join affected_range t using (card) where t.is_unchanged is not true
      ) s full join known k using (card, recorded_on)
    ), ordered as (
      select *, lag(grades) over dates as grades_before, lag(qualifiers) over dates as qualifiers_before,
        total - lag(total) over dates as copies, gem_total - lag(gem_total) over dates as gems,
        lead(card) over dates is null as is_newest
      from merged window dates as (partition by card order by recorded_on)
    )
    select o.card, o.recorded_on, o.grades, o.qualifiers, imported, known, kept, replaced, is_newest,
      not anchor and row(o.grades, o.qualifiers) is distinct from row(grades_before, qualifiers_before) as differs,
      coalesce(o.auto_grades, p.auto_grades) as auto_grades,
      coalesce(o.auto_qualifiers, p.auto_qualifiers) as auto_qualifiers,
      o.total, o.gem_total, o.copies, o.gems,
      imported and row(o.auto_grades, o.auto_qualifiers) is distinct from row(p.auto_grades, p.auto_qualifiers) as autos_differ
    from ordered o left join populations p on p.card = o.card and o.is_newest
  `,
  );
}
