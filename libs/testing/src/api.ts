import { checkDocumented } from './documented.js';

/** An environment variable that the set-up of the tests has set. */
export function testEnvironment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests by npm test`);
  return value;
}

/** What the API answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any shape
  readonly body: any;
}

/** Calls the API with the test's key. @param headers added, or in place of those */
export async function get(target: string, headers: Record<string, string> = {}): Promise<Answer> {
  return getFrom(testEnvironment('TEST_API_URL'), target, {
    'x-api-key': testEnvironment('TEST_API_KEY'),
    ...headers,
  });
}

/** Calls an API, and holds what it answers against the published document. */
export async function getFrom(
  address: string,
  target: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(address + target, { headers });
  const text = await response.text();
  const isCsv = response.headers.get('content-type')?.startsWith('text/csv');
  const answer: Answer = {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : isCsv ? text : JSON.parse(text),
  };
  checkDocumented(target, answer);
  return answer;
}

/** A card id of the fixture: the two characters that name it there, over and over. */
export function fixtureCard(name: string): string {
  return name.repeat(20);
}
