import { readFileSync } from 'node:fs';
import {
  CertNotFoundError,
  GradedCardDataClient,
  ProcessingError,
  inBatches,
  isGradeKey,
  isGrader,
} from '@gcd/client';
import { fixtureCard, get } from '@gcd/testing/api.js';
import { DOCUMENT_FILE } from '@gcd/testing/documented.js';
import { describe, expect, it } from '@jest/globals';
import { testClient } from './clients.ts';

const CARD = fixtureCard('1a');
const SET = '375017c0baf54ba373cfaf35182151c1cc73f3a3';
const client = testClient();
const DAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** Sends a request without the client, and returns the data of the response. */
const dataOf = async (target: string) => (await get(target)).body.data;

describe('GradedCardDataClient', () => {
  it.each<[string, Promise<unknown>]>([
    ['/v1/certs/psa/10000001', client.lookupCert('psa', '10000001')],
    [
      '/v1/certs/psa/10000001?include=source,population&auto=true',
      client.lookupCert('psa', '10000001', { include: ['source', 'population'], auto: true }),
    ],
    [
      '/v1/certs/psa?certs=10000001,1&include=source',
      client.lookupCerts('psa', ['10000001', '1'], { include: ['source'] }),
    ],
    [
      '/v1/certs?certs=PSA%2010000001,0001000001&graders=psa,bgs',
      client.findCerts(['PSA 10000001', '0001000001'], { graders: ['psa', 'bgs'] }),
    ],
    [
      `/v1/cards/population?card_ids=${CARD},1&grader=psa`,
      client.getCardPopulations([CARD, '1'], { grader: 'psa' }),
    ],
    ['/v1/certs/psa/A10001?psa_dna=true', client.lookupAuthentication('A10001')],
    [
      '/v1/certs/psa/10000001/population?universal=false',
      client.getCertPopulation('psa', '10000001', { universal: false }),
    ],
    [
      '/v1/certs/psa/10000001/verification?title=Charizard%204/102%20PSA%209',
      client.verifyCert('psa', '10000001', 'Charizard 4/102 PSA 9'),
    ],
    ['/v1/certs/psa/10000001/images', client.getCertImages('psa', '10000001')],
    [`/v1/cards/${CARD}?auto_split=true`, client.getCard(CARD, { auto_split: true })],
    [`/v1/cards/${CARD}/population`, client.getCardPopulation(CARD)],
    [
      `/v1/cards/${CARD}/population/history?interval=week&grader=psa`,
      client.getCardHistory(CARD, { interval: 'week', grader: 'psa' }),
    ],
    ['/v1/specs/psa/544027', client.lookupSpec('544027')],
    [
      '/v1/specs/bgs/77001?grader_id2=C4&include=population',
      client.resolveSpec('bgs', '77001', { grader_id2: 'C4', include: 'population' }),
    ],
    ['/v1/specs/psa/544027?auto=false', client.resolveSpec('psa', '544027')],
    ['/v1/specs/psa/544027/population', client.getSpecPopulation('544027')],
    [
      '/v1/cards/search/simple?query=charizard%20%26%20co',
      client.searchSimple({ query: 'charizard & co' }),
    ],
    ['/v1/cards/search/suggest?query=chari', client.suggestSearch({ query: 'chari' })],
    [
      '/v1/cards/search/structured?query=charizard&grader=psa',
      client.searchStructured({ query: 'charizard', grader: 'psa' }),
    ],
    [`/v1/sets/${SET}`, client.getSet(SET)],
    [
      '/v1/cards/population/movers?window=month&metric=gems',
      client.listMovers({ window: 'month', metric: 'gems' }),
    ],
    ['/v1/cards/population/activity?interval=month', client.getActivity({ interval: 'month' })],
    ['/v1/cards/population/changes?limit=2', client.listChanges({ limit: 2 })],
    [
      `/v1/cards/population/changes?since=${DAY}&include=population`,
      client.listChanges({ since: DAY, include: 'population' }),
    ],
    ['/v1/catalogs', client.listCatalogs()],
    ['/v1/grades', client.listGrades()],
    ['/v1/usage', client.getUsage()],
  ])('resolves to the data of %s', async (target, result) => {
    const data = await dataOf(target);
    expect(data).toBeDefined();
    expect(await result).toEqual(data);
  });

  it.each<[string, Promise<unknown>]>([
    ['/v1/sets?query=pokemon', client.listSets({ query: 'pokemon' })],
    [`/v1/sets/${SET}/cards?sort=population`, client.listSetCards(SET, { sort: 'population' })],
  ])('resolves to the page of %s', async (target, result) => {
    const { data, meta } = (await get(target)).body;
    expect(data).not.toEqual([]);
    expect(await result).toEqual({ items: data, pagination: meta.pagination });
  });

  it('has a method for every documented operation', () => {
    const { paths } = JSON.parse(readFileSync(DOCUMENT_FILE, 'utf8'));
    const ids = Object.values<{ get: { operationId: string } }>(paths)
      .map(({ get: { operationId } }) => operationId)
      // Ids that end in 2 belong to path aliases of other operations.
      .filter((id) => !/2$/.test(id));
    expect(ids.filter((id) => !(id in GradedCardDataClient.prototype))).toEqual([]);
  });
});

it('202 processing is retried if the request says so', async () => {
  const waiting = testClient({
    onWait: ({ code }) => {
      throw new Error(`waiting for ${code}`);
    },
  });
  const retry = { budget: 90, waitUntilReady: true };
  await expect(waiting.lookupSpec('9990001', {}, retry)).rejects.toThrow('waiting for processing');
  await expect(waiting.lookupSpec('9990001')).rejects.toThrow(ProcessingError);
});

it('withResponse returns the request id, the ETag and the parameters that the API ignored', async () => {
  const query = { include: 'source', typo: 1 } as const;
  const { data, ...rest } = await client.lookupCert('psa', '10000001', query).withResponse();
  expect(data.grader).toBe('psa');
  expect(rest).toEqual({
    requestId: expect.stringMatching(/^req_/),
    etag: expect.stringMatching(/"$/),
    ignoredParameters: ['typo'],
  });
  await expect(client.lookupCert('psa', '99999999').withResponse()).rejects.toBeInstanceOf(
    CertNotFoundError,
  );
});

it('the guards and lists agree with the API', async () => {
  const rows = await client.listGrades();
  const keys = rows.flatMap(({ graders }) =>
    Object.values(graders).flatMap((each) => each?.key ?? []),
  );
  expect(keys.filter((key) => !isGradeKey(key))).toEqual([]);
  expect(isGrader('bgs')).toBe(false);
  expect([...inBatches(Array(201).keys())].map(({ length }) => length)).toEqual([100, 100, 1]);
});

it('allSets and allSetCards yield the items of every page', async () => {
  const sets = await all(client.allSets());
  expect(sets.length).toBe((await client.listSets()).pagination.total);
  const cards = await all(client.allSetCards(SET));
  expect(cards.length).toBe((await client.listSetCards(SET)).pagination.total);
});
