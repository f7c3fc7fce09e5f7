import { openApiDocument } from '@gcd/contracts/openapi';
import { fixtureCard, get } from '@gcd/testing/api.js';
import { day } from '@gcd/testing/feed-reader.js';
import { describe, expect, it } from '@jest/globals';

const SET = '375017c0baf54ba373cfaf35182151c1cc73f3a3';
const VARIABLES: Readonly<Record<string, string>> = {
  grader: 'psa',
  cert: '10000001',
  card_id: fixtureCard('1a'),
  spec_id: '544027',
  set_id: SET,
};
const long = (length: number): string => 'a'.repeat(length);

interface Parameter {
  readonly $ref?: string;
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: {
    readonly type?: string;
    readonly enum?: readonly string[];
    readonly format?: string;
    readonly pattern?: string;
    readonly maxLength?: number;
    readonly maxItems?: number;
  };
}

const { paths, components } = openApiDocument() as unknown as {
  readonly paths: Record<string, { readonly get: { readonly parameters: Parameter[] } }>;
  readonly components: { readonly parameters: Record<string, Parameter> };
};

/** Lists invalid values of a parameter that follow from its schema, each with the reason in the error. */
function invalidValuesOf({ name, required, schema }: Parameter): string[] {
  const { type, format, maxLength, maxItems, pattern = '' } = schema;
  const values = [`a&${name}=a repeated`];
  if (required) values.push('%20 missing');
  if (required && maxLength) values.push(`${long(maxLength + 1)} too_long`);
  if (required && maxItems) values.push(`${[...Array(maxItems + 1).keys()]} out_of_range`);
  if (type === 'array' && !required && name !== 'graders') values.push('nothing not_accepted');
  if (type === 'integer') values.push('0 out_of_range', 'one malformed');
  if (type === 'boolean' || schema.enum) values.push('1 malformed');
  if (format === 'date') values.push('2026-02-30 malformed');
  if (pattern.startsWith('^[^')) values.push('a%00 malformed');
  return values.map((value) => `${name}=${value} ${name}`);
}

/** Values of required parameters, for requests in which another parameter is invalid. */
const VALID: Readonly<Record<string, string>> = {
  certs: 'certs=1&',
  card_ids: 'card_ids=1&',
  query: 'query=a&',
  title: 'title=a&',
};

/** Lists invalid query strings of an operation, each with the reason in the error and the name of the parameter. */
function invalidQueriesOf(path: string): string[] {
  const inQuery = (paths[path]?.get.parameters ?? [])
    .map((each) => components.parameters[each.$ref?.split('/').at(-1) ?? ''] ?? each)
    .filter((each) => each.in === 'query');
  const required = inQuery.find((each) => each.required);
  return inQuery.flatMap((each) => {
    const missing = each.required ? [` missing ${each.name}`] : [];
    const others = each.required ? '' : (VALID[required?.name ?? ''] ?? '');
    return [...missing, ...invalidValuesOf(each).map((query) => others + query)];
  });
}

/**
 * Other invalid query strings, each with the reason in the error, and with the name of the parameter unless it is the
 * first one in the query string.
 */
const INVALID: Readonly<Record<string, readonly string[]>> = {
  '/v1/certs': [`certs=${Array.from({ length: 51 }, (_, n) => `psa%20${n},${n}`)} out_of_range`],
  '/v1/certs/{grader}': ['certs=,%20, missing'],
  '/v1/certs/{grader}/{cert}': [
    'psa_dna= malformed',
    'psa_dna=True malformed',
    'include=source,images not_accepted',
    'include=population, not_accepted',
  ],
  '/v1/certs/{grader}/{cert}/images': ['psa_dna=true not_accepted', 'psa_dna= not_accepted'],
  '/v1/certs/{grader}/{cert}/population': ['psa_dna=false not_accepted'],
  '/v1/cards/population/changes': [
    'cursor= malformed',
    `cursor=${'A'.repeat(5000)} malformed`,
    `cursor=x&since=${day()} malformed`,
    'since= malformed',
    `since=${day(2)} in_future`,
    'since=9999-12-31 in_future',
    `since=${day(-32)} out_of_range`,
    'since=0000-01-01 out_of_range',
    'limit=10001 out_of_range',
    'limit=1e3 malformed',
    'page_size=10001 out_of_range',
    'limit=1&page_size=1 repeated',
    'limit=1001&include=population out_of_range',
    'page_size=1001&include=%20population out_of_range',
  ],
  '/v1/cards/population/movers': ['window= malformed'],
  '/v1/cards/search/simple': [
    'q= missing',
    'query=%00%1f%C2%85 missing',
    'query=a&q=b repeated',
    'query=a&page=11 out_of_range page',
    'query=a&page=-1 out_of_range page',
    'query=a&page=1.5 malformed page',
    'query=a&category= missing category',
    `query=a&category=${long(101)} too_long category`,
    'query=a&year=99 malformed year',
    'query=a&year=1999- malformed year',
  ],
  '/v1/cards/{card_id}/population/history': [
    'interval=WEEK malformed',
    'from=2023-04-04 out_of_range',
    'to=2023-04-04 out_of_range',
    'from=2026-03-02&to=2026-03-01 out_of_range to',
    'from=2099-01-02&to=2099-01-01 out_of_range to',
    'fields=totals,totals malformed',
  ],
  '/v1/sets': ['page=1000001 out_of_range', `query=${long(201)} too_long`],
};

