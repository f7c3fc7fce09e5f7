import { isTerm, lexemeOf, vocabularyKeys } from '@gcd/search-terms';
import type { ClientBase } from 'pg';
import { copyInto } from '../copy-into.js';

const ROWS_AT_ONCE = 20_000;

interface TermCounts {
  /** Number of cards that contain the term. */
  cards: number;
  /** Number of cards that contain the term in their name. */
  names: number;
}

/** Counts how many cards contain each term while the search rows are being written. */
export class Vocabulary {
  private readonly terms = new Map<string, TermCounts>();

  add(lexemes: ReadonlySet<string>): void {
    for (const lexeme of lexemes) {
      if (!isTerm(lexeme)) continue;
      let counts = this.terms.get(lexeme);
      if (!counts) {
        counts = { cards: 0, names: 0 };
        this.terms.set(lexeme, counts);
      }
      counts.cards += 1;
      if (lexemes.has(lexemeOf(lexeme, 'name'))) counts.names += 1;
    }
  }

  /** Writes all counts to a table. @param table a table with the columns of `search_terms` */
  async write(client: ClientBase, table: string): Promise<void> {
    const rows = [...this.terms].map(([term, counts]) => ({ term, ...counts }));
    await writeTermRows(client, table, rows);
  }
}

/** Builds a new table of terms that will replace the current one. */
export async function buildTermTable(client: ClientBase, vocabulary: Vocabulary): Promise<void> {
  await client.query('create table search_terms_next (like search_terms)');
  await vocabulary.write(client, 'search_terms_next');
  await client.query(`
    alter table search_terms_next add constraint search_terms_next_pkey primary key (term);
    create index search_terms_next_keys_idx on search_terms_next using gin (keys) with (fastupdate = off)
      where keys <> '{}';
    create index search_terms_next_beginning_idx on search_terms_next (left(term, 2), cards desc);
    analyze search_terms_next;
  `);
}

/** Suffixes of the names of the indexes and constraints on `search_terms`. */
export const TERM_INDEXES = ['pkey', 'keys_idx', 'beginning_idx'] as const;

/**
 * Updates the counts of terms. Must be called before the rows of `search_changes` replace those of `search_cards`.
 * @param leaving query for the cards of `search_cards` that are removed or replaced
 */
export async function updateTerms(client: ClientBase, leaving: string): Promise<void> {
  const name = lexemeOf('', 'name');
  await client.query(`
    create temp table search_term_changes on commit drop as
    select ltrim(lexeme, '${name}') as term,
      coalesce(sum(change) filter (where lexeme !~ '^${name}'), 0)::integer as cards,
      coalesce(sum(change) filter (where lexeme ~ '^${name}'), 0)::integer as names
    from (
      select unnest(tsvector_to_array(terms)) as lexeme, -1 as change from search_cards where card in (${leaving})
      union all
      select unnest(tsvector_to_array(terms)), 1 from search_changes
    ) lexemes
    where lexeme ~ '^([^A-Z]|${name})'
    group by 1
  `);
  await client.query(`
    update search_terms t set cards = t.cards + c.cards, names = t.names + c.names
    from search_term_changes c where t.term = c.term and (c.cards <> 0 or c.names <> 0)
  `);
  await client.query(`
    delete from search_terms t using search_term_changes c where t.term = c.term and t.cards <= 0
  `);
  const { rows } = await client.query<{ term: string } & TermCounts>(`
    select term, cards, names from search_term_changes c
    where cards > 0 and not exists (select from search_terms t where t.term = c.term)
  `);
  await writeTermRows(client, 'search_terms', rows);
}

async function writeTermRows(
  client: ClientBase,
  table: string,
  rows: readonly ({ readonly term: string } & TermCounts)[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const lines = rows
      .slice(start, start + ROWS_AT_ONCE)
      // Terms contain no backslash or tab.
      .map(({ term, cards, names }) => `${term}\t${cards}\t${names}\t{${vocabularyKeys(term)}}\n`);
    await copyInto(client, table, lines.join(''));
  }
}
