import { createApiKey } from '@gcd/auth';
import { query } from './database.ts';

/** The limits of a plan for a test. An omitted limit means unlimited. */
export interface TestPlan {
  readonly rate?: number;
  /** Length of a quota period. Defaults to `day`. */
  readonly period?: string;
  readonly base?: number;
  readonly images?: number;
  readonly history?: number;
  readonly changes?: number;
  readonly permissions?: readonly string[];
  readonly catalogs?: readonly string[];
}

// SQL that adds an account. Tests that need many accounts use this statement, because `admin` takes a second per
// account.
const ADD_ACCOUNT = `
  with plan as (
    insert into plans (name, rate_per_second, period, base_limit, images_limit, history_limit, changes_limit, permissions)
    values ($1, $2, $3, $4, $5, $6, $7, $8) returning name
  ), account as (insert into accounts (name, plan) select name, name from plan returning id, name)
  insert into api_keys (id, account, name, hash, catalogs) select $9, id, name, $10, $11 from account`;

export async function addAccount(
  databaseUrl: string,
  plan: TestPlan = {},
): Promise<{ readonly id: string; readonly key: string }> {
  const { id, key, hash } = createApiKey();
  await query(databaseUrl, ADD_ACCOUNT, [
    `test-${id}`,
    plan.rate ?? 1_000_000,
    plan.period ?? 'day',
    plan.base ?? null,
    plan.images ?? null,
    plan.history ?? null,
    plan.changes ?? null,
    plan.permissions ?? [],
    id,
    hash,
    plan.catalogs ?? [],
  ]);
  return { id, key };
}
