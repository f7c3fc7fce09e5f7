import { runAdmin } from '@gcd/local';
import { testEnvironment } from './api.ts';

/**
 * Creates a key for the running stack, on a separate plan with a thousand requests per second.
 * @param options additional options of `admin plans set`
 */
export async function keyOf(plan: string, ...options: string[]): Promise<string> {
  const env = { DATABASE_URL: testEnvironment('TEST_FIXTURE_DATABASE_URL') };
  const set = ['plans', 'set', plan, '--rate', '1000', '--period', 'day', ...options];
  await runAdmin(set, env);
  return (await runAdmin<{ key: string }>(['keys', 'create', '--plan', plan], env)).key;
}
