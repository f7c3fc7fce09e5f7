import type { Grader } from '@gcd/contracts';
import { type EntryText, lexemesOf, termsOfEntry, writeTerms } from '@gcd/search-terms';
import type { ClientBase } from 'pg';
import { copyInto } from '../copy-into.js';
import { copyWriter } from '../import/copy-text.js';

const ROWS_AT_ONCE = 10_000;

interface SearchTextRow extends EntryText {
  readonly card: number;
  readonly tier: number;
  readonly popularity: number;
  readonly id: number;
  readonly grader: Grader;
  readonly category: string;
}

const writeText = copyWriter('text');

/**
 * Writes search rows for the cards in `search_groups (position, card, tier, popularity)`, ordered by position.
 * @param table an empty table with the columns of `search_cards`
 * @param onRows called with the number of grader cards read since the last call
 * @param onCard called with the lexemes of each card
 */
export async function writeSearchRows(
  client: ClientBase,
  table: string,
  onRows: (entries: number) => void,
  onCard: (lexemes: ReadonlySet<string>) => void,
): Promise<void> {
  await client.query(`
    declare search_entries no scroll cursor for
    select g.card, g.tier, g.popularity, c.id, c.grader, c.description, c.category, c.year, c.set_name, c.name,
      c.card_number, c.parallel, c.subset
    from search_groups g
    cross join lateral (
      select * from cards member where member.universal = g.card
      union all
      select * from cards alone where alone.id = g.card and alone.universal is null
    ) c
    order by g.position, c.id
  `);
  let card: SearchTextRow[] = [];
  for (;;) {
    const { rows } = await client.query<SearchTextRow>(`fetch ${ROWS_AT_ONCE} from search_entries`);
    if (rows.length === 0) break;
    onRows(rows.length);
    let lines = '';
    for (const row of rows) {
      if (card[0] && card[0].card !== row.card) {
        lines += lineOf(card, onCard);
        card = [];
      }
      card.push(row);
    }
    await copyInto(client, table, lines);
  }
  if (card.length > 0) await copyInto(client, table, lineOf(card, onCard));
  await client.query('close search_entries');
}

function lineOf(card: readonly SearchTextRow[], onCard: (lexemes: Set<string>) => void): string {
  const [{ card: id, tier, popularity } = card[0] as SearchTextRow] = card;
  const graderCards = card.map((entry) => ({
    ...entry,
    terms: termsOfEntry(entry),
    isPromoted: entry.id === id,
  }));
  const entries = graderCards.map(
    ({ grader, id: entry, terms }) => `${grader}\t${entry}\t${writeTerms(terms)}`,
  );
  const lexemes = lexemesOf(graderCards);
  onCard(lexemes);
  // Lexemes contain no quote, backslash or space.
  const quoted = [...lexemes].map((lexeme) => `'${lexeme}'`).join(' ');
  return `${id}\t${tier}\t${popularity}\t${quoted}\t${writeText(entries.join('\n'))}\n`;
}
