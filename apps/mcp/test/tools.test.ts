import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { fixtureCard, get, testEnvironment } from '@gcd/testing/api.js';
import { DOCUMENT_FILE } from '@gcd/testing/documented.js';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const CARD = fixtureCard('1a');
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const SET = '375017c0baf54ba373cfaf35182151c1cc73f3a3';

const API_URL = testEnvironment('TEST_API_URL');
const API_KEY = testEnvironment('TEST_API_KEY');

async function connect(url = API_URL, key = API_KEY): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const env = { GCD_API_URL: url, GCD_API_KEY: key };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [MAIN], env, stderr: 'pipe' }),
  );
  // The client validates structured content only after it has listed the tools and received their output schemas.
  await client.listTools();
  return client;
}

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

/** Calls a tool. @returns its structured content without the hint, or the text of the error if the call fails */
async function call(name: string, input: object, by = client) {
  const result = await by.callTool({ name, arguments: { ...input } });
  const [content] = result.content as { type: string; text: string }[];
  const text = JSON.parse(content?.text ?? '');
  if (result.isError) return { isError: true, data: text, hint: text.hint };
  expect(result.structuredContent).toEqual(text);
  const { hint, ...data } = text;
  return { isError: false, data, hint };
}

const dataOf = async (target: string) => (await get(target)).body.data;

describe('MCP tools', () => {
  it.each<[string, object, string]>([
    ['lookup_cert', { grader: 'psa', cert: '10000001' }, '/v1/certs/psa/10000001'],
    ['lookup_cert', { grader: 'PSA', cert: 10000001 }, '/v1/certs/psa/10000001'],
    ['lookup_cert', { grader: ' Bgs', cert: 1000001 }, '/v1/certs/beckett/0001000001'],
    ['find_certs', { grader: 'psa', certs: [10000001, '1'] }, '/v1/certs/psa?certs=10000001,1'],
    ['find_certs', { certs: [10000001, 'BGS 1000001'] }, '/v1/certs?certs=10000001,BGS%201000001'],
    [
      'get_card_populations',
      { card_ids: [CARD.toUpperCase()], grader: 'psa' },
      `/v1/cards/population?card_ids=${CARD.toUpperCase()}&grader=psa`,
    ],
    [
      'verify_cert',
      { grader: 'psa', cert: 10000001, title: ' Charizard PSA 9 ' },
      '/v1/certs/psa/10000001/verification?title=Charizard%20PSA%209',
    ],
    ['lookup_authentication', { cert: 'A10001' }, '/v1/certs/psa/A10001?psa_dna=true'],
    ['get_cert_images', { grader: 'psa', cert: '10000001' }, '/v1/certs/psa/10000001/images'],
    ['get_card', { card_id: CARD, with_growth: true }, `/v1/cards/${CARD}?include=growth`],
    [
      'get_cert_population',
      { grader: 'psa', cert: '10000001', with_growth: true },
      '/v1/certs/psa/10000001/population?include=growth',
    ],
    [
      'get_card_population',
      { card_id: CARD, grader: 'CSG', with_growth: true },
      `/v1/cards/${CARD}/population?grader=csg&include=growth`,
    ],
    [
      'get_card_history',
      { card_id: CARD, grader: 'psa', interval: 'week', from: '2026-01-01', with_grades: true },
      `/v1/cards/${CARD}/population/history?grader=psa&interval=week&from=2026-01-01`,
    ],
    ['get_card_history', { card_id: CARD }, `/v1/cards/${CARD}/population/history?fields=totals`],
    [
      'resolve_spec',
      { grader: 'bgs', spec_id: 77001, grader_id2: 'C4' },
      '/v1/specs/bgs/77001?grader_id2=C4&include=population',
    ],
    ['get_spec_population', { spec_id: 544027 }, '/v1/specs/psa/544027/population'],
    [
      'search_cards',
      { query: 'charizard', category: 'pokemon', year: 2003, grader: 'bgs' },
      '/v1/cards/search/simple?query=charizard&category=pokemon&year=2003&grader=bgs',
    ],
    ['suggest_search', { query: 'chari' }, '/v1/cards/search/suggest?query=chari'],
    [
      'search_structured',
      { query: 'charizard', grader: 'psa' },
      '/v1/cards/search/structured?query=charizard&grader=psa',
    ],
    ['get_set', { set_id: SET }, `/v1/sets/${SET}`],
    ['list_movers', {}, '/v1/cards/population/movers'],
    ['get_activity', { interval: 'month' }, '/v1/cards/population/activity?interval=month'],
    [
      'list_changes',
      { limit: 2, with_populations: true },
      '/v1/cards/population/changes?limit=2&include=population',
    ],
    ['get_usage', {}, '/v1/usage'],
  ])('%s %j returns the data from %s', async (name, input, target) => {
    const { isError, data } = await call(name, input);
    const expected = await dataOf(target);
    expect(expected).toBeDefined();
    expect([isError, data]).toEqual([false, expected]);
  });

  it('wrap a list in an object', async () => {
    expect((await call('list_grades', {})).data).toEqual({ grades: await dataOf('/v1/grades') });
    const { data } = await call('list_catalogs', {});
    expect(data).toEqual({ catalogs: await dataOf('/v1/catalogs') });
  });

  it('are read-only and short, and exist for every operation except downloads', async () => {
    const { tools } = await client.listTools();
    const { paths } = JSON.parse(readFileSync(DOCUMENT_FILE, 'utf8'));
    const operations = Object.values<{ get: { operationId: string } }>(paths)
      .map(({ get: { operationId } }) => operationId)
      .filter((id) => !/2$/.test(id) && !id.startsWith('downloadCatalog'));
    const otherNames: Record<string, string> = {
      lookupCerts: 'find_certs',
      lookupSpec: 'resolve_spec',
      searchSimple: 'search_cards',
    };
    const snakeCase = (id: string) => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const names = new Set(tools.map(({ name }) => name));
    const missing = operations.filter((id) => !names.has(otherNames[id] ?? snakeCase(id)));
    expect(missing).toEqual([]);
    // A model reads the list in every conversation.
    expect(JSON.stringify(tools).length).toBeLessThan(31_000);
    for (const { annotations, description, outputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true });
      expect(description).toBeTruthy();
      expect(outputSchema).toMatchObject({ type: 'object', properties: { hint: {} } });
      // Later versions of the API may add fields, so schemas must not forbid them.
      expect(JSON.stringify(outputSchema)).not.toContain('"additionalProperties":false');
    }
  });
});

