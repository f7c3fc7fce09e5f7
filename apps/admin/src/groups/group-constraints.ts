import type { ClientBase } from 'pg';
import { fillTemporaryTable } from '../temporary-tables.js';

const HEX = (id: string): string => `encode(${id}, 'hex')`;

/** Source of a decision about whether grader cards are the same card: an operator (in a dataset) or the matcher. */
export type DecidedBy = 'manual' | 'matcher';

export interface GroupContext {
  /** Query for the ids and graders of the grader cards that this transaction is about to insert. */
  readonly newCards?: string;
  /** Called before the matching rules are checked, to reject decisions that are invalid for other reasons. */
  readonly rejectFirst?: () => Promise<void>;
}

/**
 * Sets the `reason` of each row of `decisions (part, line, card_id, universal)` that violates a rule. If `universal` is
 * null, the row unmatches a card. The rules apply to the state of the database after all decisions:
 * 1. A card keeps its universal card id until it is unmatched, so the id of a universal card never changes.
 * 2. A promoted grader card can be unmatched only together with all other grader cards of its universal card.
 * 3. A universal card id must be the id of a promoted or unmatched card that the import does not match to another card.
 * 4. A universal card has at most one grader card per grader. A decision that would add a second one is rejected.
 *
 * Manual decisions take precedence over the matcher: they may move a grader card that the matcher matched, or unmatch a
 * grader card that conflicts with them. In the second case, the unmatch is added to `decisions` without a part and a
 * line. It is removed again if the manual decision that requires it is rejected.
 */
export async function checkGroups(
  client: ClientBase,
  by: DecidedBy,
  { newCards, rejectFirst }: GroupContext = {},
): Promise<void> {
  await gatherCards(client, newCards);
  await rejectFirst?.();
  if (by === 'manual') await overrideMatcher(client);
  await keepUniversalIds(client);
  await keepPromotedCards(client);
  await requireUniversalCards(client);
  await requireOneCardPerGrader(client);
  await client.query(`
    delete from decisions d using decisions cause
    where d.part is null and cause.part = d.cause_part and cause.line = d.cause_line and cause.reason is not null
  `);
}

/**
 * Creates the table `decided_cards` with the cards in the decisions and their current universal card ids. Sets two
 * columns of each decision: `was` is the card's current universal card id, and `prior` is the id that the card must
 * keep. They differ only if a decision changes a match that the matcher made: `prior` is then null, because decisions
 * may override the matcher.
 */
async function gatherCards(client: ClientBase, newCards?: string): Promise<void> {
  await client.query(`
    alter table decisions add prior bytea, add was bytea, add grader grader, add reason text,
      add cause_part smallint, add cause_line integer
  `);
  await fillTemporaryTable(
    client,
    'decided_cards',
    `
    with named as (select card_id from decisions union select universal from decisions)
    select c.card_id, c.id, c.grader, u.card_id as prior, c.matched_by = 'matcher' and u.id <> c.id as is_free
    from cards c join named using (card_id) left join cards u on u.id = c.universal
    ${
      newCards
        ? `union all
           select n.card_id, null, n.grader, null, null from (${newCards}) n join named using (card_id)
           where not exists (select from cards c where c.card_id = n.card_id)`
        : ''
    }
  `,
  );
  await client.query(`
    update decisions d set was = c.prior, grader = c.grader,
      prior = case when c.is_free and d.universal is distinct from c.prior then null else c.prior end
    from decided_cards c where c.card_id = d.card_id
  `);
  await client.query('create index on decided_cards (card_id)');
  await client.query('create index on decisions (card_id)');
  await client.query('create index on decisions (universal)');
  await client.query('analyze decisions');
}

/**
 * Adds decisions that unmatch cards in conflict with a manual decision: one that matches another card from the same
 * grader, or one that unmatches the promoted grader card. Only cards that the matcher matched are unmatched.
 */
