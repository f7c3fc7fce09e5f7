import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables for plans, accounts and API keys. Only hashes of keys are stored. */
export class KeysAndPlans1790000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table plans (
        name text not null constraint plans_pkey primary key,
        rate_per_second integer not null constraint plans_rate_positive check (rate_per_second > 0),
        period text not null constraint plans_period_known check (period ~ '^(day|month|[1-9][0-9]*s)$'),
        base_limit bigint,
        images_limit bigint,
        history_limit bigint,
        changes_limit bigint,
        permissions text[] not null default '{}'
      );

      create table accounts (
        id integer generated always as identity constraint accounts_pkey primary key,
        name text not null,
        plan text not null constraint accounts_plan_fkey references plans (name),
        created_at timestamptz not null default now()
      );

      create table api_keys (
        id text not null constraint api_keys_pkey primary key,
        account integer not null constraint api_keys_account_fkey references accounts (id),
        name text not null,
        hash bytea not null constraint api_keys_hash_length check (octet_length(hash) = 32),
        previous_hash bytea,
        previous_expires_at timestamptz,
        catalogs text[] not null default '{}',
        created_at timestamptz not null default now(),
        expires_at timestamptz,
        disabled_at timestamptz
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table api_keys, accounts, plans');
  }
}
