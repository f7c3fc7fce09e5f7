import { testEnvironment } from './api.ts';
import { createDatabase, MIGRATED_TEMPLATE } from './database.ts';

/** Creates a database with the latest schema and no rows on the server of the test suite. @returns its URL */
export const createMigratedDatabase = (name: string): Promise<string> =>
  createDatabase(testEnvironment('TEST_DATABASE_URL'), name, MIGRATED_TEMPLATE);
