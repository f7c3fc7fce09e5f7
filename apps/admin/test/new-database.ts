import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { createTestDatabase, directoryOf, type TestDatabase } from './admin.js';

/** The database of the current test. It is empty at the start of the test, unless the file calls {@link startWith}. */
export let database: TestDatabase;
let template: TestDatabase | undefined;

beforeEach(async () => {
  database = await createTestDatabase(template?.name);
});
afterEach(() => database.drop());

/** Imports these dataset files into the database of each test before the test starts. */
export function startWith(files: Record<string, string>): void {
  beforeAll(async () => {
    template = await createTestDatabase();
    const imported = await template.admin('import', await directoryOf(files), '--strict');
    expect(imported.status).toBe(0);
  });
  afterAll(() => template?.drop());
}