describe('400', () => {
  const rows = Object.keys(paths).flatMap((path) =>
    [...invalidQueriesOf(path), ...(INVALID[path] ?? [])].map((each) => {
      const [query = '', reason = '', parameter = query.split('=')[0] ?? ''] = each.split(' ');
      return { path, query, parameter, reason };
    }),
  );

  it.each(rows)(
    '$path rejects $query: $parameter is $reason [S27 S45 S134 S149 S152 S155 S157 S193 S207 S208 S209 S235 S242 S258 S260 S261]',
    async ({ path, query, parameter, reason }) => {
      const target = path.replace(/\{(\w+)\}/g, (_, name) => VARIABLES[name] ?? '');
      const { status, body } = await get(`${target}?${query}`);
      expect([status, body.error.code]).toEqual([400, 'invalid_parameter']);
      expect(body.error.details).toEqual({ parameter, reason });
    },
  );

  it.each([
    '/v1/certs?certs=1&graders=psa,ace',
    '/v1/certs?certs=1&graders=',
    '/v1/certs/ace?certs=1',
    ...['ace', 'psa1', '%20', 'constructor'].map((grader) => `/v1/certs/${grader}/10000001`),
    ...['psa_dna=false', 'include=source'].map((query) => `/v1/certs/ace/A10002?${query}`),
    '/v1/certs/ace/1/images',
    '/v1/certs/ace/1/population',
    '/v1/certs/ace/1/verification?title=a',
    ...['', '/population', '/population/history'].map(
      (end) => `/v1/cards/${fixtureCard('1a')}${end}?grader=ace`,
    ),
    '/v1/cards/population?card_ids=1&grader=ace',
    '/v1/cards/search/simple?query=a&grader=gma',
    '/v1/cards/search/structured?query=a&grader=x',
    // Only PSA has specs in the primary form, and populations of specs.
    ...['beckett/77001', 'cgc/1', 'ace/1', 'bgs/77001?include=parsed_description'].map(
      (spec) => `/v1/specs/${spec}`,
    ),
    ...['beckett', 'sgc'].map((grader) => `/v1/specs/${grader}/77001/population`),
  ])(
    '%s is rejected with invalid_grader [S133 S149 S155 S162 S165 S170 S172 S176 S180 S185 S205 S251]',
    async (target) => {
      const { status, body } = await get(target);
      expect([status, body.error.code]).toEqual([400, 'invalid_grader']);
    },
  );

  it('requires grader_id2 for a spec number that several grader cards share', async () => {
    const { body } = await get('/v1/specs/beckett/77003?include=population');
    expect(body.error.details).toEqual({ parameter: 'grader_id2', reason: 'missing' });
  });
});

describe('404', () => {
  const cert = (grader: string, number: string) => ({ grader, cert: number });
  const spec = (grader: string, id: string) => ({ grader, spec_id: id });
  const NO_CARD = 'ee'.repeat(20);

  it.each<[string, string, object?]>([
    ['/v1/certs/psa/5/images', 'cert_not_found'],
    ['/v1/certs/sgc/10000001/population', 'cert_not_found', cert('sgc', '10000001')],
    ['/v1/certs/psa/99999999/verification?title=a', 'cert_not_found'],
    ['/v1/certs/psa/10000001?psa_dna=true', 'cert_not_found', cert('psa', '10000001')],
    ['/v1/certs/ace/10000001?psa_dna=true', 'cert_not_found'],
    [`/v1/cards/${NO_CARD}`, 'card_not_found', { card_id: NO_CARD }],
    ['/v1/cards/nothing', 'card_not_found', { card_id: 'nothing' }],
    [`/v1/cards/${NO_CARD}/population`, 'card_not_found'],
    [`/v1/cards/${'f'.repeat(41)}/population`, 'card_not_found'],
    [`/v1/cards/${'z'.repeat(40)}/population`, 'card_not_found'],
    [`/v1/cards/${NO_CARD}/population/history`, 'card_not_found'],
    ['/v1/specs/psa/123', 'spec_not_found', spec('psa', '123')],
    ['/v1/specs/psa/123/population', 'spec_not_found', spec('psa', '123')],
    ['/v1/specs/psa/9990002', 'card_not_found'],
    ['/v1/specs/psa/9990002/population', 'card_not_found'],
    ['/v1/specs/psa/77001', 'spec_not_found'],
    ['/v1/specs/beckett/77003?grader_id2=H9', 'spec_not_found'],
    ['/v1/specs/beckett/77003?grader_id2=', 'spec_not_found'],
    ...['00'.repeat(20), SET.slice(1), `${SET}0`, 'nothing'].flatMap((id) =>
      ['', '/cards'].map((end): [string, string, object] => [
        `/v1/sets/${id}${end}`,
        'set_not_found',
        { set_id: id },
      ]),
    ),
  ])('%s returns %s [S133 S155 S170 S176 S180 S185 S238 S252 S253 S254]', async (...row) => {
    const [target, code, details] = row;
    const { status, body } = await get(target);
    expect([status, body.error.code]).toEqual([404, code]);
    if (details) expect(body.error.details).toEqual(details);
  });
});
