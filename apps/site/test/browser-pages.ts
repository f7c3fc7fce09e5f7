import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { fixtureCard } from '@gcd/testing/api.js';
import { launchBrowser } from '@gcd/testing/browser.js';
import { CARD_PAGE, type Site, startSite } from './site.ts';

export const CARD = CARD_PAGE;
/** Path of the files of that card. */
export const FILES = `/card/${fixtureCard('1a')}`;
export const SET = '/sets/pokemon/1999-base-set-375017c0baf54ba373cfaf35182151c1cc73f3a3';
/** The path of one page of each kind. */
export const PAGES = [
  '/',
  '/?query=charizard',
  '/?query=zzzz',
  CARD,
  '/cert/psa/10000001',
  '/cert/psa/99999999',
  '/card/none',
  '/sets',
  SET,
  '/movers',
  '/week/2026-03-29',
  '/name/charizard',
  '/watch',
  '/keys',
  `${CARD}?grader=cgc&chart=stacked`,
  `${FILES}/embed`,
];
export let site: Site;
let browser: Browser;
const contexts: BrowserContext[] = [];
/** Origins of all requests that pages sent, whether the browser allowed or blocked them. */
export const addresses: string[] = [];
/** Script errors and security policy violations. */
export const complaints: string[] = [];

beforeAll(async () => {
  [site, browser] = await Promise.all([
    startSite({ env: { SAMPLE_DATA: 'true' } }),
    launchBrowser(),
  ]);
}, 60_000);
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

/** Opens a page in a separate browser context. */
export async function open(target: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newPage(options);
  await visit(page, target, options);
  return page;
}

/** Opens a URL in a browser page, and waits until its script has loaded. */
export async function visit(
  page: Page,
  target: string,
  { javaScriptEnabled }: BrowserContextOptions = {},
): Promise<void> {
  await page.goto(site.address + target);
  const hasScript = javaScriptEnabled !== false && !target.endsWith('/embed');
  if (hasScript) await page.waitForSelector('html.scripted');
}

export async function newPage(options: BrowserContextOptions): Promise<Page> {
  const page = await newUncheckedPage(options);
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // Ignore the browser's message about the page that returns 404.
    if (message.type() === 'error' && !message.text().includes('404')) {
      complaints.push(message.text());
    }
  });
  await page.route('**', (route) => {
    const address = route.request().url();
    addresses.push(address);
    return address.startsWith(site.address) ? route.continue() : route.abort();
  });
  return page;
}

/** Opens a blank page, whose requests and errors are not recorded. */
export async function newUncheckedPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  contexts.push(context);
  return context.newPage();
}