describe('pages from MCP tools', () => {
  it.each<[string, object, string]>([
    ['list_sets', { query: 'pokemon', year: 1999 }, '/v1/sets?query=pokemon&year=1999'],
    [
      'list_set_cards',
      { set_id: SET, sort: 'population' },
      `/v1/sets/${SET}/cards?sort=population`,
    ],
  ])('have 25 items: %s', async (name, input, target) => {
    const { data } = await call(name, input);
    const { data: items, meta } = (await get(target)).body;
    const { total } = meta.pagination;
    expect(items).not.toEqual([]);
    expect(data.items).toEqual(items.slice(0, 25));
    const total_pages = Math.ceil(total / 25);
    expect(data.pagination).toMatchObject({ page: 1, page_size: 25, total, total_pages });
  });

  it('contain a hint if they have no items', async () => {
    const { data, hint } = await call('list_set_cards', { set_id: SET, page: 9 });
    expect([data.items, hint]).toEqual([[], 'Page 9 is empty: the last page is 1.']);
  });
});

describe('hints from MCP tools', () => {
  it.each<[string, object, string]>([
    ['search_cards', { query: 'xqzzvk' }, 'No card matches'],
    ['search_cards', { query: 'charizard', year: 1950 }, 'Or omit category, year and grader.'],
    ['search_structured', { query: 'charzard' }, 'Try search_cards'],
    ['suggest_search', { query: 'xqzzvk' }, 'There are no completions'],
    ['list_sets', { query: 'xqzzvk' }, 'No set matches all of these words'],
    ['list_movers', { category: 'Stamps' }, 'in the category "Stamps"'],
    ['list_movers', { limit: 1 }, 'set limit up to 100'],
    ['list_changes', { since: YESTERDAY, limit: 1 }, 'request the next page with next_cursor'],
  ])('contain the expected text for %s %j: %s', async (name, input, expected) => {
    const { isError, hint } = await call(name, input);
    expect([isError, hint]).toEqual([false, expect.stringContaining(expected)]);
  });

  it('say when a history with all grades was shortened to its newest dates', async () => {
    const input = { card_id: CARD, interval: 'week', with_grades: true };
    const { data, hint } = await call('get_card_history', input);
    const { population } = await dataOf(`/v1/cards/${CARD}/population/history?interval=week`);
    const { history } = data.population.population_data.by_grader.psa;
    expect(JSON.stringify(data).length).toBeLessThanOrEqual(60_000);
    expect(history.length).toBeGreaterThan(5);
    expect(history).toEqual(
      population.population_data.by_grader.psa.history.slice(-history.length),
    );
    expect(hint).toMatch(/^Only the newest \d+ of 628 items are shown\. Set grader, from and to/);
  });
});

