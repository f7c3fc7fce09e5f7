/** Sets with their totals, and the cards whose population grew most recently. Imports and matches update these tables. */
export const SETS = `
  -- A set: the cards with the same category, year and set name.
  create table sets (
    set_id bytea not null constraint sets_pkey primary key
      constraint sets_set_id_length check (octet_length(set_id) = 20), -- 40 hexadecimal digits
    -- Category, year and name as spelled on the card of the set with the lowest id.
    category text not null default '',
    year text not null default '',
    set_name text not null default '',
    category_key text not null, -- normalized for comparison
    year_key text not null,
    -- Names that graders give the set, each as terms separated by spaces. A query that contains all terms of a name
    -- refers to the set.
    name_terms text[] not null,
    terms tsvector not null,
    cards integer not null default 0,
    total_population bigint not null default 0,
    gem_total bigint not null default 0,
    graders smallint not null default 0, -- bit mask; bit 0 is the first grader in GRADERS
    changed_on date
  );
  create index sets_terms_idx on sets using gin (terms) with (fastupdate = off);

  -- Members of sets: cards with totals across all graders.
  create table set_cards (
    card integer not null constraint set_cards_pkey primary key, -- cards.id of the promoted or only grader card
    set_id bytea not null,
    number_key text collate "C" not null, -- card number whose byte order is the natural order
    total integer not null,
    gem_total integer not null,
    graders smallint not null,
    changed_on date
  );
  create index set_cards_number_idx on set_cards (set_id, number_key, total desc, card);
  create index set_cards_population_idx on set_cards (set_id, total desc, number_key, card);

  -- Changes of counts within the last 400 days. The first counts of a card are not a change.
  create table recent_gains (
    recorded_on date not null,
    card integer not null, -- cards.id of the grader card
    copies integer not null,
    gems integer not null,
    constraint recent_gains_pkey primary key (card, recorded_on)
  );

  -- The cards whose population grew the most.
  create table movers (
    period text not null, -- week or month
    metric text not null, -- copies or gems
    category_key text not null, -- empty for all categories
    rank smallint not null,
    card integer not null, -- set_cards.card
    added integer not null,
    constraint movers_pkey primary key (category_key, period, metric, rank)
  );
`;
