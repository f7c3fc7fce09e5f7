import type { ClientBase } from 'pg';
import { markAffected } from '../../affected.js';
import { type Changes, countOf, merge } from '../merge.js';
import type { Mode } from '../mode.js';

const VALUES = [
  'grader',
  'description',
  'spec_id',
  'grader_id2',
  'category',
  'year',
  'set_name',
  'name',
  'card_number',
  'parallel',
  'subset',
  'set_url',
];

/**
 * Rejects staged cards that would change a card's grader or use another card's spec number. Must run before the
 * decisions on matches are checked, and again if one of them is rejected.
 */
export async function checkCards(client: ClientBase): Promise<void> {
  await client.query(`
    update staged_cards l set reject_column = 'grader',
      reason = 'The grader of a card cannot change: this one is a ' || c.grader || ' card. Use ' || c.grader || ', or another card_id.'
    from cards c where l.reason is null and c.card_id = l.card_id and c.grader <> l.grader
  `);
  await checkSpecs(client);
}

/**
 * Returns SQL for the values that identify a spec of a grader. Beckett reuses spec numbers and distinguishes the cards
 * by `grader_id2`.
 */
const specOf = (card: string): string =>
  `(${card}.spec_id, case ${card}.grader when 'beckett' then coalesce(${card}.grader_id2, '') else '' end)`;

/** Rejects a second card with the same spec. */
async function checkSpecs(client: ClientBase): Promise<void> {
  const reject = (owner: string) => `update staged_cards l set reject_column = 'spec_id',
      reason = 'The spec number belongs to card ' || encode(${owner}, 'hex') || case l.grader
        when 'beckett' then '. Beckett cards with the same spec number must have different values of grader_id2.'
        else '. A ' || l.grader || ' spec number belongs to one card.' end`;
  // If several rows have the same spec number, the card that already has that number keeps it. Otherwise, the first row
  // gets it.
  await client.query(`
    ${reject('r.owner')}
    from (
      select s.part, s.line, row_number() over same_spec as place, first_value(s.card_id) over same_spec as owner
      from staged_cards s left join cards c using (card_id)
      where s.reason is null and s.spec_id is not null
      window same_spec as (
        partition by s.grader, ${specOf('s')} order by ${specOf('s')} is distinct from ${specOf('c')}, s.part, s.line
      )
    ) r
    where r.place > 1 and r.part = l.part and r.line = l.line
  `);
  // If the row of a card is rejected, the card keeps its old spec number, which may conflict with another row. The
  // check is therefore repeated until no row is rejected.
  for (let rejected = 1; rejected > 0; ) {
    const { rowCount } = await client.query(`
      ${reject('c.card_id')}
      from cards c
      where l.reason is null and c.grader = l.grader and c.spec_id = l.spec_id and ${specOf('c')} = ${specOf('l')}
        and c.card_id <> l.card_id
        and not exists (select from staged_cards o where o.card_id = c.card_id and o.reason is null)
    `);
    rejected = rowCount ?? 0;
  }
}

/**
 * Imports the staged cards, except for their universal card ids. Runs after the decisions on matches are
 * checked.
 */
export async function applyCards(client: ClientBase, mode: Mode): Promise<Changes> {
  const list = (alias: string): string => VALUES.map((value) => `${alias}.${value}`).join(', ');
  const differs = `row(${list('l')}) is distinct from row(${list('c')})`;
  // A card counts as changed even if the import changes only its universal card id.
  const changed = await countOf(
    client,
    `select count(*) from staged_cards l join cards c using (card_id) left join cards u on u.id = c.universal
     where l.reason is null and (
       ${differs} or l.universal_card_id is not null and l.universal_card_id is distinct from u.card_id
     )`,
  );
  const markCards = async (ids: string) => {
    if (mode.writes) await markAffected(client, 'details', ids);
  };
  await markCards(
    `select c.id from staged_cards l join cards c using (card_id) where l.reason is null and ${differs}`,
  );
  const last = await countOf(client, 'select coalesce(max(id), 0) from cards');
  const cards = {
    table: 'cards',
    key: ['card_id'],
    values: VALUES,
    source: `select card_id, ${VALUES.join(', ')} from staged_cards where reason is null`,
  };
  const { added } = await merge(client, cards, mode);
  await markCards(`select id from cards where id > ${last}`);
  return { added, changed };
}
