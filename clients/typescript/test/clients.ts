import { type ClientOptions, GradedCardDataClient, type Wait } from '@gcd/client';
import { testEnvironment } from '@gcd/testing/api.js';

/** Creates a client with the test key for the running API. */
export function testClient(options: Partial<ClientOptions> = {}): GradedCardDataClient {
  return new GradedCardDataClient({
    baseUrl: testEnvironment('TEST_API_URL'),
    apiKey: testEnvironment('TEST_API_KEY'),
    ...options,
  });
}

/** Creates a `fetch` that records the status of every response, or 0 for a broken connection. */
export function recordStatuses(statuses: number[]): typeof fetch {
  return async (...args) => {
    try {
      const response = await fetch(...args);
      statuses.push(response.status);
      return response;
    } catch (error) {
      statuses.push(0);
      throw error;
    }
  };
}

export function collectWaits(): { readonly waits: Wait[]; readonly onWait: (wait: Wait) => void } {
  const waits: Wait[] = [];
  return { waits, onWait: (wait) => waits.push(wait) };
}
