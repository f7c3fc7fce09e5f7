import { type ClientOptions, GradedCardDataClient, type Wait } from '@gcd/client';
import { testEnvironment } from '@gcd/testing/api.js';

/** A client of the running stack, with the test's key. */
export function testClient(options: Partial<ClientOptions> = {}): GradedCardDataClient {
  return new GradedCardDataClient({
    baseUrl: testEnvironment('TEST_API_URL'),
    apiKey: testEnvironment('TEST_API_KEY'),
    ...options,
  });
}

/** A fetch that notes the status of every answer; 0 when there was none. */
export function noting(statuses: number[]): typeof fetch {
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

/** Collects the waits of a client. */
export function collectWaits(): { readonly waits: Wait[]; readonly onWait: (wait: Wait) => void } {
  const waits: Wait[] = [];
  return { waits, onWait: (wait) => waits.push(wait) };
}
