import type { ClientBase } from 'pg';
import { markAffected } from '../affected.js';
import type { DecidedBy } from './group-constraints.js';

/** Carries out the accepted `decisions`, and records affected cards and who decided. */
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
  // Unmatch first, for another universal card or none: other cards may take these places.
  await client.query(`
    update cards c set universal = null from decisions d
    where d.reason is null and c.card_id = d.card_id and c.universal is not null and d.universal is distinct from d.was
  `);
  // A grader card that was displaced, or unmatched by the matcher, may be matched again. One that was
  // unmatched manually may not.
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

/** Internal ids of cards. @param cardIds a query for their public ids in `moved`, the decisions that change something */
function cardsOf(cardIds: string): string {
  return `
    with moved as (select * from decisions where reason is null and universal is distinct from was)
    select id from cards join (${cardIds}) ids using (card_id)`;
}
