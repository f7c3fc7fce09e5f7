import { setTimeout as pause } from 'node:timers/promises';
import type { RunningApp } from '@gcd/local';
import { getFrom } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { type FeedStack, startFeedStack } from '@gcd/testing/feed.js';
import { CHANGES, day } from '@gcd/testing/feed-reader.js';
import { countRequests } from '@gcd/testing/service-requests.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from '@nats-io/transport-node';

const CARDS = Array.from({ length: 5 }, (_, index) => String(index + 1));
const ROUNDS = 3;
// Number of background clients, and the pause in milliseconds between their requests. These clients keep all responses
// cached, but leave CPU time for the imports.
const OTHERS = 2;
const PAUSE_MS = 15;

let stack: FeedStack;
let second: RunningApp;
let gateways: string[];
let count = 0;

beforeAll(async () => {
  stack = await startFeedStack('gcd_cache', { instances: 1, apps: ['certs', 'cards'] });
  second = await stack.startGateway();
  gateways = [stack.address, `http://127.0.0.1:${second.port}`];
});

afterAll(async () => {
  await second?.stop();
  await stack?.stop();
});

const idOf = (card: string): string => card.padStart(40, '0');

/** Imports higher counts for every card. @param announced whether the import publishes an event over NATS */
async function importCounts(announced: boolean): Promise<void> {
  count += 1;
  const csv = (header: string, row: (card: string) => string): string =>
    [header, ...CARDS.map(row), ''].join('\n');
  const files = {
    'cards.csv': csv('card_id,grader,description,spec_id', (n) => `${idOf(n)},psa,x,${n}`),
    'certs.csv': csv('grader,cert,card_id,grade', (n) => `psa,${n},${idOf(n)},psa_10`),
    'populations.csv': csv(
      'card_id,date,grades',
      (n) => `${idOf(n)},${day()},"{""psa_10"": ${count}}"`,
    ),
  };
  await stack.load(files, { announced });
}

type WithPopulation = { population: { population_data: { total: number } } };
const totalOf = ({ population }: WithPopulation): number => population.population_data.total;

/** Operations that return a card's count, each with a function that reads the count from a response. */
const LOOK_UPS: [target: (card: string) => string, count: (data: never) => number][] = [
  [(card) => `/v1/certs/psa/${card}?include=population`, totalOf],
  [(card) => `/v1/certs/psa/${card}/population`, totalOf],
  [(card) => `/v1/cards/${idOf(card)}`, totalOf],
  [(card) => `/v1/cards/${idOf(card)}/population`, totalOf],
  [(card) => `/v1/specs/psa/${card}/population`, totalOf],
  [
    (card) => `/v1/specs/psa/${card}?include=population`,
    (data: { population: { total: number } }) => data.population.total,
  ],
  [
    (card) => `/v1/certs/psa/${card}`,
    (data: { grader_data: { population_context: { total_population: number } } }) =>
      data.grader_data.population_context.total_population,
  ],
];

/**
 * Creates a function for each combination of gateway, card and operation. The function sends a request and returns the
 * count in the response. If the request is rejected because the machine is busy, it is sent again.
 */
function lookUps(): (() => Promise<number>)[] {
  return gateways.flatMap((gateway) =>
    CARDS.flatMap((card) =>
      LOOK_UPS.map(([target, countIn]) => async () => {
        let found = 0;
        await eventually(async () => {
          const response = await getFrom(gateway, target(card), { 'x-api-key': stack.key });
          expect([target(card), response.status]).toEqual([target(card), 200]);
          found = countIn(response.body.data as never);
        });
        return found;
      }),
    ),
  );
}

/** Sends all requests concurrently. @returns the counts in the responses */
const lookUpAll = (): Promise<number[]> => Promise.all(lookUps().map((lookUp) => lookUp()));

/** Sends all requests repeatedly from the background clients, until `isDone` returns true. */
async function lookUpRepeatedly(isDone: () => boolean): Promise<void> {
  const all = lookUps();
  const client = async (first: number): Promise<void> => {
    for (let next = first; !isDone(); next += 1) {
      await all[next % all.length]?.();
      await pause(PAUSE_MS);
    }
  };
  await Promise.all(
    Array.from({ length: OTHERS }, (_, index) => client(Math.floor((index * all.length) / OTHERS))),
  );
}

async function pageAfter(cursor: string): Promise<{ card_ids: string[]; next_cursor: string }> {
  return (await stack.get(`${CHANGES}?${cursor}`)).body.data;
}

describe('a client that follows the change feed', () => {
  it.each([
    ['publish an event', true],
    ['publish no event', false],
  ])(
    'never gets a response older than the feed, from any gateway, if imports %s',
    async (_name, announced) => {
      await importCounts(announced);
      let position = `cursor=${(await pageAfter(`since=${day()}`)).next_cursor}`;
      let old = 0;
      let total = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        let hasSeen = false;
        // The background clients send the same requests continuously, so all responses are cached when the data
        // changes.
        await lookUpAll();
        const others = lookUpRepeatedly(() => hasSeen);
        const imported = importCounts(announced);
        for (;;) {
          const page = await pageAfter(position);
          position = `cursor=${page.next_cursor}`;
          if (page.card_ids.length > 0) break;
          await pause(PAUSE_MS);
        }
        const counts = await lookUpAll();
        hasSeen = true;
        await Promise.all([imported, others]);
        total += counts.length;
        old += counts.filter((each) => each < count).length;
      }
      expect(total).toBeGreaterThanOrEqual(200);
      expect(old).toBe(0);
    },
    180_000,
  );
});

it('the response cache serves no older responses once the event of an import has arrived', async () => {
  const listener = await connect({ servers: stack.natsUrl });
  const certs = await countRequests(listener, 'certs');
  const cards = await countRequests(listener, 'cards');
  const received = async (): Promise<number> => (await certs.count()) + (await cards.count());
  await eventually(async () => {
    const before = await received();
    await lookUpAll();
    expect(await received()).toBe(before);
  });
  const before = await received();
  await importCounts(true);
  await eventually(async () => expect(new Set(await lookUpAll())).toEqual(new Set([count])));
  expect(await received()).toBeGreaterThan(before);
  await listener.close();
});
