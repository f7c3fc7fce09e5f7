import type { ClientBase } from 'pg';
import { touch } from '../../touched.js';
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

/** Rejects staged cards that an import must not change that way. Runs before the decisions on matches are checked. */
export async function checkCards(client: ClientBase): Promise<void> {
  await client.query(`
    update load_cards l set reject_column = 'grader',
      reason = 'The grader of a card cannot change: this one is a ' || c.grader || ' card. Use ' || c.grader || ', or another card_id.'
    from cards c where l.reason is null and c.card_id = l.card_id and c.grader <> l.grader
  `);
}

/** Imports the staged cards, without their universal ids. Runs after the decisions on matches are checked. */
export async function applyCards(client: ClientBase, mode: Mode): Promise<Changes> {
  const list = (alias: string): string => VALUES.map((value) => `${alias}.${value}`).join(', ');
  const differs = `row(${list('l')}) is distinct from row(${list('c')})`;
  // A card whose only change is a new universal id has changed too.
  const changed = await countOf(
    client,
    `select count(*) from load_cards l join cards c using (card_id) left join cards u on u.id = c.universal
     where l.reason is null and (
       ${differs} or l.universal_card_id is not null and l.universal_card_id is distinct from u.card_id
     )`,
  );
  const touchCards = async (ids: string) => {
    if (mode.writes) await touch(client, 'entry', ids);
  };
  await touchCards(
    `select c.id from load_cards l join cards c using (card_id) where l.reason is null and ${differs}`,
  );
  const last = await countOf(client, 'select coalesce(max(id), 0) from cards');
  const cards = {
    table: 'cards',
    key: ['card_id'],
    values: VALUES,
    source: `select card_id, ${VALUES.join(', ')} from load_cards where reason is null`,
  };
  const { added } = await merge(client, cards, mode);
  await touchCards(`select id from cards where id > ${last}`);
  return { added, changed };
}
