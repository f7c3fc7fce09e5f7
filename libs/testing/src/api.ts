import { checkDocumented } from './documented.js';

/** Returns an environment variable that the global setup has set. */
export function testEnvironment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run tests with npm test`);
  return value;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: responses have any shape
  readonly body: any;
}

/**
 * Sends a request with the tests' API key.
 * @param headers headers to send in addition to the default headers, or instead of those with the same name
 */
export async function get(
  target: string,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  return getFrom(testEnvironment('TEST_API_URL'), target, {
    'x-api-key': testEnvironment('TEST_API_KEY'),
    ...headers,
  });
}

/** Sends a request to an API, and checks the response against the OpenAPI document. */
export async function getFrom(
  address: string,
  target: string,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const response = await fetch(address + target, { headers });
  const text = await response.text();
  const isCsv = response.headers.get('content-type')?.startsWith('text/csv');
  const result: ApiResponse = {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : isCsv ? text : JSON.parse(text),
  };
  checkDocumented(target, result);
  return result;
}

/** Returns the id of a card in the fixture, which is the card's two-character name, repeated. */
export function fixtureCard(name: string): string {
  return name.repeat(20);
}
