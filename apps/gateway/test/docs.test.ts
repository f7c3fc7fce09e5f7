import { describe, expect, it } from '@jest/globals';
import { testEnvironment } from '@gcd/testing/api.js';

const address = testEnvironment('TEST_API_URL');
const isPage = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('text/html') ?? false;

describe('200', () => {
  it('resolves every link of the pages and of llms.txt, including anchors', async () => {
    const waiting = [`${address}/docs/`, `${address}/llms.txt`];
    const seen = new Map<string, string>();
    for (let place = waiting.shift(); place; place = waiting.shift()) {
      if (seen.has(place)) continue;
      const response = await fetch(place);
      expect([place, response.status]).toEqual([place, 200]);
      const text = await response.text();
      seen.set(place, text);
      const links = isPage(response)
        ? [...text.matchAll(/(?:href|src)="([^"]+)"/g)]
        : place.endsWith('llms.txt')
          ? [...text.matchAll(/\]\(([^)]+)\)/g)]
          : [];
      for (const [, link = ''] of links) {
        const url = new URL(link, place);
        // External links are not checked; the guides have none.
        expect(url.origin).toBe(address);
        if (url.hash) expect(text).toContain(`id="${url.hash.slice(1)}"`);
        url.hash = '';
        waiting.push(url.href);
      }
    }
    const paths = [...seen.keys()].map((place) => place.slice(address.length));
    for (const name of ['first-call', 'keys-and-limits', 'errors-and-retrying', 'changelog']) {
      expect(paths).toContain(`/docs/guides/${name}.html`);
    }
    expect(paths).toEqual(expect.arrayContaining(['/openapi.json', '/llms-full.txt']));
  });

  it('serves guides with the strict policy and without inline scripts or styles', async () => {
    const response = await fetch(`${address}/docs/guides/first-call.html`);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await response.text()).not.toMatch(/<script|<style|style=/);
  });

  it('lists every operation in llms.txt', async () => {
    const { paths } = (await (await fetch(`${address}/openapi.json`)).json()) as {
      paths: Record<string, unknown>;
    };
    const response = await fetch(`${address}/llms.txt`);
    const text = await response.text();
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    for (const path of Object.keys(paths)) expect(text).toContain(`GET ${path}\``);
  });
});

describe('404', () => {
  it.each(['/docs/guides', '/docs/guides/none.html', '/docs/guides/../../main.js'])(
    'returns the same error for %s as for any other path',
    async (path) => {
      const response = await fetch(address + path);
      expect(response.status).toBe(404);
    },
  );
});