describe('errors from MCP tools', () => {
  it.each([
    ['lookup_cert', { grader: 'psa', cert: '99999999' }, 'cert_not_found'],
    ['get_card', { card_id: '00'.repeat(20) }, 'card_not_found'],
    ['get_set', { set_id: '00'.repeat(20) }, 'set_not_found'],
    ['list_changes', { since: '2020-01-01' }, 'invalid_parameter'],
    ['get_card', { card_id: CARD, colour: 'red' }, 'invalid_parameter'],
    ['lookup_cert', { grader: 'gma', cert: '1' }, 'invalid_parameter'],
    ['lookup_cert', { grader: 'psa', cert: '\0\ud800' }, 'bad_request'],
    ['find_certs', { certs: Array(41).fill('1') }, 'invalid_parameter'],
    ['search_cards', { query: ' ' }, 'invalid_parameter'],
  ])('contain the error code for %s %j: %s', async (name, input, code) => {
    const { isError, data } = await call(name, input);
    expect([isError, data]).toMatchObject([true, { error: { code } }]);
  });

  // Start these tests early, because a client retries for a while before it gives up.
  it.concurrent.each([
    ['the URL is wrong', `${API_URL}/v1`, API_KEY, 'not_found', 'check GCD_API_URL'],
    ['the API is unavailable', 'http://127.0.0.1:1', API_KEY, 'connection_failed', 'Try again'],
    ['the key is wrong', API_URL, 'wrong', 'invalid_api_key', 'check GCD_API_KEY_FILE'],
  ])('have a hint if %s', async (_name, url, key, code, hint) => {
    const stranger = await connect(url, key);
    const { data } = await call('get_usage', {}, stranger);
    await stranger.close();
    expect(data).toMatchObject({ error: { code }, hint: expect.stringContaining(hint) });
  });

  it.each([
    ['get_card', { card_id: 'charizard' }, 'Must be 40 hexadecimal digits. search_cards'],
    ['get_set', { set_id: 'base' }, 'Must be 40 hexadecimal digits. list_sets'],
    ['list_sets', { year: 'old' }, 'Must be a year such as 1999'],
    ['lookup_cert', { grader: 'psa', cert: 1.5 }, 'Must be a string or a whole number'],
    ['lookup_cert', { grader: 'psa', cert_number: '1' }, '`cert` is required.'],
    ['lookup_cert', { grader: 'gma', cert: '1' }, '"psa"'],
  ])('say for %s %j what the value must be', async (name, input, expected) => {
    const { data } = await call(name, input);
    expect(data.error.message).toContain(expected);
  });
});

describe('the MCP server', () => {
  it('prints the reason to standard error and exits if there is no key', () => {
    const env = { PATH: process.env.PATH, HOME: '/nonexistent' };
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN], { env });
    expect([status, String(stdout)]).toEqual([1, '']);
    expect(String(stderr)).toContain('GCD_API_KEY');
  });
});
