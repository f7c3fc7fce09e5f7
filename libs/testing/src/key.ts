import { addAccount, type TestPlan } from './account.ts';
import { testEnvironment } from './api.ts';

/** Creates an API key for the running stack, on a separate plan with a thousand requests per second by default. */
export async function keyOf(plan: TestPlan = {}): Promise<string> {
  const databaseUrl = testEnvironment('TEST_FIXTURE_DATABASE_URL');
  return (await addAccount(databaseUrl, { rate: 1000, ...plan })).key;
}
