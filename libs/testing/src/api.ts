import { checkDocumented } from './documented.js';

/** An environment variable set by the global setup. */
export function testEnvironment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run tests with npm test`);
  return value;
}

/** A response of the API. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: responses have any shape
  readonly body: any;
}

/** Sends a request with the test's key. @param headers added, or replacing those */
export async function get(
  target: string,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  return getFrom(testEnvironment('TEST_API_URL'), target, {
    'x-api-key': testEnvironment('TEST_API_KEY'),
    ...headers,
  });
}

/** Sends a request to an API, and checks the response against the published document. */
export async function getFrom(
  address: string,
  target: string,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const response = await fetch(address + target, { headers });
  const text = await response.text();
  const isCsv = response.headers.get('content-type')?.startsWith('text/csv');
  const answer: ApiResponse = {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : isCsv ? text : JSON.parse(text),
  };
  checkDocumented(target, answer);
  return answer;
}

/** A card id of the fixture: the two characters of its name, repeated. */
export function fixtureCard(name: string): string {
  return name.repeat(20);
}
