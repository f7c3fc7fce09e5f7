import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from './admin.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('template1');
});
afterAll(() => database.drop());

it('admin migrate creates the schema, and then does not wait for an import', async () => {
  const first = await database.json('migrate');
  expect(first).toMatchObject({
    status: 0,
    result: { migrations: expect.arrayContaining([expect.stringMatching(/\d{13}$/)]) },
  });
  const importing = await database.connect();
  try {
    await importing.query('select pg_advisory_lock($1)', [0x6c6f6164]);
    const second = await database.json('migrate');
    expect(second).toEqual({ status: 0, result: { migrations: [] } });
  } finally {
    await importing.end();
  }
});

it('admin migrate rejects a schema from before version 1.0 and says what to do', async () => {
  const old = await createTestDatabase('template1');
  await old.query('create table migrations (id serial, timestamp bigint, name text)');
  await old.query("insert into migrations (timestamp, name) values (1, 'Cards1')");
  const { status, stderr } = await old.admin('migrate');
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/from a development version .+ Create an empty database, .+/),
  });
  expect(await old.query('select name from migrations')).toEqual([{ name: 'Cards1' }]);
  await old.drop();
});
