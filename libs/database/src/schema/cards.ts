/** Grader cards and graded copies of them. */
export const CARDS = `
  create type grader as enum ('psa', 'beckett', 'sgc', 'cgc');
  create type qualifier_type as enum ('OC', 'MC', 'ST', 'PD', 'OF', 'MK');
  create type spec_status as enum ('processing', 'unmapped');
  create type match_source as enum ('manual', 'matcher');

  -- Grader cards. Matched grader cards have the same value in universal: the id of the promoted grader card, whose
  -- card_id is the universal card id. At most one card of each grader is matched with others.
  create table cards (
    id integer generated always as identity constraint cards_pkey primary key,
    universal integer constraint cards_universal_fkey references cards (id),
    grader grader not null,
    card_id bytea not null constraint cards_card_id_length check (octet_length(card_id) = 20), -- 40 hexadecimal digits
    spec_id text,
    grader_id2 text,
    description text not null,
    category text not null default '',
    year text not null default '',
    set_name text not null default '',
    name text not null default '',
    card_number text not null default '',
    parallel text,
    subset text,
    set_url text,
    -- Who made the latest decision about universal, which can also be to leave the card unmatched. The matcher may
    -- change its own decisions only. Null if there has been no decision.
    matched_by match_source
  );
  create unique index cards_card_id_key on cards (card_id);
  create unique index cards_universal_grader_key on cards (universal, grader) where universal is not null;
  create index cards_grader_spec_id_idx on cards (grader, spec_id) where spec_id is not null;

  -- Spec numbers of graders that are not linked to a card, because they are still being mapped or have no card.
  create table specs (
    grader grader not null,
    spec_id text not null,
    grader_id2 text not null default '',
    status spec_status not null,
    constraint specs_pkey primary key (grader, spec_id, grader_id2)
  );

  -- Graded copies. Certs and populations refer to cards.id without a foreign key. Only the import writes these rows. It
  -- joins every row with its card and never deletes cards. Checking foreign keys would triple the duration of an import.
  create table certs (
    grader grader not null,
    cert text not null,
    card integer, -- null if the cert is not linked to a card
    grade smallint, -- position in the grade scale; at most one of grade and qualifier is set
    qualifier smallint, -- position among the qualifier grades of the grade scale
    qualifier_type qualifier_type,
    has_auto_grade boolean not null default false,
    retrieved_month date, -- first day of the month
    centering real,
    corners real,
    edges real,
    surface real,
    grade_label text, -- null if the label is the one in the grade scale
    auto_grade_label text,
    description text, -- null if the cert is linked to a card
    constraint certs_pkey primary key (grader, cert)
  ) partition by list (grader);
  create table certs_psa partition of certs for values in ('psa');
  create table certs_beckett partition of certs for values in ('beckett');
  create table certs_sgc partition of certs for values in ('sgc');
  create table certs_cgc partition of certs for values in ('cgc');
  -- Finds certs whose printed number has hyphens or leading zeros by the number without them. The primary key finds
  -- the others.
  create index certs_bare_idx on certs (ltrim(replace(cert, '-', ''), '0')) where cert like '%-%' or cert like '0%';

  -- Image URLs of certs. The URL of a side without an image is null.
  create table images (
    grader grader not null,
    cert text not null,
    image_front text,
    image_back text,
    constraint images_pkey primary key (grader, cert)
  );

  -- Signed items that were authenticated but not graded.
  create table authentications (
    cert text not null constraint authentications_pkey primary key,
    description text not null,
    result text not null,
    primary_subjects text[] not null default '{}',
    other_subjects text[] not null default '{}',
    retrieved_month date -- first day of the month
  );
  create index authentications_bare_idx on authentications (ltrim(replace(cert, '-', ''), '0'));
`;
