/** State of the whole dataset, and a record of each run that changed it. */
export const DATASET = `
  create type load_status as enum ('running', 'finished', 'failed');

  -- One row. The data version increases in each transaction that changes what the API shows.
  create table dataset (
    id smallint not null default 1 constraint dataset_pkey primary key constraint dataset_one_row check (id = 1),
    version bigint not null default 0,
    as_of date -- latest date of any recorded population
  );
  insert into dataset default values;

  -- Runs of the import and of the matcher.
  create table loads (
    id integer generated always as identity constraint loads_pkey primary key,
    directory text not null,
    status load_status not null default 'running',
    started_at timestamptz not null default now(),
    finished_at timestamptz,
    summary jsonb, -- for each file, numbers of rows that were read, added, changed, unchanged and rejected
    failure text
  );
`;
