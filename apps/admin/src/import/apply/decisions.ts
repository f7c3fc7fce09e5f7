import type { ClientBase } from 'pg';
import { checkGroups } from '../../groups/group-constraints.js';
import { regroup } from '../../groups/regroup.js';
import { type Changes, countOf } from '../merge.js';
import type { Mode } from '../mode.js';
import { fillTemporaryTable } from '../../temporary-tables.js';

/**
 * Collects the manual matches in `cards.csv` and `matches.csv`, and rejects those that violate a rule in
 * `groups/group-constraints.ts`.
 * @returns the number of rejected matches
 */
export async function checkDecisions(client: ClientBase): Promise<number> {
  await client.query(`
    update staged_matches l set reject_column = 'card_id', reason = 'There is no card with this id. Add it to cards.csv.'
    where reason is null and not exists (select from cards c where c.card_id = l.card_id)
      and not exists (select from staged_cards c where c.card_id = l.card_id and c.reason is null)
  `);
  await client.query('drop table if exists decisions, decided_cards');
  await fillTemporaryTable(
    client,
    'decisions',
    `
    select part, line, card_id, universal_card_id as universal
    from staged_cards where reason is null and universal_card_id is not null
    union all
    select part, line, card_id, universal_card_id from staged_matches where reason is null
  `,
  );
  await checkGroups(client, 'manual', {
    newCards: 'select card_id, grader from staged_cards where reason is null',
    rejectFirst: () => rejectContradictions(client),
  });
  await nameLines(client);
  let rejected = 0;
  for (const table of ['staged_cards', 'staged_matches']) {
    const { rowCount } = await client.query(`
      update ${table} l set reject_column = 'universal_card_id', reason = d.reason
      from decisions d where d.reason is not null and d.part = l.part and d.line = l.line
    `);
    rejected += rowCount ?? 0;
  }
  return rejected;
}

/** Applies the accepted decisions. Runs after the cards of the import have been written. */
export async function applyDecisions(client: ClientBase, { writes }: Mode): Promise<Changes> {
  const ofMatches = `from decisions d join staged_matches l using (part, line)
    where d.reason is null and d.universal is distinct from d.was`;
  const added = await countOf(client, `select count(*) ${ofMatches} and d.universal is not null`);
  const changed = await countOf(client, `select count(*) ${ofMatches} and d.universal is null`);
  if (writes) await regroup(client, 'manual');
  return { added, changed };
}

async function rejectContradictions(client: ClientBase): Promise<void> {
  await client.query(`
    update decisions d set reason = 'Line ' || c.line || ' of ' || f.name || ' states another universal_card_id for this card. Remove one of them.'
    from staged_matches m, staged_cards c join staged_files f using (part)
    where d.part = m.part and d.line = m.line and c.card_id = d.card_id and c.reason is null
      and c.universal_card_id is not null and c.universal_card_id is distinct from d.universal
  `);
}

/**
 * Replaces the file index in rejection reasons with the file name. This must be the last step, because
 * {@link checkGroups} identifies decisions by part and line.
 */
async function nameLines(client: ClientBase): Promise<void> {
  await client.query(`
    update decisions d set reason = 'Line ' || x.words[2] || ' of ' || f.name || x.words[3]
    from (
      select part, line, regexp_match(reason, '^Decision (\\d+):(\\d+)(.*)$') as words from decisions where reason is not null
    ) x join staged_files f on f.part = x.words[1]::smallint
    where d.part = x.part and d.line = x.line
  `);
}
