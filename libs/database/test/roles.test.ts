import { ROLES } from '@gcd/database';
import { asRole } from '@gcd/local';
import { testEnvironment } from '@gcd/testing/api.js';
import { query } from '@gcd/testing/database.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';

const roles = Object.entries(ROLES).map(([app, role]) => ({ app, role }));
const owner = testEnvironment('TEST_FIXTURE_DATABASE_URL');
const urlOf = asRole(owner);
/** All tables except quota leases, which the gateway writes, each with a column that an UPDATE statement can set. */
let tables: { readonly table: string; readonly column: string }[];
beforeAll(async () => {
  tables = await query(
    owner,
    `select table_name as table, min(column_name) as column from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'quota_ceilings'
       and is_identity = 'NO' group by table_name`,
  );
});

describe.each(roles)('$app:', ({ role }) => {
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client(urlOf(role));
    await client.connect();
  });
  afterAll(() => client.end());

  it("the app's database role cannot write to any table", async () => {
    expect(tables.length).toBeGreaterThan(20);
    for (const { table, column } of tables) {
      for (const statement of [
        `insert into ${table} default values`,
        `update ${table} set ${column} = null`,
        `delete from ${table}`,
        `truncate ${table}`,
      ]) {
        await expect(client.query(statement)).rejects.toThrow(/permission denied/);
      }
    }
  });

  it("the app's database role cannot create tables or roles", async () => {
    await expect(query(urlOf(role), 'create table mine (id int)')).rejects.toThrow(
      /permission denied/,
    );
    await expect(query(urlOf(role), 'create role mine')).rejects.toThrow(/permission denied/);
  });
});

describe("a role's read permissions:", () => {
  it.each([
    [ROLES.certs, 'select count(*) from certs'],
    [ROLES.certs, 'select count(*) from authentications'],
    [ROLES.cards, 'select count(*) from population_history'],
    [ROLES.cards, 'select count(*) from sets, set_cards, movers'],
    [ROLES.gateway, 'select count(*) from api_keys'],
    [ROLES.changes, 'select count(*) from card_changes'],
    [ROLES.changes, 'select count(id), count(universal) from cards'],
    [ROLES.changes, 'select count(total) from populations'],
  ])('%s can run: %s', async (role, statement) => {
    await expect(query(urlOf(role), statement)).resolves.toHaveLength(1);
  });

  it.each([
    [ROLES.certs, 'api_keys'],
    [ROLES.cards, 'api_keys'],
    [ROLES.gateway, 'certs'],
    [ROLES.catalogs, 'accounts'],
    [ROLES.changes, 'certs'],
    [ROLES.changes, '(select description from cards) descriptions'],
    [ROLES.changes, '(select grades from populations) grades'],
  ])('%s cannot read %s', async (role, table) => {
    await expect(query(urlOf(role), `select count(*) from ${table}`)).rejects.toThrow(
      /permission denied/,
    );
  });
});

describe('permissions on the change feed:', () => {
  it.each(roles)('$app can neither publish changes nor begin an epoch', async ({ role }) => {
    for (const call of ["publish_card_changes('{1}')", 'begin_feed_epoch()']) {
      await expect(query(urlOf(role), `select ${call}`)).rejects.toThrow(/permission denied/);
    }
  });
});

describe('permissions on quota leases:', () => {
  const others = roles.filter(({ app }) => app !== 'gateway');

  it('the gateway can raise a lease but not delete it', async () => {
    const url = urlOf(ROLES.gateway);
    await query(url, 'update quota_ceilings set ceiling = ceiling where false');
    for (const statement of ['delete from quota_ceilings', 'truncate quota_ceilings']) {
      await expect(query(url, statement)).rejects.toThrow(/permission denied/);
    }
  });

  it.each(others)('$app cannot read leases', async ({ role }) => {
    await expect(query(urlOf(role), 'select from quota_ceilings')).rejects.toThrow(
      /permission denied/,
    );
  });
});
