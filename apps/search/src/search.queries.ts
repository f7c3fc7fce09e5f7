import type { Grader } from '@gcd/contracts';
import { ServicePool } from '@gcd/database/pool';
import { ENTRY_COLUMNS, type SummaryRow } from '@gcd/population';
import type { SetText } from '@gcd/search-terms';
import { Injectable } from '@nestjs/common';

/** A card that has the words of a query. */
export interface Candidate {
  readonly card: number;
  readonly popularity: number;
  /** A line for each entry: grader, internal id, terms. */
  readonly entries: string;
}

/** An entry of a result, with the set of its card. */
export interface ResultEntry extends SetText {
  readonly id: number;
  readonly grader: Grader;
  readonly card_id: string;
  readonly description: string;
  readonly population: number;
}

/** The most cards that one statement returns: the most popular of those that match. With fewer, no card is missing. */
export const MAX_CANDIDATES = 300;
// The most rows of a tier that are read, so that a word of half of all cards costs no more.
const MAX_ROWS = 5_000;

const ofTier = (tier: number, tsquery: string): string =>
  `select card, popularity, entries from search_cards where tier = ${tier} and terms @@ ${tsquery}::tsquery`;

/** The most popular cards are looked through first; the next tier is not touched when they are enough. */
export const CANDIDATES = {
  name: 'search-candidates',
  text: `
    with first as materialized (
      select * from (${ofTier(0, '$1')} limit ${MAX_ROWS}) matching order by popularity desc, card limit ${MAX_CANDIDATES}
    ), second as materialized (
      select * from (
        ${ofTier(1, '$1')} and (select count(*) from first) < ${MAX_CANDIDATES} limit ${MAX_ROWS}
      ) matching order by popularity desc, card limit ${MAX_CANDIDATES}
    ), third as materialized (
      select * from (
        ${ofTier(2, '$2')} and (select count(*) from first) + (select count(*) from second) < ${MAX_CANDIDATES}
        limit ${MAX_ROWS}
      ) matching order by popularity desc, card limit ${MAX_CANDIDATES}
    )
    select * from first union all select * from second union all select * from third
    limit ${MAX_CANDIDATES}`,
};

const CARDS = {
  name: 'search-result-cards',
  text: `
    select ${ENTRY_COLUMNS}, counted.*
    from unnest($1::integer[]) with ordinality k (card, ordinal)
    join cards entry on entry.id = k.card
    left join cards promoted on promoted.id = entry.universal
    cross join lateral (
      select coalesce(sum(p.total), 0)::integer as total_population, coalesce(sum(p.gem_total), 0)::integer as gem_total,
        to_json(array_agg(member.grader order by member.grader)) as graders_included
      from (
        select m.id, m.grader from cards m where m.universal = k.card
        union all
        select entry.id, entry.grader where entry.universal is null
      ) member
      left join populations p on p.card = member.id
    ) counted
    order by k.ordinal`,
};

const ENTRIES = {
  name: 'search-result-entries',
  text: `
    select entry.id, entry.grader, encode(entry.card_id, 'hex') as card_id, entry.description,
      coalesce(p.total, 0) as population, card.category, card.year, card.set_name
    from unnest($1::integer[]) with ordinality k (id, ordinal)
    join cards entry using (id)
    join cards card on card.id = coalesce(entry.universal, entry.id)
    left join populations p on p.card = entry.id
    order by k.ordinal`,
};

/** Every question that the search service asks the database. */
@Injectable()
export class SearchQueries {
  constructor(private readonly pool: ServicePool) {}

  /**
   * The cards that match a tsquery, most popular first.
   * @param last what the least popular must match: a tsquery without beginnings that a great part of all words has
   */
  findCandidates(tsquery: string, last: string): Promise<Candidate[]> {
    return this.pool.rows({ ...CANDIDATES, values: [tsquery, last] });
  }

  /** @param cards internal ids; the rows come in their order */
  findCards(cards: readonly number[]): Promise<SummaryRow[]> {
    return this.pool.rows({ ...CARDS, values: [cards] });
  }

  /** @param entries internal ids; the rows come in their order */
  findEntries(entries: readonly number[]): Promise<ResultEntry[]> {
    return this.pool.rows({ ...ENTRIES, values: [entries] });
  }
}
