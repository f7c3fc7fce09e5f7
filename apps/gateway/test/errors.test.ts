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
const SEARCH = [
  ' missing query',
  'query=%20%20 missing',
  `query=${long(201)} too_long`,
  'query=a&query=b repeated',
];

/**
 * Invalid query strings of each operation, each with the reason in the error, and with the name of the parameter unless
 * it is the first one in the query string.
 */
const INVALID: Readonly<Record<string, readonly string[]>> = {
  '/v1/certs': [
    ' missing certs',
    'certs=1&graders=psa&graders=sgc repeated graders',
    `certs=${Array.from({ length: 51 }, (_, n) => `psa%20${n},${n}`)} out_of_range`,
    'certs=1&include=population not_accepted include',
    'certs=1&parsed_description=1 malformed parsed_description',
  ],
  '/v1/certs/{grader}': [
    ' missing certs',
    'certs= missing',
    'certs=,%20, missing',
    `certs=${Array.from({ length: 101 }, (_, n) => n)} out_of_range`,
    'certs=1&certs=2 repeated',
    'certs=1&include=population not_accepted include',
    'certs=1&parsed_description=1 malformed parsed_description',
  ],
  '/v1/certs/{grader}/{cert}': [
    'psa_dna=1 malformed',
    'psa_dna= malformed',
    'psa_dna=True malformed',
    'psa_dna=true&psa_dna=true repeated',
    'parsed_description=yes malformed',
    'auto=1 malformed',
    'include=images not_accepted',
    'include=source,images not_accepted',
    'include=population, not_accepted',
  ],
  '/v1/certs/{grader}/{cert}/images': ['psa_dna=true not_accepted', 'psa_dna= not_accepted'],
  '/v1/certs/{grader}/{cert}/population': [
    'psa_dna=false not_accepted',
    'auto_split=yes malformed',
    'universal=yes malformed',
    'parsed_description=yes malformed',
    'include=source not_accepted',
  ],
  '/v1/certs/{grader}/{cert}/verification': [
    ' missing title',
    'title=%20 missing',
    `title=${long(301)} too_long`,
    'title=a&title=b repeated',
  ],
  '/v1/cards/population': [
    'card_ids=,, missing',
    `card_ids=${Array.from({ length: 101 }, (_, n) => n)} out_of_range`,
    'card_ids=1&auto_split=yes malformed auto_split',
    'card_ids=1&parsed_description=1 malformed parsed_description',
    'card_ids=1&include=source not_accepted include',
  ],
  '/v1/cards/population/activity': ['interval=day malformed', 'date=2026-02-30 malformed'],
  '/v1/cards/population/changes': [
    'cursor= malformed',
    `cursor=${'A'.repeat(5000)} malformed`,
    `cursor=x&since=${day()} malformed`,
    'cursor=a&cursor=b repeated',
    'since= malformed',
    'since=2026-02-30 malformed',
    `since=${day(2)} in_future`,
    'since=9999-12-31 in_future',
    `since=${day(-32)} out_of_range`,
    'since=0000-01-01 out_of_range',
    `since=${day()}&since=${day()} repeated`,
    'limit=0 out_of_range',
    'limit=10001 out_of_range',
    'limit=1e3 malformed',
    'page_size=10001 out_of_range',
    'limit=1&page_size=1 repeated',
    'limit=1001&include=population out_of_range',
    'page_size=1001&include=%20population out_of_range',
    'include=population,source not_accepted',
  ],
  '/v1/cards/population/movers': [
    'window=year malformed',
    'window= malformed',
    'metric=copy malformed',
    'window=week&window=month repeated',
    'category=%00 malformed',
  ],
  '/v1/cards/search/simple': [
    ...SEARCH,
    'q= missing',
    'query=%00%1f%C2%85 missing',
    'query=a&q=b repeated',
    'query=a&page=0 out_of_range page',
    'query=a&page=11 out_of_range page',
    'query=a&page=-1 out_of_range page',
    'query=a&page=1.5 malformed page',
    'query=a&page= malformed page',
    'query=a&page=1&page=2 repeated page',
    'query=a&sort=grade malformed sort',
    'query=a&category= missing category',
    'query=a&category=%00 malformed category',
    `query=a&category=${long(101)} too_long category`,
    'query=a&category=a&category=b repeated category',
    'query=a&year=99 malformed year',
    'query=a&year=1999- malformed year',
    'query=a&year=1999&year=1999 repeated year',
  ],
  '/v1/cards/search/structured': [...SEARCH, 'query=a&grader=psa&grader=sgc repeated grader'],
  '/v1/cards/search/suggest': [...SEARCH, 'query=a&q=b repeated'],
  '/v1/cards/{card_id}': ['auto_split=1 malformed', 'include=parsed_description not_accepted'],
  '/v1/cards/{card_id}/population': [
    'auto_split=1 malformed',
    'parsed_description=1 malformed',
    'include=source not_accepted',
  ],
  '/v1/cards/{card_id}/population/history': [
    'interval=WEEK malformed',
    'interval= malformed',
    'from= malformed',
    'from=2026-02-30 malformed',
    'to=now malformed',
    'from=2023-04-04 out_of_range',
    'to=2023-04-04 out_of_range',
    'from=2026-03-02&to=2026-03-01 out_of_range to',
    'from=2099-01-02&to=2099-01-01 out_of_range to',
    'from=2026-01-01&from=2026-01-02 repeated',
    'fields=grades malformed',
    'fields=totals,totals malformed',
  ],
  '/v1/sets': [
    'page=0 out_of_range',
    'page=1000001 out_of_range',
    'page=one malformed',
    `query=${long(201)} too_long`,
    'query=a&q=b repeated',
    'category=a%00 malformed',
    'year=%0a malformed',
  ],
  '/v1/sets/{set_id}/cards': [
    'page=0 out_of_range',
    'sort=grade malformed',
    'has_gem=no malformed',
    'order=up malformed',
    'sort=number&sort=number repeated',
    'parallel=a&parallel=b repeated',
  ],
  '/v1/specs/{grader}/{spec_id}': [
    'parsed_description=1 malformed',
    'auto=maybe malformed',
    'include=source not_accepted',
    'grader_id2=a&grader_id2=b repeated',
    'grader_id2=%00 malformed',
  ],
  '/v1/specs/{grader}/{spec_id}/population': [
    'auto_split=yes malformed',
    'universal=yes malformed',
    'parsed_description=yes malformed',
    'include=source not_accepted',
  ],
};

describe('400', () => {
  const rows = Object.entries(INVALID).flatMap(([path, queries]) =>
    queries.map((each) => {
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

  it('is tested for every query parameter of every operation', () => {
    const { paths, components } = openApiDocument() as unknown as {
      paths: Record<string, { get: { parameters: { $ref?: string; in: string; name: string }[] } }>;
      components: { parameters: Record<string, { in: string; name: string }> };
    };
    const untested = Object.entries(paths).flatMap(([path, { get: operation }]) =>
      operation.parameters
        .map((each) => components.parameters[each.$ref?.split('/').at(-1) ?? ''] ?? each)
        .filter((each) => each.in === 'query' && !/^graders?$/.test(each.name))
        .filter(({ name }) => !rows.some((row) => row.path === path && row.parameter === name))
        .map(({ name }) => `${path}: ${name}`),
    );
    expect(untested).toEqual([]);
  });

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
