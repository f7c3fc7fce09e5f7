import { hash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { testEnvironment } from '@gcd/testing/api.js';

const address = testEnvironment('TEST_API_URL');

interface Resource {
  readonly url: string;
  readonly status: number;
  readonly type: string;
  readonly csp: string;
  readonly text: string;
}

async function load(url: string): Promise<Resource> {
  const response = await fetch(url);
  return {
    url,
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    csp: response.headers.get('content-security-policy') ?? '',
    text: await response.text(),
  };
}

/** Lists the links of a page or Markdown text, except links to other sites. */
function linksOf({ url, type, text }: Resource): URL[] {
  const pattern = type.startsWith('text/html') ? /(?:href|src)="([^"]+)"/g : /\]\(([^)\s]+)\)/g;
  const isText = type.startsWith('text/html') || /\.(md|txt)$/.test(url);
  const links = isText ? [...text.matchAll(pattern)] : [];
  return links
    .map(([, link = '']) => new URL(link, url))
    .filter(({ origin }) => origin === address);
}

/** Fetches everything that the front page and the two texts for language models link to, directly or indirectly. */
async function crawl(): Promise<Map<string, Resource>> {
  const found = new Map<string, Resource>();
  let waiting = ['/docs', '/llms.txt', '/llms-full.txt'].map((path) => address + path);
  while (waiting.length > 0) {
    const loaded = await Promise.all(waiting.map(load));
    for (const resource of loaded) found.set(resource.url, resource);
    const links = loaded.flatMap(linksOf).map((link) => link.href.split('#')[0] ?? '');
    waiting = [...new Set(links)].filter((url) => !found.has(url));
  }
  return found;
}

const crawled = crawl();
const pages = crawled.then((found) =>
  [...found.values()].filter(
    ({ type, url }) => type.startsWith('text/html') && !url.endsWith('/keys'),
  ),
);

describe('documentation', () => {
  it('every link in the pages, llms.txt and llms-full.txt resolves', async () => {
    const failed = [...(await crawled).values()].filter(({ status }) => status !== 200);
    expect(failed.map(({ url, status }) => [url, status])).toEqual([]);
  });

  it.each(['/docs/guides/quickstart', '/docs/guides/quickstart.md', '/llms-full.txt'])(
    'contains the URL at which it is served: %s',
    async (target) => {
      const { text } = await load(address + target);
      expect(text).toContain(`GCD_API_URL=${address}\n`);
    },
  );

  it.each([
    ['/', '/docs'],
    ['/keys', '/docs/guides/authentication#get-a-key'],
    ['/downloads', '/docs/guides/sdks#install'],
  ])('redirects browsers from %s to %s', async (target, location) => {
    const { status, headers } = await fetch(address + target, {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    });
    expect([status, headers.get('location')]).toEqual([302, location]);
  });

  it('/downloads lists the packages of the clients with their SHA-256', async () => {
    const { data } = JSON.parse((await load(`${address}/downloads`)).text);
    expect(data.map(({ name }: { name: string }) => name.replace(/[\d.]+/, '*'))).toEqual(
      expect.arrayContaining(['gcd-client-*tgz', 'gcd_client-*-py3-none-any.whl', 'gcd-mcp-*mjs']),
    );
    for (const { path, bytes, sha256 } of data) {
      const content = Buffer.from(await (await fetch(address + path)).arrayBuffer());
      expect([content.length, hash('sha256', content, 'hex')]).toEqual([bytes, sha256]);
    }
  });

  it.each(['/docs/guides', '/docs/guides/none', '/docs/assets', '/none'])(
    'shows browsers a page for the unknown path %s',
    async (target) => {
      const headers = { accept: 'text/html,application/xhtml+xml;q=0.9' };
      const response = await fetch(address + target, { headers });
      expect([response.status, await response.text()]).toEqual([
        404,
        expect.stringContaining('<h1>Page not found</h1>'),
      ]);
    },
  );

  it('every link to an anchor resolves', async () => {
    const found = await crawled;
    const missing = (await pages).flatMap((page) =>
      linksOf(page)
        .filter(
          ({ hash, href }) =>
            hash && !found.get(href.split('#')[0] ?? '')?.text.includes(`id="${hash.slice(1)}"`),
        )
        .map((link) => [page.url, link.href]),
    );
    expect(missing).toEqual([]);
  });

  it('every guide and operation has a page, listed in llms.txt and also served as Markdown', async () => {
    const found = await crawled;
    const { paths } = JSON.parse((await load(`${address}/openapi.json`)).text);
    const operations = Object.values<{ get: { operationId: string } }>(paths);
    const names = operations.map(({ get }) => `/docs/reference/${get.operationId}`);
    const guides = ['quickstart', 'data-dictionary', 'authentication', 'errors', 'rate-limits'];
    for (const path of [...names, ...guides.map((name) => `/docs/guides/${name}`)]) {
      expect([path, found.get(address + path)?.status]).toEqual([path, 200]);
    }
    const index = found.get(`${address}/llms.txt`)?.text ?? '';
    for (const path of Object.keys(paths).filter((each) => !/grade-map|\}\/history/.test(each))) {
      expect(index).toContain(`\`GET ${path}\``);
    }
    for (const { url } of await pages) {
      const markdown = found.get(url === `${address}/docs` ? `${url}/index.md` : `${url}.md`);
      expect([url, markdown?.type]).toEqual([url, 'text/markdown; charset=utf-8']);
    }
    expect(found.get(`${address}/llms.txt`)?.type).toBe('text/plain; charset=utf-8');
  });

  it('the data dictionary describes every field in every response', async () => {
    const { text } = await load(`${address}/docs/guides/data-dictionary.md`);
    const document = JSON.parse((await load(`${address}/openapi.json`)).text);
    const names = new Set<string>();
    const collect = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const { properties } = value as { properties?: object };
      for (const name of Object.keys(properties ?? {})) names.add(name);
      Object.values(value).forEach(collect);
    };
    for (const { get } of Object.values<{ get: { responses: Record<string, unknown> } }>(
      document.paths,
    )) {
      collect(get.responses[200]);
    }
    expect([...names].filter((name) => !text.includes(`### \`${name}\`\n`))).toEqual([]);
  });

  it('every page is served compressed, and returns 304 if If-None-Match matches', async () => {
    const url = `${address}/docs/guides/errors`;
    const response = await fetch(url, { headers: { 'accept-encoding': 'br' } });
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    await response.text();
    const etag = response.headers.get('etag') ?? '';
    const again = await fetch(url, {
      headers: {
        'accept-encoding': 'br',
        'if-none-match': etag,
        // Without this header, `fetch` would send `cache-control: no-cache`.
        'cache-control': 'max-age=0',
      },
    });
    expect(again.status).toBe(304);
  });
});
