import { readFileSync } from 'node:fs';
import * as contracts from '@gcd/contracts';
import { openApiDocument } from '@gcd/contracts/openapi';
import { describe, expect, it } from '@jest/globals';
import { type Answer, get, getFrom, testEnvironment } from '../../../infra/test/api.js';
import { checkDocumented, DOCUMENT_FILE } from '../../../infra/test/documented.js';

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
  it('is the one that the contracts make: otherwise run `npm run openapi`', () => {
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

  it('has every operation that is available, under all of its paths, and no other', () => {
    const paths = available.flatMap(({ path, otherPaths = [] }) => [path, ...otherPaths]);
    expect(Object.keys(document.paths).sort()).toEqual(paths.sort());
  });

  it('gives every operation an id of its own', () => {
    const ids = Object.values(document.paths).map((path) => path.get.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('lookupCert');
  });

  it.each(available)('says of $path what it takes and what it may answer', (operation) => {
    const { parameters, responses } = document.paths[operation.path]?.get ?? {};
    expect(parameters?.map(({ name }) => name)).toEqual(
      expect.arrayContaining(Object.keys(operation.pathParameters)),
    );
    const statuses = operation.errors.map((code) => String(contracts.ERROR_STATUS[code]));
    expect(Object.keys(responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '401', '429', '4XX', '5XX', ...statuses]),
    );
  });
});

describe('the check of every answer in the tests', () => {
  const cert = '/v1/certs/psa/10000001';
  const changed = async (change: (answer: Answer) => Partial<Answer>): Promise<Answer> => {
    const answer = await get(cert);
    return { ...answer, ...change(answer) };
  };

  it('finds a field that is not documented', async () => {
    const answer = await changed(({ body }) => ({
      body: { ...body, data: { ...body.data, surprise: 1 } },
    }));
    expect(() => checkDocumented(cert, answer)).toThrow('additional properties');
  });

  it('finds a field that is missing', async () => {
    const answer = await changed(({ body }) => {
      const { card_id: _without, ...data } = body.data;
      return { body: { ...body, data } };
    });
    expect(() => checkDocumented(cert, answer)).toThrow("'card_id'");
  });

  it('finds a status that is not documented', async () => {
    const answer = await changed(() => ({ status: 206 }));
    expect(() => checkDocumented(cert, answer)).toThrow('no such status');
  });

  it('finds an error code that does not belong to the status', async () => {
    const answer = await get('/v1/certs/psa/99999999');
    const body = { ...answer.body, error: { ...answer.body.error, code: 'card_not_found' } };
    expect(() => checkDocumented(cert, { ...answer, body })).toThrow('code');
  });

  it('finds another content type', async () => {
    const answer = await changed(() => ({ headers: new Headers({ 'content-type': 'text/html' }) }));
    expect(() => checkDocumented(cert, answer)).toThrow('text/html');
  });
});
