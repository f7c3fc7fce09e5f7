import { afterEach, beforeEach } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from './admin.js';

/** The database of the current test, which is empty at its start. */
export let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());
