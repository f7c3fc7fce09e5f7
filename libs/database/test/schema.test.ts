import { createDataSource, migrate } from '@gcd/database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { testEnvironment } from '@gcd/testing/api.js';
import { createDatabase, query } from '@gcd/testing/database.js';

let url: string;
let dataSource: DataSource;

beforeAll(async () => {
  url = await createDatabase(testEnvironment('TEST_DATABASE_URL'), 'gcd_schema');
  dataSource = await createDataSource(url).initialize();
});

afterAll(async () => {
  await dataSource.destroy();
});

describe('the migrations', () => {
  it('run only once when several processes start them', async () => {
    const others = await Promise.all([
      createDataSource(url).initialize(),
      createDataSource(url).initialize(),
    ]);
    const ran = await Promise.all([dataSource, ...others].map((each) => migrate(each)));
    await Promise.all(others.map((other) => other.destroy()));
    expect(ran.filter((names) => names.length > 0)).toHaveLength(1);
    expect(await migrate(dataSource)).toEqual([]);
  });

  it('create the tables that the entities describe', async () => {
    await migrate(dataSource);
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map((each) => each.query)).toEqual([]);
  });

  it('can be rolled back and run again', async () => {
    await migrate(dataSource);
    while ((await query(url, 'select from migrations')).length > 0)
      await dataSource.undoLastMigration();
    const tables =
      "select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations'";
    expect(await query(url, tables)).toEqual([]);
    expect((await migrate(dataSource)).length).toBeGreaterThan(0);
  });
});
