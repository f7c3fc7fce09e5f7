import { readFileSync } from 'node:fs';
import * as contracts from '@gcd/contracts';
import { openApiDocument } from '@gcd/contracts/openapi';
import { describe, expect, it } from '@jest/globals';
import { getFrom, testEnvironment } from '@gcd/testing/api.js';
import { DOCUMENT_FILE } from '@gcd/testing/documented.js';

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly required: boolean;
  readonly example?: unknown;
  readonly schema: Readonly<Record<string, unknown>>;
}

interface DocumentOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, unknown>>;
  readonly 'x-aliases'?: readonly string[];
}

interface Document {
  readonly servers: readonly [{ readonly url: string }];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, { readonly get: DocumentOperation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
}

const document = openApiDocument() as unknown as Document;
const operations = Object.values(contracts).flatMap((value): contracts.Operation[] =>
  typeof value === 'object' && 'path' in value ? [value as contracts.Operation] : [],
);
const documented = Object.entries(document.paths).map(([path, { get }]) => ({ path, ...get }));

/** Returns a value from the OpenAPI document, or its target if the value is a reference. */
function resolved<Value extends { readonly $ref?: string }>(value: Value): Value {
  const parts = value.$ref?.split('/').slice(1) ?? [];
  if (parts.length === 0) return value;
  return parts.reduce<unknown>(
    (found, part) => (found as Record<string, unknown>)[part],
    document,
  ) as Value;
}

/** Lists every property of the schemas in a part of the document, and where each was found. */
function propertiesOf(part: unknown, place: string): [string, Record<string, unknown>][] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]): [string, Record<string, unknown>][] => {
    const at = `${place}/${name}`;
    if (name === 'examples' || name === 'example') return [];
    if (name !== 'properties') return propertiesOf(value, at);
    const own = Object.entries(value as Record<string, Record<string, unknown>>);
    return own.flatMap(([property, schema]) => [
      [`${at}/${property}`, schema] as [string, Record<string, unknown>],
      ...propertiesOf(schema, `${at}/${property}`),
    ]);
  });
}

describe('the published OpenAPI document', () => {
  it('is up to date; otherwise run `npm run openapi` [S283]', () => {
    expect(JSON.parse(readFileSync(DOCUMENT_FILE, 'utf8'))).toEqual(document);
  });

  it('is served without a key', async () => {
    const { status, headers, body } = await getFrom(
      testEnvironment('TEST_API_URL'),
      '/openapi.json',
    );
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    const [server] = document.servers;
    const url = testEnvironment('TEST_API_URL');
    expect(body).toEqual({ ...document, servers: [{ ...server, url }] });
  });

  it("contains the operator's contact, terms and URL", () => {
    const none = openApiDocument();
    expect(none.info).toMatchObject({ contact: { name: expect.any(String) } });
    expect(none.info).not.toHaveProperty('termsOfService');
    const [baseUrl, termsUrl] = ['https://api.test', 'https://site.test/terms'];
    const page = openApiDocument({ baseUrl, termsUrl, contactUrl: 'https://site.test/help' });
    expect(page.info).toMatchObject({
      termsOfService: termsUrl,
      contact: { url: 'https://site.test/help' },
    });
    expect(page.servers).toMatchObject([{ url: baseUrl }]);
    const mail = openApiDocument({ contactUrl: 'mailto:keys@site.test?subject=Key' });
    expect(mail.info).toMatchObject({ contact: { email: 'keys@site.test' } });
  });

  it('lists every operation under its path, with its aliases, and no others [S16]', () => {
    const paths = documented.map((each) => [each.path, each['x-aliases'] ?? []]);
    const expected = operations.map(({ path, aliases = [] }) => [path, aliases]);
    expect(paths.sort()).toEqual(expected.sort());
    const aliases = documented.flatMap((each) =>
      (each['x-aliases'] ?? []).map((alias) => [alias, each.description]),
    );
    for (const [alias, description] of aliases) expect(description).toContain(`\`${alias}\``);
  });

  it('describes every property of every schema', () => {
    const properties = propertiesOf(document, '');
    expect(properties.length).toBeGreaterThan(300);
    const undescribed = properties.filter(
      ([, schema]) => !('description' in schema) && !('description' in resolved(schema)),
    );
    expect(undescribed.map(([place]) => place)).toEqual([]);
  });

  it.each(operations)(
    'documents the parameters and responses of $path [S3 S23 S157]',
    (operation) => {
      const { parameters = [], responses = {} } = document.paths[operation.path]?.get ?? {};
      expect(parameters.map((each) => resolved(each).name)).toEqual(
        expect.arrayContaining(Object.keys(operation.pathParameters)),
      );
      const statuses = operation.errors.map((code) => String(contracts.ERRORS[code].status));
      const everywhere = '200 304 400 401 408 413 414 417 429 431 500 503 504'.split(' ');
      expect(Object.keys(responses)).toEqual(expect.arrayContaining([...everywhere, ...statuses]));
      expect(Object.keys(responses).filter((status) => !/^\d{3}$/.test(status))).toEqual([]);
    },
  );
});
