import { GRADE_SCALES, GRADERS } from '@gcd/contracts';
import type { ClientBase } from 'pg';
import { markAffected } from '../../affected.js';
import { writeGains } from '../../sets/gains.js';
import { gradeKeys } from '../fields.js';
import { type Changes, countOf } from '../merge.js';
import type { Mode } from '../mode.js';
import { gatherTimeline } from './timeline.js';
import { fillTemporaryTable } from '../../temporary-tables.js';

/**
 * Imports the staged population rows, and merges them with the stored rows of each card:
 * - The history has a row for each date on which the counts differ from those of the previous date. If a date is
 *   imported again, its history row stays, but gets the new counts.
 * - The counts of the latest date are the current counts. If they equal the previous counts, only the date is stored,
 *   without a history row. If a later import adds an earlier date with other counts, the latest date gets a history
 *   row.
 */
export async function applyPopulations(client: ClientBase, mode: Mode): Promise<Changes> {
  await checkPopulations(client, mode);
  await gatherTimeline(client, mode);
  const changes = await countChanges(client);
  if (mode.writes) {
    await writeHistory(client);
    await writeGains(client);
    await writeNewest(client);
    await writeDates(client);
  }
  return changes;
}

async function checkPopulations(client: ClientBase, { cards }: Mode): Promise<void> {
  await completeReasons(client, cards);
  await client.query(`
    update staged_populations l set reject_column = 'card_id',
      reason = 'There is no card with this id. Add it to cards.csv.'
    where reason is null and not exists (select from ${cards} c where c.card_id = l.card_id)
  `);
  await client.query(`
    update staged_populations l set reject_column = 'grades',
      reason = 'The card is a ' || c.grader || ' card, but the grade keys are of ' || l.grader || '. Allowed: ' || a.keys
    from ${cards} c join (${ALLOWED_KEYS}) a (grader, is_qualifier, keys) using (grader)
    where l.reason is null and c.card_id = l.card_id and c.grader <> l.grader and not a.is_qualifier
  `);
  // A row without counts has no grade keys to identify its grade scale, so it gets the scale of the card's grader.
  const lengths = Object.values(GRADE_SCALES).map(
    ({ grader, grades, qualifiers }) =>
      `('${grader}'::grader, array_fill(0, array[${grades.length}]), array_fill(0, array[${qualifiers.length}]))`,
  );
  await client.query(`
    update staged_populations l set grader = c.grader, grades = zero.grades, auto_grades = zero.grades,
      qualifiers = zero.qualifiers, auto_qualifiers = zero.qualifiers
    from ${cards} c join (values ${lengths.join(', ')}) zero (grader, grades, qualifiers) using (grader)
    where l.reason is null and l.grader is null and c.card_id = l.card_id
  `);
}

/**
 * Adds the allowed grade keys to the rejection reasons of rows with unknown keys. The allowed keys depend on the card's
 * grader.
 */
async function completeReasons(client: ClientBase, cards: string): Promise<void> {
  await client.query(`
    update staged_populations l set card_id = null, reason = l.reason || coalesce(
      (select ' The card is a ' || c.grader || ' card. Allowed: ' || a.keys
       from ${cards} c join (${ALLOWED_KEYS}) a (grader, is_qualifier, keys) using (grader)
       where c.card_id = l.card_id and a.is_qualifier = (l.reject_column like '%qualifiers')),
      ' Grade keys begin with the grader, such as psa_9 or cgc_9_5.')
    where l.reason is not null and l.card_id is not null
  `);
}

const ALLOWED_KEYS = `values ${GRADERS.flatMap((grader) =>
  (['grades', 'qualifiers'] as const).map((column) => {
    const keys = gradeKeys(grader, column) || 'none';
    return `('${grader}'::grader, ${column === 'qualifiers'}, '${keys}.')`;
  }),
).join(', ')}`;

/**
 * Counts rows by their effect: `added` if their date is new in the history, `changed` if they change anything else.
 * Rows that change nothing are not counted.
 */
