import {
  meaningsOf,
  normalizeText,
  numberKey,
  type SetText,
  setIdOf,
  setTermsOf,
} from '@gcd/search-terms';
import type { ClientBase } from 'pg';
import { copyInto } from '../copy-into.js';
import { copyWriter } from '../import/copy-text.js';

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
 * Fills `set_texts` with the sets of these cards, possibly with duplicates.
 */
export async function writeMembers(client: ClientBase): Promise<void> {
  await client.query(`
    create temp table set_members (card integer not null, set_id bytea not null, number_key text collate "C" not null)
    on commit drop;
    create temp table set_texts (
      set_id bytea not null, category_key text not null, year_key text not null, name_terms text[] not null, terms tsvector not null
    ) on commit drop;
    declare set_entries no scroll cursor for
    select g.card, c.category, c.year, c.set_name, c.card_number
    from set_groups g join cards c on c.id = g.card where g.is_placed;
  `);
  let known = new Map<string, string>();
  for (;;) {
    const { rows } = await client.query<CardRow>(`fetch ${ROWS_AT_ONCE} from set_entries`);
    if (rows.length === 0) break;
    if (known.size > MAX_KNOWN_SETS) known = new Map();
    let [members, texts] = ['', ''];
    for (const row of rows) {
      const spelling = `${row.category}\u0000${row.year}\u0000${row.set_name}`;
      let setId = known.get(spelling);
      if (!setId) {
        setId = setIdOf(row);
        known.set(spelling, setId);
        texts += textLine(setId, row);
      }
      members += `${row.card}\t\\\\x${setId}\t${writeText(numberKey(row.card_number))}\n`;
    }
    await copyInto(client, 'set_texts', texts);
    await copyInto(client, 'set_members', members);
  }
  await client.query('close set_entries');
  await client.query('analyze set_members');
}

function textLine(setId: string, set: SetText): string {
  // Terms contain no quote, backslash or space.
  const names = meaningsOf(set.set_name).map((term) => `"${term}"`);
  const terms = setTermsOf(set).map((term) => `'${term}'`);
  return [
    `\\\\x${setId}`,
    writeText(normalizeText(set.category)),
    writeText(normalizeText(set.year)),
    `{${names.join(',')}}`,
    `${terms.join(' ')}\n`,
  ].join('\t');
}
