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
const SET = '375017c0baf54ba373cfaf35182151c1cc73f3a3';

async function connect(apiKey: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const env = { GCD_API_URL: testEnvironment('TEST_API_URL'), GCD_API_KEY: apiKey };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [MAIN], env, stderr: 'pipe' }),
  );
  return client;
}

let client: Client;
beforeAll(async () => {
  client = await connect(testEnvironment('TEST_API_KEY'));
});
afterAll(() => client.close());

/** Calls a tool. @returns its result */
async function call(name: string, input: object, by = client) {
  const result = await by.callTool({ name, arguments: { ...input } });
  const [content] = result.content as { type: string; text: string }[];
  return { isError: result.isError ?? false, text: content?.text ?? '' };
}

const dataOf = async (target: string) => (await get(target)).body.data;

describe('tools', () => {
  it.each<[string, object, string]>([
    ['lookup_cert', { grader: 'psa', cert: '10000001' }, '/v1/certs/psa/10000001'],
    ['lookup_certs', { grader: 'psa', certs: ['10000001', '1'] }, '/v1/certs/psa?certs=10000001,1'],
    [
      'get_card_populations',
      { card_ids: [CARD], grader: 'psa' },
      `/v1/cards/population?card_ids=${CARD}&grader=psa`,
    ],
    ['lookup_authentication', { cert: 'A10001' }, '/v1/certs/psa/A10001?psa_dna=true'],
    [
      'get_cert_population',
      { grader: 'psa', cert: '10000001' },
      '/v1/certs/psa/10000001/population',
    ],
    ['get_cert_images', { grader: 'psa', cert: '10000001' }, '/v1/certs/psa/10000001/images'],
    ['get_card', { card_id: CARD }, `/v1/cards/${CARD}`],
    [
      'get_card_population',
      { card_id: CARD, grader: 'csg' },
      `/v1/cards/${CARD}/population?grader=csg`,
    ],
    [
      'get_card_history',
      { card_id: CARD, grader: 'psa', interval: 'week', with_grades: true },
      `/v1/cards/${CARD}/population/history?grader=psa&interval=week`,
    ],
    [
      'lookup_spec',
      { grader: 'bgs', spec_id: '77001', grader_id2: 'C4' },
      '/v1/specs/bgs/77001?grader_id2=C4&include=population',
    ],
    ['get_spec_population', { spec_id: '544027' }, '/v1/specs/psa/544027/population'],
    ['search_cards', { query: 'charizard' }, '/v1/cards/search/simple?query=charizard'],
    [
      'search_cards',
      { query: 'charizard', category: 'pokemon', year: '2003', grader: 'bgs' },
      '/v1/cards/search/simple?query=charizard&category=pokemon&year=2003&grader=bgs',
    ],
    ['suggest_search', { query: 'chari' }, '/v1/cards/search/suggest?query=chari'],
    [
      'search_entries',
      { query: 'charizard', grader: 'psa' },
      '/v1/cards/search/structured?query=charizard&grader=psa',
    ],
    ['get_set', { set_id: SET }, `/v1/sets/${SET}`],
    ['list_movers', {}, '/v1/cards/population/movers'],
    ['list_changes', { limit: 2 }, '/v1/cards/population/changes?limit=2'],
    [
      'list_changes',
      { limit: 2, with_populations: true },
      '/v1/cards/population/changes?limit=2&include=population',
    ],
    ['list_catalogs', {}, '/v1/catalogs'],
    ['list_grades', {}, '/v1/grades'],
    ['get_usage', {}, '/v1/usage'],
  ])("%s returns the API's data", async (name, input, target) => {
    const { isError, text } = await call(name, input);
    const data = await dataOf(target);
    expect(data).toBeDefined();
    expect([isError, JSON.parse(text)]).toEqual([false, data]);
  });

  it.each<[string, object, string]>([
    ['search_sets', { query: 'pokemon', year: '1999' }, '/v1/sets?query=pokemon&year=1999'],
    [
      'list_set_cards',
      { set_id: SET, sort: 'population' },
      `/v1/sets/${SET}/cards?sort=population`,
    ],
  ])('%s returns a page', async (name, input, target) => {
    const { text } = await call(name, input);
    const { data, meta } = (await get(target)).body;
    expect(data).not.toEqual([]);
    expect(JSON.parse(text)).toEqual({ items: data, pagination: meta.pagination });
  });

  it('histories are short by default', async () => {
    const { text } = await call('get_card_history', { card_id: CARD });
    const { population } = await dataOf(`/v1/cards/${CARD}/population/history`);
    const newest = population.population_data.by_grader.psa.history.at(-1);
    const { date, total, gem_total, gem_rate } = newest;
    const { history } = JSON.parse(text).population.population_data.by_grader.psa;
    expect(history).toHaveLength(79);
    expect(history.at(-1)).toEqual({ date, total, gem_total, gem_rate });
  });

  it('cover every operation except downloads, and are read-only', async () => {
    const { tools } = await client.listTools();
    const { paths } = JSON.parse(readFileSync(DOCUMENT_FILE, 'utf8'));
    const operations = Object.values<{ get: { operationId: string } }>(paths)
      .map(({ get: { operationId } }) => operationId)
      .filter((id) => !/2$/.test(id) && !id.startsWith('downloadCatalog'));
    // Authentication records have a separate tool.
    expect(tools).toHaveLength(operations.length + 1);
    for (const { annotations, description } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true });
      expect(description).toBeTruthy();
    }
  });
});

describe('errors', () => {
  it.each([
    ['lookup_cert', { grader: 'psa', cert: '99999999' }, 'cert_not_found'],
    ['get_card', { card_id: '00'.repeat(20) }, 'card_not_found'],
    ['get_set', { set_id: '00'.repeat(20) }, 'set_not_found'],
    ['list_changes', { since: '2020-01-01' }, 'invalid_parameter'],
  ])('%s %j: %s', async (name, input, code) => {
    const { isError, text } = await call(name, input);
    expect([isError, JSON.parse(text)]).toMatchObject([true, { error: { code } }]);
  });

  it('invalid input is rejected before a request is sent', async () => {
    expect(await call('get_card', { card_id: '12' })).toMatchObject({ isError: true });
  });

  it('an invalid key', async () => {
    const stranger = await connect('wrong');
    const { isError, text } = await call('get_usage', {}, stranger);
    expect([isError, JSON.parse(text).error.code]).toEqual([true, 'invalid_api_key']);
    await stranger.close();
  });

  it('without a key, it exits with a reason on standard error', () => {
    const env = { PATH: process.env.PATH, HOME: '/nonexistent' };
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN], { env });
    expect([status, String(stdout)]).toEqual([1, '']);
    expect(String(stderr)).toContain('set GCD_API_KEY');
  });

  it('--help documents the configuration', () => {
    const { status, stdout } = spawnSync(process.execPath, [MAIN, '--help']);
    expect([status, String(stdout)]).toEqual([0, expect.stringContaining('mcpServers')]);
  });
});
