import { openApiDocument } from '@gcd/contracts/openapi';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { testEnvironment } from '@gcd/testing/api.js';
import { describeInBrowser, launchBrowser } from '@gcd/testing/browser.js';

describeInBrowser('/docs in a browser', () => {
  let browser: Browser;
  let page: Page;
  /** Origins of all requests that the page made, allowed or blocked. */
  const addresses: string[] = [];
  /** Script errors and security policy violations. */
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    page = await browser.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.route('**', (route) => {
      const address = route.request().url();
      addresses.push(address);
      return address.startsWith(testEnvironment('TEST_API_URL')) ? route.continue() : route.abort();
    });
    await page.goto(`${testEnvironment('TEST_API_URL')}/docs`);
    await page.locator('.opblock').first().waitFor();
  });

  afterAll(() => browser.close());

  it('lists every operation', async () => {
    const paths = await page.locator('.opblock-summary-path').allTextContents();
    const documented = Object.keys(openApiDocument().paths as object);
    // Long paths contain invisible line-break hints.
    expect(paths.map((path) => path.replaceAll('\u200b', '')).sort()).toEqual(documented.sort());
  });

  it('shows the response of a request sent from the page', async () => {
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.getByLabel('Value').fill(testEnvironment('TEST_API_KEY'));
    await page.getByRole('button', { name: 'Apply credentials' }).click();
    await page.getByRole('button', { name: 'Close' }).click();

    const operation = page.locator('#operations-certs-lookupCert');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByPlaceholder('cert', { exact: true }).fill('10000001');
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = operation.locator('.live-responses-table');
    await expect(answer.locator('.response-col_status').last().textContent()).resolves.toMatch(
      '200',
    );
    await expect(answer.textContent()).resolves.toMatch('CHARIZARD-HOLO');
  });

  it('shows an error response unchanged', async () => {
    const operation = page.locator('#operations-certs-lookupCert');
    await operation.getByPlaceholder('cert', { exact: true }).fill('99999999');
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = operation.locator('.live-responses-table', { hasText: 'cert_not_found' });
    await answer.waitFor();
    await expect(answer.textContent()).resolves.toMatch('404');
  });

  it('links to the guides and back', async () => {
    await page.getByRole('link', { name: 'First call' }).click();
    await page.getByRole('heading', { name: 'First call' }).waitFor();
    for (const figure of await page.locator('main figure').all()) {
      expect(await figure.isVisible()).toBe(true);
    }
    await page.locator('main').getByRole('link', { name: 'Keys and limits' }).click();
    await page.getByRole('heading', { name: 'Keys and limits' }).waitFor();
    expect(await page.locator('nav a[aria-current=page]').textContent()).toBe('Keys and limits');
    // The style sheet was allowed.
    const display = 'getComputedStyle(document.querySelector("nav")).display';
    expect(await page.evaluate(display)).toBe('flex');
    await page.getByRole('link', { name: 'Reference' }).click();
    await page.locator('.opblock').first().waitFor();
  });

  it('requests nothing from other origins, and nothing is blocked', () => {
    const hosts = addresses.map((address) => new URL(address).origin);
    expect(new Set(hosts)).toEqual(new Set([testEnvironment('TEST_API_URL')]));
    // The browser reports the 404 above as an error, too.
    expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
  });

  it('does not store the key', async () => {
    const kept = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    );
    expect(kept).not.toContain(testEnvironment('TEST_API_KEY'));
    expect(addresses.join()).not.toContain(testEnvironment('TEST_API_KEY'));
  });
});
