import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, describe, expect, it } from '@jest/globals';
import { testEnvironment } from '@gcd/testing/api.js';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const SET = '375017c0baf54ba373cfaf35182151c1cc73f3a3';
const URL_OF_API = testEnvironment('TEST_API_URL');
const KEY = testEnvironment('TEST_API_KEY');

let client: Client;
afterEach(() => client.close());

/** Starts a server with the given settings, and calls a tool. @returns the text of the result */
async function call(name: string, input: object, url = URL_OF_API, key = KEY) {
  client = new Client({ name: 'test', version: '1' });
  const env = { GCD_API_URL: url, GCD_API_KEY: key };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [MAIN], env }));
  const result = await client.callTool({ name, arguments: { ...input } });
  return JSON.parse((result.content as { text: string }[])[0]?.text ?? '');
}

describe('hints of MCP tools', () => {
  it.each([
    ['the URL is wrong', `${URL_OF_API}/v1`, KEY, 'not_found', 'check GCD_API_URL'],
    ['the API is unavailable', 'http://127.0.0.1:1', KEY, 'connection_failed', 'Try again later'],
    ['the key is wrong', URL_OF_API, 'wrong', 'invalid_api_key', 'check GCD_API_KEY_FILE'],
  ])('say what to do if %s', async (_name, url, key, code, hint) => {
    expect(await call('get_usage', {}, url, key)).toMatchObject({
      error: { code },
      hint: expect.stringContaining(hint),
    });
  });

  it.each([
    ['list_sets', { page: 1000 }],
    ['list_set_cards', { set_id: SET, page: 1000 }],
  ])('of %s name the last page if the page is beyond it', async (name, input) => {
    const { items, hint } = await call(name, input);
    expect([items, hint]).toEqual([[], 'Page 1000 is empty: the last page is 1.']);
  });

  it.each([
    ['get_card', { card_id: 'charizard' }, 'Must be 40 hexadecimal digits. search_cards'],
    ['get_set', { set_id: 'base' }, 'Must be 40 hexadecimal digits. list_sets'],
    ['list_sets', { year: 'old' }, 'Must be a year such as 1999'],
  ])('say for %s %j what the value must be', async (name, input, expected) => {
    const { error } = await call(name, input);
    expect(error.message).toContain(expected);
  });

  it('say which types a number may have', async () => {
    const { error } = await call('lookup_cert', { grader: 'psa', cert: 1.5 });
    expect(error.message).toContain('Must be a string or a whole number');
  });
});
