import { readFileSync } from 'node:fs';
import {
  CardNotFoundError,
  CertNotFoundError,
  EndpointNotFoundError,
  ForbiddenError,
  GradedCardDataClient,
  GradedCardDataError,
  InvalidApiKeyError,
  InvalidGraderError,
  InvalidParameterError,
  ProcessingError,
  SpecNotFoundError,
  inBatches,
  isGradeKey,
  isGrader,
} from '@gcd/client';
import { fixtureCard, get } from '@gcd/testing/api.js';
import { DOCUMENT_FILE } from '@gcd/testing/documented.js';
import { keyOf } from '@gcd/testing/key.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
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
  it.each<[string, Promise<unknown>, string]>([
    ['lookupCert', client.lookupCert('psa', '10000001'), '/v1/certs/psa/10000001'],
    [
      'lookupCert with parameters',
      client.lookupCert('psa', '10000001', { include: ['source', 'population'], auto: true }),
      '/v1/certs/psa/10000001?include=source,population&auto=true',
    ],
    [
      'lookupCerts',
      client.lookupCerts('psa', ['10000001', '1'], { include: ['source'] }),
      '/v1/certs/psa?certs=10000001,1&include=source',
    ],
    [
      'findCerts',
      client.findCerts(['PSA 10000001', '0001000001'], { graders: ['psa', 'bgs'] }),
      '/v1/certs?certs=PSA%2010000001,0001000001&graders=psa,bgs',
    ],
    [
      'getCardPopulations',
      client.getCardPopulations([CARD, '1'], { grader: 'psa' }),
      `/v1/cards/population?card_ids=${CARD},1&grader=psa`,
    ],
    [
      'lookupAuthentication',
      client.lookupAuthentication('A10001'),
      '/v1/certs/psa/A10001?psa_dna=true',
    ],
    [
      'getCertPopulation',
      client.getCertPopulation('psa', '10000001', { universal: false }),
      '/v1/certs/psa/10000001/population?universal=false',
    ],
    [
      'verifyCert',
      client.verifyCert('psa', '10000001', 'Charizard 4/102 PSA 9'),
      '/v1/certs/psa/10000001/verification?title=Charizard%204/102%20PSA%209',
    ],
    ['getCertImages', client.getCertImages('psa', '10000001'), '/v1/certs/psa/10000001/images'],
    ['getCard', client.getCard(CARD, { auto_split: true }), `/v1/cards/${CARD}?auto_split=true`],
    ['getCardPopulation', client.getCardPopulation(CARD), `/v1/cards/${CARD}/population`],
    [
      'getCardHistory',
      client.getCardHistory(CARD, { interval: 'week', grader: 'psa' }),
      `/v1/cards/${CARD}/population/history?interval=week&grader=psa`,
    ],
    ['lookupSpec', client.lookupSpec('544027'), '/v1/specs/psa/544027'],
    [
      'resolveSpec',
      client.resolveSpec('bgs', '77001', { grader_id2: 'C4', include: 'population' }),
      '/v1/specs/bgs/77001?grader_id2=C4&include=population',
    ],
    [
      'resolveSpec without parameters',
      client.resolveSpec('psa', '544027'),
      '/v1/specs/psa/544027?auto=false',
    ],
    ['getSpecPopulation', client.getSpecPopulation('544027'), '/v1/specs/psa/544027/population'],
    [
      'searchSimple',
      client.searchSimple({ query: 'charizard & co' }),
      '/v1/cards/search/simple?query=charizard%20%26%20co',
    ],
    [
      'suggestSearch',
      client.suggestSearch({ query: 'chari' }),
      '/v1/cards/search/suggest?query=chari',
    ],
    [
      'searchStructured',
      client.searchStructured({ query: 'charizard', grader: 'psa' }),
      '/v1/cards/search/structured?query=charizard&grader=psa',
    ],
    ['getSet', client.getSet(SET), `/v1/sets/${SET}`],
    [
      'listMovers',
      client.listMovers({ window: 'month', metric: 'gems' }),
      '/v1/cards/population/movers?window=month&metric=gems',
    ],
    ['listChanges', client.listChanges({ limit: 2 }), '/v1/cards/population/changes?limit=2'],
    [
      'listChanges with populations',
      client.listChanges({ since: DAY, include: 'population' }),
      `/v1/cards/population/changes?since=${DAY}&include=population`,
    ],
    ['listCatalogs', client.listCatalogs(), '/v1/catalogs'],
    ['listGrades', client.listGrades(), '/v1/grades'],
    ['getUsage', client.getUsage(), '/v1/usage'],
  ])('%s resolves to the data', async (_name, result, target) => {
    const data = await dataOf(target);
    expect(data).toBeDefined();
    expect(await result).toEqual(data);
  });

  it.each<[string, Promise<unknown>, string]>([
    ['listSets', client.listSets({ query: 'pokemon' }), '/v1/sets?query=pokemon'],
    [
      'listSetCards',
      client.listSetCards(SET, { sort: 'population' }),
      `/v1/sets/${SET}/cards?sort=population`,
    ],
  ])('%s resolves to a page', async (_name, result, target) => {
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

  it('encodes a path variable as a single segment', async () => {
    await expect(client.lookupCert('psa', '10000001?psa_dna=true')).rejects.toMatchObject({
      code: 'cert_not_found',
      details: { cert: '10000001?psa_dna=true' },
    });
  });

  it('searchCards requests one page at a time', async () => {
    const found: unknown[] = [];
    for await (const card of client.searchCards('charizard')) found.push(card);
    const first = await dataOf('/v1/cards/search/simple?query=charizard');
    expect(found.slice(0, 10)).toEqual(first.results);
    expect(found.length).toBeGreaterThan(1);
  });

  it('searchCards applies filters', async () => {
    const found: string[] = [];
    for await (const card of client.searchCards('charizard', { year: '2003', grader: 'bgs' })) {
      found.push(card.description);
    }
    expect(found).toEqual(['2003 Pokemon Skyridge #H6 Charizard HOLO']);
  });

  it('limits returns the latest values for each bucket', async () => {
    const key = await keyOf({ base: 40 });
    const limited = testClient({ apiKey: key });
    expect(limited.limits.size).toBe(0);
    await limited.lookupCert('psa', '10000001');
    await limited.lookupCert('psa', '10000001');
    expect(limited.limits.get('base')).toMatchObject({ bucket: 'base', limit: 40, remaining: 38 });
    expect(limited.limits.get('base')?.reset.getTime()).toBeGreaterThan(Date.now());
  });
});

