import type { ClientBase } from 'pg';
import { markAffected } from '../affected.js';
import type { DecidedBy } from './group-constraints.js';

/** Applies the accepted `decisions`, and records the affected cards and the source of each decision. */
export async function regroup(client: ClientBase, by: DecidedBy): Promise<void> {
  await markAffected(
    client,
    'match',
    cardsOf(
      'select card_id from moved where universal is not null union select universal from moved',
    ),
  );
  await markAffected(
    client,
    'unmatch',
    cardsOf('select card_id from moved where universal is null union select was from moved'),
  );
  // Cards are unmatched before others are matched, because a new card may replace an unmatched card from the same
  // grader. A move is an unmatch followed by a match.
  await client.query(`
    update cards c set universal = null from decisions d
    where d.reason is null and c.card_id = d.card_id and c.universal is not null and d.universal is distinct from d.was
  `);
  // The matcher must not match a card again if an operator unmatched it. It may match the card again if a manual
  // decision replaced the card or if the matcher itself unmatched it.
  await client.query(
    `
    update cards c set matched_by = case when d.part is null or $1::text = 'matcher' then null else $1::text::match_source end
    from decisions d where d.reason is null and d.universal is null and c.card_id = d.card_id
  `,
    [by],
  );
  await client.query(
    `update cards c set universal = u.id, matched_by = $1::text::match_source
     from (
       select card_id, universal from decisions where reason is null and universal is not null
       union select universal, universal from decisions where reason is null and universal is not null
     ) d join cards u on u.card_id = d.universal
     where c.card_id = d.card_id and (
       c.universal is distinct from u.id or $1::text = 'manual' and c.matched_by is distinct from 'manual'
     )`,
    [by],
  );
}

/**
 * Returns a query for the internal ids of cards.
 * @param cardIds query that selects public card ids from `moved`, the decisions that change a card
 */
function cardsOf(cardIds: string): string {
  return `
    with moved as (select * from decisions where reason is null and universal is distinct from was)
    select id from cards join (${cardIds}) ids using (card_id)`;
}
