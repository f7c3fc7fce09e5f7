import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { testEnvironment } from '@gcd/testing/api.js';
import { describeInBrowser, launchBrowser } from '@gcd/testing/browser.js';

const address = testEnvironment('TEST_API_URL');
const key = testEnvironment('TEST_API_KEY');
/**
 * Pages to check for accessibility. Guides share a template, and so do operations, so a few pages contain every element.
 */
const CHECKED_PAGES = [
  '/docs',
  '/docs/reference',
  ...['quickstart', 'errors', 'sdks'].map((guide) => `/docs/guides/${guide}`),
  ...['lookupCert', 'searchSimple', 'getUsage'].map((name) => `/docs/reference/${name}`),
];
const DESKTOP = { width: 1280, height: 720 };
const PHONE = { viewport: { width: 360, height: 740 } };

describeInBrowser('/docs in a browser', () => {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  /** URLs of all requests that pages made. */
  const urls: string[] = [];
  /** Script errors and violations of the content security policy. */
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });
  afterAll(() => browser?.close());

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    contexts.push(context);
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      // Ignore the browser's message about the 404 that one test causes.
      if (message.type() === 'error' && !message.text().includes('404')) {
        complaints.push(message.text());
      }
    });
    page.on('request', (request) => urls.push(request.url()));
    await page.goto(address + path);
    return page;
  }

  /** Lists the paths of the pages in the navigation. */
  async function allPaths(): Promise<string[]> {
    const page = await open('/docs');
    const links = `[...document.querySelectorAll('.side a')].map((link) => link.pathname)`;
    return ['/docs', ...(await page.evaluate<string[]>(links))];
  }

  /** Returns the accessibility violations that axe finds. */
  async function findingsOn(page: Page, options: object = {}): Promise<unknown[]> {
    if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
    return page.evaluate<unknown[]>(
      `axe.run(${JSON.stringify({ resultTypes: ['violations'], ...options })}).then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, failureSummary }) => html + failureSummary)]))`,
    );
  }

  it("the reference sends a request with the user's key, and shows the response or the error", async () => {
    const page = await open('/docs/reference/lookupCert');
    await page.getByLabel('API key').fill(key);
    await page.getByLabel('cert', { exact: true }).fill('10000001');
    await page.getByRole('button', { name: 'Send request' }).click();
    const result = page.locator('.result');
    await result.getByText('CHARIZARD-HOLO').waitFor();
    expect(await result.textContent()).toContain('200 OK');
    await page.getByLabel('cert', { exact: true }).fill('99999999');
    await page.getByRole('button', { name: 'Send request' }).click();
    await result.getByText('cert_not_found').waitFor();
    expect(await result.textContent()).toContain('404');
    expect(await findingsOn(page)).toEqual([]);
  });

  it('the reference stores the key only if the user chooses to, and only for that tab', async () => {
    const page = await open('/docs/reference/getUsage');
    const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])';
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.locator('.result').getByText('rate_limit_per_second').waitFor();
    expect(await page.evaluate(stored)).not.toContain(key);
    await page.getByLabel('Keep until this tab is closed').check();
    await page.goto(`${address}/docs/reference/listGrades`);
    expect(await page.getByLabel('API key').inputValue()).toBe(key);
    await page.getByLabel('Keep until this tab is closed').uncheck();
    expect(await page.evaluate(stored)).not.toContain(key);
    expect(urls.join()).not.toContain(key);
  });

  it('a link with a key, such as that of a local start, fills it in without sending it in a URL', async () => {
    const page = await open(`/docs/guides/quickstart#key=${key}`);
    await page.getByText(`GCD_API_KEY=${key}`).waitFor();
    expect(page.url()).toBe(`${address}/docs/guides/quickstart`);
    await page.goto(`${address}/docs/reference/listGrades`);
    expect(await page.getByLabel('API key').inputValue()).toBe(key);
    expect(urls.join()).not.toContain(key);
  });

  it('documentation search finds sections by words and field names, even with typos', async () => {
    const page = await open('/docs');
    await page.keyboard.press('/');
    const input = page.getByRole('combobox', { name: 'Search the documentation' });
    await input.fill('gem_rate');
    await page.getByRole('option', { name: /^gem_rate · Data dictionary/ }).waitFor();
    expect(await findingsOn(page)).toEqual([]);
    await input.fill('rotat key');
    await page.getByRole('option', { name: /^Rotate a key/ }).waitFor();
    await input.fill('conditinal requests');
    await page
      .getByRole('option', { name: /^Conditional requests and caching/ })
      .first()
      .waitFor();
    await input.press('Enter');
    await page.waitForURL('**/docs/guides/caching**');
  });

  it('documentation pages fit on a phone, and have no accessibility violations in light and dark mode', async () => {
    const page = await open('/docs');
    const paths = await allPaths();
    expect(paths).toEqual(expect.arrayContaining(CHECKED_PAGES));
    for (const path of paths) {
      await page.setViewportSize(PHONE.viewport);
      await page.goto(address + path);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect([path, width]).toEqual([path, PHONE.viewport.width]);
      if (!CHECKED_PAGES.includes(path)) continue;
      await page.setViewportSize(DESKTOP);
      await page.emulateMedia({ colorScheme: 'light' });
      expect([path, await findingsOn(page)]).toEqual([path, []]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect([path, await findingsOn(page, { runOnly: ['color-contrast'] })]).toEqual([path, []]);
    }
  });

  it('documentation pages send no third-party requests and do not violate their Content-Security-Policy', () => {
    expect(new Set(urls.map((url) => new URL(url).origin))).toEqual(new Set([address]));
    expect(complaints).toEqual([]);
  });
});
