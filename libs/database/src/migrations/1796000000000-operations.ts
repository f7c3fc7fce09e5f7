import type { MigrationInterface, QueryRunner } from 'typeorm';
import { READER } from '../roles.js';

const SQL = `
  -- Settings that operators change while the apps run, such as the slots of a pool (\`admin levers\`).
  create table levers (
    name text not null constraint levers_pkey primary key,
    value text not null,
    set_at timestamptz not null default now()
  );

  -- What was changed with \`admin\` or SQL.
  create table audit_log (
    id bigint generated always as identity constraint audit_log_pkey primary key,
    at timestamptz not null default now(),
    actor text not null,
    action text not null, -- such as 'update plans'
    subject text not null, -- name of the plan or lever, id of the key or account
    before jsonb,
    after jsonb
  );

  -- Quota leased to each account on each day, in UTC.
  create table usage_days (
    account integer not null constraint usage_days_account_fkey references accounts (id),
    day date not null,
    bucket text not null,
    requests bigint not null,
    constraint usage_days_pkey primary key (account, day, bucket)
  );

  -- Never records hashes of keys, only that they changed.
  create function record_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    secrets constant text[] := '{hash,previous_hash}';
    was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
    became jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  begin
    if was = became then return null; end if;
    insert into audit_log (actor, action, subject, before, after) values (
      coalesce(nullif(current_setting('gcd.actor', true), ''), session_user),
      lower(tg_op) || ' ' || tg_table_name,
      coalesce(became, was) ->> case tg_table_name when 'api_keys' then 'id' when 'accounts' then 'id' else 'name' end,
      was - secrets,
      became - secrets || case
        when tg_op = 'UPDATE' and was -> 'hash' is distinct from became -> 'hash' then '{"secret": "changed"}'::jsonb
        else '{}'::jsonb end
    );
    return null;
  end $$;

  -- Gateways lease quota in the background, so requests do not wait for this trigger.
  create function record_usage() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    leased bigint := new.ceiling - case when tg_op = 'UPDATE' then old.ceiling else 0 end;
  begin
    if leased <> 0 then
      insert into usage_days as saved (account, day, bucket, requests)
      values (new.account, (clock_timestamp() at time zone 'UTC')::date, new.bucket, leased)
      on conflict on constraint usage_days_pkey do update set requests = saved.requests + leased;
    end if;
    return null;
  end $$;
  create trigger record_usage after insert or update on quota_ceilings for each row execute function record_usage();

  grant select on levers to gcd_gateway, gcd_search;

  -- The role of \`admin sql\`. It can read everything except the hashes of keys.
  do $$ begin
    create role ${READER} nologin;
  exception when duplicate_object or unique_violation then null;
  end $$;
  do $$ begin
    grant ${READER} to current_user;
  exception when insufficient_privilege then null;
  end $$;
  grant usage on schema public to ${READER};
  grant select on all tables in schema public to ${READER};
  alter default privileges in schema public grant select on tables to ${READER};
  revoke select on api_keys from ${READER};
  grant select (id, account, name, previous_expires_at, catalogs, created_at, expires_at, disabled_at) on api_keys
    to ${READER};
`;

/** Adds levers, the audit log, usage per day, and a role that can only read. */
export class Operations1796000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SQL);
    for (const table of ['plans', 'accounts', 'api_keys', 'levers']) {
      await runner.query(`
        create trigger record_change after insert or update or delete on ${table}
        for each row execute function record_change()`);
    }
  }

  async down(): Promise<void> {
    throw new Error('This migration cannot be reverted, because the audit log must not be lost.');
  }
}
