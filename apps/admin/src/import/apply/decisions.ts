import type { ClientBase } from 'pg';
import { touch } from '../../touched.js';
import { type Changes, countOf } from '../merge.js';

const HEX = (id: string): string => `encode(${id}, 'hex')`;

/**
 * Gathers every decision of the load on which entries are one card, from `cards.csv` and `matches.csv`, and rejects those
 * that cannot be carried out. The rules, over what is in the database and in this load:
 *
 * 1. A card that has a universal id keeps it until it is taken out of its group, so a group's universal id never changes.
 * 2. A promoted entry leaves its group only together with all others.
 * 3. A universal id is a known card that is promoted or not matched, and stays so in this load.
 * 4. A group has one entry of each grader; who came first stays.
 */
export async function checkDecisions(client: ClientBase): Promise<void> {
  await client.query(`
    update load_matches l set reject_column = 'card_id', reason = 'no card has this id'
    where reason is null and not exists (select from cards c where c.card_id = l.card_id)
      and not exists (select from load_cards c where c.card_id = l.card_id and c.reason is null)
  `);
  await gatherDecisions(client);
  await rejectContradictions(client);
  await keepUniversalIds(client);
  await keepPromotedEntries(client);
  await requireUniversalCards(client);
  await requireOneEntryOfAGrader(client);
  for (const table of ['load_cards', 'load_matches']) {
    await client.query(`
      update ${table} l set reject_column = 'universal_card_id', reason = d.reason
      from decisions d where d.reason is not null and d.part = l.part and d.line = l.line
    `);
  }
}

/** Carries out the decisions that were accepted, after the cards of the load are there. */
export async function applyDecisions(client: ClientBase): Promise<Changes> {
  const ofMatches = `from decisions d join load_matches l using (part, line)
    where d.reason is null and d.universal is distinct from d.prior`;
  const added = await countOf(client, `select count(*) ${ofMatches} and d.universal is not null`);
  const changed = await countOf(client, `select count(*) ${ofMatches} and d.universal is null`);
  await touch(
    client,
    'matching',
    `with moved as (select * from decisions where reason is null and universal is distinct from prior)
     select id from cards join (
       select card_id from moved union select prior from moved union select universal from moved
     ) m using (card_id)`,
  );
  await client.query(`
    update cards c set universal = null from decisions d
    where d.reason is null and d.universal is null and c.card_id = d.card_id and c.universal is not null
  `);
  await client.query(`
    update cards c set universal = u.id
    from (
      select card_id, universal from decisions where reason is null and universal is not null
      union select universal, universal from decisions where reason is null and universal is not null
    ) d join cards u on u.card_id = d.universal
    where c.card_id = d.card_id and c.universal is distinct from u.id
  `);
  return { added, changed };
}

/** `decisions`: card → universal id or null, with the universal id that the card had before. `entries`: the cards they name. */
async function gatherDecisions(client: ClientBase): Promise<void> {
  await client.query(`
    create temp table decisions on commit drop as
    select part, line, card_id, universal_card_id as universal, null::bytea as prior, null::grader as grader,
      null::text as reason
    from load_cards where reason is null and universal_card_id is not null
    union all
    select part, line, card_id, universal_card_id, null, null, null from load_matches where reason is null
  `);
  await client.query(`
    create temp table entries on commit drop as
    with named as (select card_id from decisions union select universal from decisions)
    select c.card_id, c.id, c.grader, u.card_id as prior
    from cards c join named using (card_id) left join cards u on u.id = c.universal
    union all
    select l.card_id, null, l.grader, null
    from load_cards l join named using (card_id)
    where l.reason is null and not exists (select from cards c where c.card_id = l.card_id)
  `);
  await client.query(`
    update decisions d set prior = e.prior, grader = e.grader from entries e where e.card_id = d.card_id
  `);
  await client.query('create index on entries (card_id)');
  await client.query('create index on decisions (card_id)');
  await client.query('create index on decisions (universal)');
  await client.query('analyze entries');
  await client.query('analyze decisions');
}

async function rejectContradictions(client: ClientBase): Promise<void> {
  await client.query(`
    update decisions d set reason = 'line ' || c.line || ' of ' || f.name || ' says something else'
    from load_matches m, load_cards c join load_files f using (part)
    where d.part = m.part and d.line = m.line and c.card_id = d.card_id and c.reason is null
      and c.universal_card_id is not null and c.universal_card_id is distinct from d.universal
  `);
}

async function keepUniversalIds(client: ClientBase): Promise<void> {
  await client.query(`
    update decisions set reason = case when prior = card_id
      then 'the card is itself the universal card of its group, for good'
      else 'the universal id of the card''s group is ' || ${HEX('prior')} || ', for good' end
    where reason is null and universal <> prior
  `);
}

async function keepPromotedEntries(client: ClientBase): Promise<void> {
  await client.query(`
    update decisions d set reason = 'the card is the universal card of a group with other entries'
    from entries e
    where d.reason is null and d.universal is null and d.prior = d.card_id and e.card_id = d.card_id and (
      exists (
        select from cards m where m.universal = e.id and m.id <> e.id and not exists (
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
    update decisions d set reason = 'no card has the id ' || ${HEX('universal')}
    where reason is null and universal is not null
      and not exists (select from entries e where e.card_id = d.universal)
  `);
  await client.query(`
    update decisions d set reason = 'that card is not universal: its group has the universal id ' || ${HEX('e.prior')}
    from entries e
    where d.reason is null and e.card_id = d.universal and e.prior <> e.card_id
  `);
  await client.query(`
    update decisions d set reason = 'line ' || x.line || ' of ' || f.name || ' makes that card none of the universal cards'
    from decisions x join load_files f using (part)
    where d.reason is null and x.reason is null and x.card_id = d.universal and x.card_id <> d.card_id
      and x.universal is distinct from x.card_id
  `);
}

async function requireOneEntryOfAGrader(client: ClientBase): Promise<void> {
  const joins = (alias: string): string =>
    `${alias}.reason is null and ${alias}.universal <> ${alias}.card_id and ${alias}.prior is null`;
  await client.query(`
    update decisions d set reason = 'the group has another entry of ' || d.grader || ': ' || ${HEX('e.card_id')}
    from entries e where ${joins('d')} and e.card_id = d.universal and e.grader = d.grader
  `);
  await client.query(`
    update decisions d set reason = 'the group has another entry of ' || d.grader || ': ' || ${HEX('m.card_id')}
    from entries e join cards m on m.universal = e.id
    where ${joins('d')} and e.card_id = d.universal and m.grader = d.grader and m.card_id <> d.card_id
      and not exists (
        select from decisions x where x.card_id = m.card_id and x.universal is null and x.reason is null
      )
  `);
  await client.query(`
    update decisions d set reason = 'the group gets another entry of ' || d.grader || ': ' || ${HEX('x.card_id')}
    from decisions x
    where ${joins('d')} and ${joins('x')} and x.universal = d.universal and x.grader = d.grader
      and x.card_id <> d.card_id and (x.part, x.line) < (d.part, d.line)
  `);
}
