/** Numbers of graded copies by grade, and their history. The column card refers to cards.id. */
export const POPULATIONS = `
  -- The latest counts. Each array has one count for each position in the grade scale.
  create table populations (
    card integer not null constraint populations_pkey primary key,
    grades integer[] not null,
    qualifiers integer[] not null,
    auto_grades integer[] not null, -- autographed copies, which are included in grades
    auto_qualifiers integer[] not null, -- autographed copies, which are included in qualifiers
    total integer not null, -- all copies, including those with qualifiers
    gem_total integer not null,
    first_recorded date not null,
    updated_on date not null, -- date of these counts in the imported file; for later dates, see population_dates
    changed_on date not null
  );

  -- The latest dates for which the counts of 256 cards were imported again without a change, so that a daily import of
  -- unchanged counts does not rewrite the counts. Half of each page stays free, so that an update of all rows does not
  -- enlarge the table.
  create table population_dates (
    block integer not null constraint population_dates_pkey primary key, -- cards.id / 256
    updated_on date[] not null -- the date of each card, at cards.id modulo 256; -infinity if there is none
  ) with (fillfactor = 50);

  create view latest_populations as
    select p.card, p.grades, p.qualifiers, p.auto_grades, p.auto_qualifiers, p.total, p.gem_total,
      p.first_recorded, greatest(p.updated_on, d.updated_on[(p.card & 255) + 1]) as updated_on, p.changed_on
    from populations p left join population_dates d on d.block = p.card >> 8;

  -- The counts of a card from one date until the date of the card's next row. Imports create a partition for each year.
  create table population_history (
    card integer not null,
    recorded_on date not null,
    grades integer[] not null,
    qualifiers integer[] not null,
    constraint population_history_pkey primary key (card, recorded_on)
  ) partition by range (recorded_on);
`;
