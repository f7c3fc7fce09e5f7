import { readFileSync } from 'node:fs';
import * as contracts from '@gcd/contracts';
import { openApiDocument } from '@gcd/contracts/openapi';
import { describe, expect, it } from '@jest/globals';
import { type Answer, fixtureCard, get, getFrom, testEnvironment } from '@gcd/testing/api.js';
import { checkDocumented, DOCUMENT_FILE } from '@gcd/testing/documented.js';

interface Parameter {
  readonly name: string;
  readonly required: boolean;
}

interface Document {
  readonly paths: Record<
    string,
    { get: { operationId: string; parameters: Parameter[]; responses: Record<string, unknown> } }
  >;
}

const document = openApiDocument() as unknown as Document;
const operations = Object.values(contracts).flatMap((value): contracts.Operation[] =>
  typeof value === 'object' && 'path' in value ? [value as contracts.Operation] : [],
);
const available = operations.filter(({ data }) => data.type !== 'never');

describe('the published OpenAPI document', () => {
  it('is up to date; otherwise run `npm run openapi`', () => {
    expect(JSON.parse(readFileSync(DOCUMENT_FILE, 'utf8'))).toEqual(document);
  });

  it('is served without a key', async () => {
    const { status, headers, body } = await getFrom(
      testEnvironment('TEST_API_URL'),
      '/openapi.json',
    );
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual(document);
  });

  it('has every available operation under all of its paths, and no other', () => {
    const paths = available.flatMap(({ path, aliases = [] }) => [path, ...aliases]);
    expect(Object.keys(document.paths).sort()).toEqual(paths.sort());
  });

  it('gives every operation a unique id', () => {
    const ids = Object.values(document.paths).map((path) => path.get.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('lookupCert');
  });

  it.each(available)('documents the parameters and responses of $path', (operation) => {
    const { parameters, responses } = document.paths[operation.path]?.get ?? {};
    expect(parameters?.map(({ name }) => name)).toEqual(
      expect.arrayContaining(Object.keys(operation.pathParameters)),
    );
    const statuses = operation.errors.map((code) => String(contracts.ERROR_STATUS[code]));
    expect(Object.keys(responses ?? {})).toEqual(
      expect.arrayContaining([
        ...['200', '304', '400', '401', '429', '4XX', '500', '503', '504'],
        ...statuses,
      ]),
    );
  });
});

describe('parameters in the document', () => {
  const parametersOf = (path: string): Record<string, boolean> =>
    Object.fromEntries(
      (document.paths[path]?.get.parameters ?? []).map(({ name, required }) => [name, required]),
    );

  it.each(['/v1/cards/search/simple', '/v1/cards/search/structured'])(
    'query of %s is optional, because it has an alias',
    (path) => expect(parametersOf(path)).toMatchObject({ query: false }),
  );

  it.each(Object.keys(document.paths))('%s accepts If-None-Match and Prefer', (path) => {
    expect(parametersOf(path)).toMatchObject({ 'If-None-Match': false, Prefer: false });
  });

  it('since is optional, and psa_dna is a parameter of cert lookup alone', () => {
    expect(parametersOf('/v1/cards/population/changes')).toMatchObject({ since: false });
    const takers = Object.keys(document.paths).filter((path) => 'psa_dna' in parametersOf(path));
    expect(takers).toEqual(['/v1/certs/{grader}/{cert}']);
  });
});

describe('check of every response in tests', () => {
  const cert = '/v1/certs/psa/10000001';
  const changed = async (change: (answer: Answer) => Partial<Answer>): Promise<Answer> => {
    const answer = await get(cert);
    return { ...answer, ...change(answer) };
  };

  it('detects an undocumented field', async () => {
    const answer = await changed(({ body }) => ({
      body: { ...body, data: { ...body.data, surprise: 1 } },
    }));
    expect(() => checkDocumented(cert, answer)).toThrow('additional properties');
  });

  it('detects a missing field', async () => {
    const answer = await changed(({ body }) => {
      const { card_id: _without, ...data } = body.data;
      return { body: { ...body, data } };
    });
    expect(() => checkDocumented(cert, answer)).toThrow("'card_id'");
  });

  it('detects an undocumented null', async () => {
    const target = `/v1/cards/${fixtureCard('1a')}`;
    const answer = await get(target);
    const body = { ...answer.body, data: { ...answer.body.data, card_url: null } };
    expect(() => checkDocumented(target, { ...answer, body })).toThrow('card_url');
  });

  it.each(['card_id', 'card_url', 'universal_card_id'])(
    'accepts a null %s for a cert that is not linked to a card',
    async (field) => {
      expect((await get('/v1/certs/psa/10000006')).body.data[field]).toBeNull();
    },
  );

  it.each([
    ['reason', 'because'],
    ['surprise', 'because'],
  ])('detects details with %s: %s', async (name, value) => {
    const target = `${cert}?psa_dna=x`;
    const answer = await get(target);
    const { error } = answer.body;
    const changedError = { ...error, details: { ...error.details, [name]: value } };
    const body = { ...answer.body, error: changedError };
    expect(() => checkDocumented(target, { ...answer, body })).toThrow('details');
  });

  it.each([
    ['an undocumented header', { 'retry-after': '5' }],
    ['an invalid header value', { 'x-ratelimit-limit': '-1' }],
  ])('detects %s', async (_what, added) => {
    const answer = await get(cert);
    const headers = new Headers(answer.headers);
    for (const [name, value] of Object.entries(added)) headers.set(name, value);
    expect(() => checkDocumented(cert, { ...answer, headers })).toThrow('header');
  });

  it('detects a missing header', async () => {
    const target = '/v1/certs/psa/10000003/images';
    const answer = await get(target);
    const headers = new Headers(answer.headers);
    headers.delete('retry-after');
    expect(() => checkDocumented(target, { ...answer, headers })).toThrow('Retry-After');
  });

  it('detects an undocumented status', async () => {
    const answer = await changed(() => ({ status: 206 }));
    expect(() => checkDocumented(cert, answer)).toThrow('no such status');
  });

  it('detects an error code with the wrong status', async () => {
    const answer = await get('/v1/certs/psa/99999999');
    const body = { ...answer.body, error: { ...answer.body.error, code: 'card_not_found' } };
    expect(() => checkDocumented(cert, { ...answer, body })).toThrow('code');
  });

  it('detects a different content type', async () => {
    const answer = await get(cert);
    const headers = new Headers(answer.headers);
    headers.set('content-type', 'text/html');
    expect(() => checkDocumented(cert, { ...answer, headers })).toThrow('text/html');
  });
});
