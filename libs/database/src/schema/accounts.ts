/** Accounts with their plans, API keys and leased quotas. */
export const ACCOUNTS = `
  -- Rate limits and quotas. Requests of a bucket without a limit are charged to base. If base has no limit either, they
  -- are unlimited.
  create table plans (
    name text not null constraint plans_pkey primary key,
    rate_per_second integer not null constraint plans_rate_positive check (rate_per_second > 0),
    -- Length of a quota period: day, month, or seconds such as 30s. Periods are aligned to UTC.
    period text not null constraint plans_period_known check (period ~ '^(day|month|[1-9][0-9]*s)$'),
    base_limit bigint,
    images_limit bigint,
    history_limit bigint,
    changes_limit bigint,
    permissions text[] not null default '{}'
  );

  -- Rate limit and quotas apply to an account, not to its keys.
  create table accounts (
    id integer generated always as identity constraint accounts_pkey primary key,
    name text not null,
    plan text not null constraint accounts_plan_fkey references plans (name),
    created_at timestamptz not null default now()
  );

  create table api_keys (
    id text not null constraint api_keys_pkey primary key, -- the public part of the key
    account integer not null constraint api_keys_account_fkey references accounts (id),
    name text not null,
    hash bytea not null constraint api_keys_hash_length check (octet_length(hash) = 32), -- SHA-256 of the whole key
    previous_hash bytea, -- of the key before its rotation, which is accepted until previous_expires_at
    previous_expires_at timestamptz,
    catalogs text[] not null default '{}',
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    disabled_at timestamptz
  );

  -- The amount that has been leased from an account's bucket in a period. Requests are charged to a lease without
  -- writing to PostgreSQL, so usage is never higher than this amount.
  create table quota_ceilings (
    account integer not null,
    bucket text not null,
    period_start timestamptz not null,
    ceiling bigint not null constraint quota_ceilings_positive check (ceiling >= 0),
    granted bigint not null, -- size of the latest lease, so that the statement that writes the row can return it
    constraint quota_ceilings_pkey primary key (account, bucket, period_start),
    constraint quota_ceilings_account_fkey foreign key (account) references accounts (id)
  );
`;