async function countChanges(client: ClientBase): Promise<Changes> {
  const added = 'imported and not known and differs';
  const moves = 'is_newest and (not known or autos_differ)';
  const unchanged = await countOf(client, 'select count(*) from affected_range where is_unchanged');
  return {
    added: await countOf(client, `select count(*) from timeline where ${added}`),
    // `changed` includes rows that change only the date of the latest counts.
    changed:
      unchanged +
      (await countOf(
        client,
        `select count(*) from timeline where imported and not (${added}) and (replaced or ${moves})`,
      )),
  };
}

async function writeHistory(client: ClientBase): Promise<void> {
  await client.query(`
    update population_history h set grades = t.grades, qualifiers = t.qualifiers
    from timeline t
    where t.kept and t.replaced and h.card = t.card and h.recorded_on = t.recorded_on
  `);
  await client.query(`
    insert into population_history (card, recorded_on, grades, qualifiers)
    select card, recorded_on, grades, qualifiers from timeline where differs and not kept
    order by card, recorded_on
  `);
}

async function writeNewest(client: ClientBase): Promise<void> {
  await fillTemporaryTable(
    client,
    'newest',
    `
    select t.card, n.grades, n.qualifiers, n.auto_grades, n.auto_qualifiers, n.total, n.gem_total,
      least(t.oldest, p.first_recorded) as first_recorded, n.recorded_on as updated_on,
      coalesce(t.changed_on, p.changed_on) as changed_on
    from (
      select card, min(recorded_on) as oldest, max(recorded_on) filter (where differs) as changed_on
      from timeline group by card
    ) t
    join timeline n on n.card = t.card and n.is_newest
    left join populations p on p.card = t.card
  `,
  );
  const counts = (alias: string): string =>
    ['grades', 'qualifiers', 'auto_grades', 'auto_qualifiers']
      .map((c) => `${alias}.${c}`)
      .join(', ');
  await markAffected(
    client,
    'population',
    `select n.card from newest n left join populations p using (card)
     where row(${counts('n')}) is distinct from row(${counts('p')})`,
  );
  const contents = (alias: string): string =>
    `${counts(alias)}, ${alias}.first_recorded, ${alias}.changed_on`;
  await client.query(`
    update populations p set grades = n.grades, qualifiers = n.qualifiers, auto_grades = n.auto_grades,
      auto_qualifiers = n.auto_qualifiers, total = n.total, gem_total = n.gem_total,
      first_recorded = n.first_recorded, updated_on = n.updated_on, changed_on = n.changed_on
    from newest n where n.card = p.card and row(${contents('p')}) is distinct from row(${contents('n')})
  `);
  await client.query(`
    insert into populations
      (card, grades, qualifiers, auto_grades, auto_qualifiers, total, gem_total, first_recorded, updated_on, changed_on)
    select card, grades, qualifiers, auto_grades, auto_qualifiers, total, gem_total, first_recorded, updated_on, changed_on
    from newest n where not exists (select from populations p where p.card = n.card)
    order by card
  `);
}

/** Stores the dates of imported counts that did not change. */
async function writeDates(client: ClientBase): Promise<void> {
  await client.query(`
    create temp table restated on commit drop as
    select card, latest as updated_on from affected_range where is_unchanged
    union all
    select card, n.updated_on from newest n join latest_populations p using (card) where n.updated_on > p.updated_on
  `);
  await client.query('analyze restated');
  await client.query(`
    insert into population_dates (block, updated_on)
    select block, array_agg(coalesce(r.updated_on, d.updated_on[slot + 1], '-infinity') order by slot)
    from (select distinct card >> 8 as block from restated) b
    cross join generate_series(0, 255) slot
    left join restated r on r.card = (block << 8) + slot
    left join population_dates d using (block)
    group by block
    on conflict (block) do update set updated_on = excluded.updated_on
  `);
}
