import { normalizeText, type SetText, setIdOf } from '@gcd/population/set-id';
import type { Grader } from '@gcd/contracts';
import { meaningsOf, numberKey, setTermsOf } from '@gcd/search-terms';
import type { ClientBase } from 'pg';
import { copyInto } from '../copy-into.js';
import { copyWriter } from '../import/copy-text.js';
import { createTemporaryTable } from '../temporary-tables.js';
import { cardDisplayName, inNormalCase, setDisplayName } from './display-name.js';

const ROWS_AT_ONCE = 10_000;
// Maximum number of sets kept in memory, in case every card belongs to a different set.
const MAX_KNOWN_SETS = 50_000;

interface CardRow extends SetText {
  readonly card: number;
  readonly card_number: string;
}

const writeText = copyWriter('text');

/**
 * Fills `set_members (card, set_id, number_key)` with the cards of `set_groups` whose set or position may have changed.
 */
export async function writeMembers(client: ClientBase): Promise<void> {
  await createTemporaryTable(
    client,
    'set_members',
    'card integer not null, set_id bytea not null, number_key text collate "C" not null',
  );
  await client.query(`
    declare set_entries no scroll cursor for
    select g.card, c.category, c.year, c.set_name, c.card_number
    from set_groups g join cards c on c.id = g.card where g.is_placed;
  `);
  let known = new Map<string, string>();
  for (;;) {
    const { rows } = await client.query<CardRow>(`fetch ${ROWS_AT_ONCE} from set_entries`);
    if (rows.length === 0) break;
    if (known.size > MAX_KNOWN_SETS) known = new Map();
    let members = '';
    for (const row of rows) {
      const spelling = `${row.category}\u0000${row.year}\u0000${row.set_name}`;
      const setId = known.get(spelling) ?? setIdOf(row);
      known.set(spelling, setId);
      members += `${row.card}\t\\\\x${setId}\t${writeText(numberKey(row.card_number))}\n`;
    }
    await copyInto(client, 'set_members', members);
  }
  await client.query('close set_entries');
  await client.query('analyze set_members');
}

interface SetNames {
  readonly set_id: string;
  /** The texts of the set on the cards of all graders. */
  readonly names: readonly (SetText & { readonly grader: Grader })[];
}

/** Fills `set_texts` with the names that any grader gives to the sets in `named_sets`. */
export async function writeTexts(client: ClientBase): Promise<void> {
  await createTemporaryTable(
    client,
    'set_texts',
    'set_id bytea not null, display_name text not null, category_key text not null, year_key text not null, name_terms text[] not null, terms tsvector not null',
  );
  await client.query(`
    declare set_names no scroll cursor for
    select encode(s.set_id, 'hex') as set_id,
      json_agg(distinct jsonb_build_object('category', c.category, 'year', c.year, 'set_name', c.set_name,
        'grader', c.grader)) as names
    from named_sets join set_cards s using (set_id)
    cross join lateral (
      select * from cards member where member.universal = s.card
      union all
      select * from cards alone where alone.id = s.card and alone.universal is null
    ) c group by s.set_id;
  `);
  for (;;) {
    const { rows } = await client.query<SetNames>(`fetch ${ROWS_AT_ONCE} from set_names`);
    if (rows.length === 0) break;
    await copyInto(client, 'set_texts', rows.map(textLine).join(''));
  }
  await client.query('close set_names');
}

function textLine({ set_id, names }: SetNames): string {
  const own = names.find((name) => setIdOf(name) === set_id) as SetText;
  // Terms contain no quote, backslash or space.
  const each = names.map(({ set_name }) => meaningsOf(set_name).sort().join(' '));
  const terms = new Set(names.flatMap(setTermsOf));
  return [
    `\\\\x${set_id}`,
    writeText(setDisplayName(own, names)),
    writeText(normalizeText(own.category)),
    writeText(normalizeText(own.year)),
    `{${[...new Set(each)]
      .filter(Boolean)
      .map((name) => `"${name}"`)
      .join(',')}}`,
    `${[...terms].map((term) => `'${term}'`).join(' ')}\n`,
  ].join('\t');
}

interface NamedCard {
  readonly card: number;
  readonly set: string;
  readonly name: string;
  readonly card_number: string;
  readonly parallel: string | null;
  readonly subset: string | null;
  readonly description: string;
  /** The names that graders give the card; null if it is not matched. */
  readonly names: string[] | null;
  readonly has_first_edition: boolean;
  readonly has_twin: boolean;
}

/** Fills `card_names` with the names of all cards in the sets of `set_texts`. */
export async function writeNames(client: ClientBase): Promise<void> {
  await createTemporaryTable(
    client,
    'card_names',
    'card integer not null, display_name text not null, parallel text not null',
  );
  await client.query(`
    declare cards_to_name no scroll cursor for
    select s.card, t.display_name as set, c.name, c.card_number, c.parallel, c.subset, c.description,
      (select array_agg(m.name order by m.id) from cards m where m.universal = c.id) as names,
      bool_or(c.parallel ilike '1st edition%') over (partition by s.set_id, s.number_key) as has_first_edition,
      count(*) over (partition by s.set_id, s.number_key, lower(c.parallel), lower(c.subset)) > 1 as has_twin
    from set_texts t join set_cards s using (set_id) join cards c on c.id = s.card;
  `);
  for (;;) {
    const { rows } = await client.query<NamedCard>(`fetch ${ROWS_AT_ONCE} from cards_to_name`);
    if (rows.length === 0) break;
    const lines = rows.map((row) => {
      const parallel = inNormalCase(row.parallel ?? '');
      return `${[String(row.card), writeText(cardDisplayName(row)), writeText(parallel)].join('\t')}\n`;
    });
    await copyInto(client, 'card_names', lines.join(''));
  }
  await client.query('close cards_to_name');
}
