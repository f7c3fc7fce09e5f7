/** The search index and vocabulary. */
export const SEARCH = `
  -- One row. The index is rebuilt if terms_version differs from the version of the rules that convert text to terms.
  create table search_index (
    id smallint not null default 1 constraint search_index_pkey primary key
      constraint search_index_one_row check (id = 1),
    terms_version integer not null default 0,
    tier_bounds integer[] not null default '{0,0}' -- lowest popularity in tiers 0 and 1
  );
  insert into search_index default values;

  -- One row for each card and its matched grader cards. Each popularity tier has its own index, and the tier of the most
  -- popular cards is searched first. A search is therefore fast even if half of all cards contain the word.
  create table search_cards (
    card integer not null constraint search_cards_pkey primary key, -- cards.id of the promoted or only grader card
    tier smallint not null, -- from 0, the most popular cards, to 2
    popularity integer not null, -- number of graded copies across all graders
    terms tsvector not null,
    entries text not null -- a line for each grader card: its grader, its cards.id, and its terms by field
  ) with (fillfactor = 90);
  create index search_cards_tier_0_idx on search_cards using gin (terms) with (fastupdate = off) where tier = 0;
  create index search_cards_tier_1_idx on search_cards using gin (terms) with (fastupdate = off) where tier = 1;
  create index search_cards_tier_2_idx on search_cards using gin (terms) with (fastupdate = off) where tier = 2;

  -- The vocabulary, for corrections and completions.
  create table search_terms (
    term text collate "C" not null constraint search_terms_pkey primary key,
    cards integer not null, -- number of cards that contain the term
    names integer not null, -- number of cards whose names contain the term
    keys integer[] not null -- hashes; two similar words share at least one
  );
  create index search_terms_keys_idx on search_terms using gin (keys) with (fastupdate = off) where keys <> '{}';
  create index search_terms_beginning_idx on search_terms (left(term, 2), cards desc);
`;