async function overrideMatcher(client: ClientBase): Promise<void> {
  await client.query(`
    insert into decisions (card_id, was, grader, cause_part, cause_line)
    select distinct on (m.id) m.card_id, u.card_id, m.grader, d.part, d.line
    from decisions d
    join decided_cards c on c.card_id = case when d.universal is null then d.was else d.universal end
    join cards m on m.universal = c.id and m.id <> c.id and m.matched_by = 'matcher'
    join cards u on u.id = c.id
    where d.reason is null and not exists (select from decisions x where x.card_id = m.card_id) and (
      d.universal is null and d.prior = d.card_id
      or d.universal <> d.card_id and d.prior is null and m.grader = d.grader
    )
    order by m.id, d.part, d.line
  `);
}

async function keepUniversalIds(client: ClientBase): Promise<void> {
  await client.query(`
    update decisions set reason = case when prior = card_id
      then 'The card gives its universal card its id, which never changes. Match the other card to it instead.'
      else 'The card belongs to the universal card ' || ${HEX('prior')} || ', and this id never changes. Unmatch the card first.' end
    where reason is null and universal <> prior
  `);
}

async function keepPromotedCards(client: ClientBase): Promise<void> {
  await client.query(`
    update decisions d set reason = 'Other cards are matched to this one. Unmatch all of them in the same import.'
    from decided_cards c
    where d.reason is null and d.universal is null and d.prior = d.card_id and c.card_id = d.card_id and (
      exists (
        select from cards m where m.universal = c.id and m.id <> c.id and not exists (
          select from decisions x where x.card_id = m.card_id and x.universal is null and x.reason is null
        )
      ) or exists (
        select from decisions x where x.universal = d.card_id and x.card_id <> d.card_id and x.reason is null
      )
    )
  `);
}

async function requireUniversalCards(client: ClientBase): Promise<void> {
  await client.query(`
    update decisions d set reason = 'There is no card with the id ' || ${HEX('universal')} || '. Add it to cards.csv.'
    where reason is null and universal is not null
      and not exists (select from decided_cards c where c.card_id = d.universal)
  `);
  await client.query(`
    update decisions d set reason = 'The card with this id belongs to the universal card ' || ${HEX('c.prior')} || '. Use that id.'
    from decided_cards c
    where d.reason is null and c.card_id = d.universal and c.prior <> c.card_id
  `);
  await client.query(`
    update decisions d set reason = 'Decision ' || x.part || ':' || x.line || ' unmatches that card or matches it to another. Remove one of the two rows.'
    from decisions x
    where d.reason is null and x.reason is null and x.card_id = d.universal and x.card_id <> d.card_id
      and x.universal is distinct from x.card_id
  `);
}

async function requireOneCardPerGrader(client: ClientBase): Promise<void> {
  const secondOf = (verb: string, other: string): string =>
    `'The universal card ${verb} another ' || d.grader || ' card: ' || ${HEX(`${other}.card_id`)} || '. It can have only one of each grader.'`;
  const joins = (alias: string): string =>
    `${alias}.reason is null and ${alias}.universal <> ${alias}.card_id and ${alias}.prior is null`;
  await client.query(`
    update decisions d set reason = ${secondOf('has', 'c')}
    from decided_cards c where ${joins('d')} and c.card_id = d.universal and c.grader = d.grader
  `);
  await client.query(`
    update decisions d set reason = ${secondOf('has', 'm')}
    from decided_cards c join cards m on m.universal = c.id
    where ${joins('d')} and c.card_id = d.universal and m.grader = d.grader and m.card_id <> d.card_id
      and not exists (
        select from decisions x where x.card_id = m.card_id and x.universal is null and x.reason is null
      )
  `);
  await client.query(`
    update decisions d set reason = ${secondOf('gets', 'x')}
    from decisions x
    where ${joins('d')} and ${joins('x')} and x.universal = d.universal and x.grader = d.grader
      and x.card_id <> d.card_id and (x.part, x.line) < (d.part, d.line)
  `);
}