describe('GradedCardDataClient errors', () => {
  const quick = testClient({ budget: 0 });
  let noPermission: GradedCardDataClient;
  beforeAll(async () => {
    noPermission = testClient({ apiKey: await keyOf() });
  });

  it('202 processing is retried if the request says so', async () => {
    const waiting = testClient({
      onWait: ({ code }) => {
        throw new Error(`waiting for ${code}`);
      },
    });
    const retry = { budget: 90, waitUntilReady: true };
    await expect(waiting.lookupSpec('9990001', {}, retry)).rejects.toThrow(
      'waiting for processing',
    );
    await expect(waiting.lookupSpec('9990001')).rejects.toThrow(ProcessingError);
  });

  it.each<[string, () => Promise<unknown>, typeof GradedCardDataError, object]>([
    [
      '202 processing for longer than the retry budget',
      () => quick.lookupSpec('9990001'),
      ProcessingError,
      { code: 'processing', status: 202, retryAfter: 60 },
    ],
    [
      '400 invalid_parameter',
      () => client.searchSimple({ query: ' ' }),
      InvalidParameterError,
      { code: 'invalid_parameter', status: 400, details: { parameter: 'query' } },
    ],
    [
      '400 invalid_grader',
      () => client.lookupCert('gma' as 'psa', '1'),
      InvalidGraderError,
      { code: 'invalid_grader', status: 400 },
    ],
    [
      '401 invalid_api_key',
      () => testClient({ apiKey: 'no-key' }).listGrades(),
      InvalidApiKeyError,
      { code: 'invalid_api_key', status: 401 },
    ],
    [
      '403 forbidden',
      () => noPermission.getCardHistory(CARD),
      ForbiddenError,
      { code: 'forbidden', status: 403 },
    ],
    [
      '404 not_found',
      () => client.downloadCatalog('sgc' as 'psa'),
      EndpointNotFoundError,
      { code: 'not_found', status: 404 },
    ],
    [
      '404 cert_not_found',
      () => client.lookupCert('psa', '99999999'),
      CertNotFoundError,
      { code: 'cert_not_found', details: { grader: 'psa', cert: '99999999' } },
    ],
    [
      '404 card_not_found',
      () => client.getCard('00'.repeat(20)),
      CardNotFoundError,
      { code: 'card_not_found' },
    ],
    [
      '404 spec_not_found',
      () => client.lookupSpec('1'),
      SpecNotFoundError,
      { code: 'spec_not_found' },
    ],
  ])('have a class of their own: %s', async (_name, call, type, expected) => {
    const error = await call().then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ ...expected, requestId: expect.stringMatching(/^req_/) });
    expect(error).toBeInstanceOf(GradedCardDataError);
  });
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
