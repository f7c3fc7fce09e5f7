import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { get, testEnvironment } from '@gcd/testing/api.js';
import { describeInBrowser, launchBrowser } from '@gcd/testing/browser.js';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));

describeInBrowser('the client in a browser, on a page from another origin,', () => {
  let site: Server;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    site = createServer(({ url }, response) => {
      const isModule = url?.endsWith('.js');
      response.setHeader('content-type', isModule ? 'text/javascript' : 'text/html');
      response.end(isModule ? readFileSync(DIST + url) : '<!doctype html>');
    });
    await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
    browser = await launchBrowser();
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  });
  afterAll(async () => {
    await browser.close();
    site.close();
  });

  it('looks up a cert, distinguishes errors by code, and downloads a catalog', async () => {
    const options = {
      baseUrl: testEnvironment('TEST_API_URL'),
      apiKey: testEnvironment('TEST_API_KEY'),
    };
    // Pass the code as text, because it runs in the browser.
    const seen = await page.evaluate(`(async () => {
      const { GradedCardDataClient } = await import('/index.js');
      const client = new GradedCardDataClient(${JSON.stringify(options)});
      const cert = await client.lookupCert('psa', '10000001');
      const code = await client.lookupCert('psa', '99999999').catch((error) => error.code);
      const { stream } = await client.downloadCatalog('psa');
      const catalog = await new Response(stream).text();
      return { cert, code, catalog };
    })()`);
    expect(seen).toEqual({
      cert: (await get('/v1/certs/psa/10000001')).body.data,
      code: 'cert_not_found',
      catalog: (await get('/v1/catalogs/psa', { 'accept-encoding': 'identity' })).body,
    });
  });
});
