import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type CatalogName,
  GradedCardDataClient,
  type GradedCardDataError,
  type Wait,
} from '@gcd/client';
import { type SaveOptions, saveCatalog } from '@gcd/client/node';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  SCENARIOS,
  type Scenario,
  type ScenarioServer,
  startScenarioServer,
} from '../../../clients/scenarios/server.ts';

type Method = (...args: unknown[]) => unknown;

let server: ScenarioServer;
let directory: string;
beforeAll(async () => {
  server = await startScenarioServer();
  directory = mkdtempSync(path.join(tmpdir(), 'gcd-scenarios-'));
});
afterAll(() => {
  server.close();
  rmSync(directory, { recursive: true });
});

/** Runs a scenario once. @returns the result of the client, or its error */
async function run(client: GradedCardDataClient, index: number, scenario: Scenario) {
  const { method, args = [], query, collect } = scenario;
  const all = query ? [...args, query] : args;
  if (method === 'saveCatalog') {
    const file = path.join(directory, String(index));
    const [catalog, options] = all as [CatalogName, SaveOptions?];
    const { isUnchanged: _, ...saved } = await saveCatalog(client, catalog, file, options);
    return { ...saved, content: readFileSync(file, 'utf8') };
  }
  const called = (client as unknown as Record<string, Method>)[method]?.call(client, ...all);
  if (!collect) return called;
  const items: unknown[] = [];
  for await (const item of called as AsyncIterable<unknown>) items.push(item);
  return items;
}

it.each(SCENARIOS.map((scenario, index) => ({ ...scenario, index })))(
  'the TypeScript client: $name',
  async ({ index, ...scenario }) => {
    const { client: options = {}, times = 1, result, error, requests, waits, limits } = scenario;
    const waited: Wait[] = [];
    const client = new GradedCardDataClient({
      baseUrl: `${server.url}/typescript/${index}`,
      apiKey: 'a-key',
      ...(options.rateLimit !== null && { rateLimit: options.rateLimit ?? 1000 }),
      ...(options.budget !== undefined && { budget: options.budget }),
      ...(options.cache && { cache: new Map() }),
      ...(options.waitUntilReady && { waitUntilReady: true }),
      onWait: (wait) => waited.push(wait),
    });
    let failure: GradedCardDataError | undefined;
    let found: unknown;
    for (let time = 0; time < times; time += 1) {
      found = await run(client, index, scenario).catch((reason) => {
        failure = reason;
      });
    }
    if (error) {
      expect({
        class: failure?.constructor.name,
        code: failure?.code,
        status: failure?.status,
        message: failure?.message,
        details: failure?.details,
        request_id: failure?.requestId,
        retry_after: failure?.retryAfter,
      }).toMatchObject(error);
    } else {
      expect(failure).toBeUndefined();
      expect(found).toEqual(result);
    }
    if (requests) {
      const response = await fetch(`${server.url}/requests/typescript/${index}`);
      const received = (await response.json()) as object[];
      expect(received).toMatchObject(requests);
      expect(received).toHaveLength(requests.length);
    }
    if (waits) {
      expect(waited.map(({ code }) => code)).toEqual(waits.map(({ code }) => code));
      for (const [place, { seconds }] of waits.entries()) {
        const jitter = (waited[place]?.seconds ?? Number.NaN) - seconds;
        expect(jitter).toBeGreaterThanOrEqual(0);
        expect(jitter).toBeLessThanOrEqual(Math.min(seconds, 1) * 0.2 + 1e-9);
      }
    }
    if (limits) {
      const known = Object.fromEntries(
        [...client.limits].map(([name, limit]) => [
          name,
          { ...limit, reset: limit.reset.toISOString().replace('.000', '') },
        ]),
      );
      expect(known).toEqual(limits);
    }
  },
);
