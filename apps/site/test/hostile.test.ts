import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeInBrowser, launchBrowser } from '@gcd/testing/browser.js';
import { type FeedStack, startFeedStack } from '@gcd/testing/feed.js';
import { type Site, startSite } from './site.ts';

const SCRIPT = '<script>window.taken=1</script>';
const IMAGE = '"><img src=x onerror=window.taken=1>';
const LINK = 'https://example.com/?"onfocus=window.taken=1';
const CARD = '9a'.repeat(20);
const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

let stack: FeedStack;
let site: Site;

beforeAll(async () => {
  stack = await startFeedStack('gcd_site_hostile', { apps: ['cards', 'certs', 'search'] });
  const texts = [`1999 charizard ${SCRIPT}`, 'Pokemon', '1999', IMAGE, SCRIPT, '4', IMAGE, SCRIPT]
    .map(cell)
    .join();
  await stack.load({
    'cards.csv': `card_id,grader,description,category,year,set_name,name,card_number,parallel,subset,set_url\n${CARD},psa,${texts},${cell(LINK)}\n`,
    'populations.csv': `card_id,date,grades\n${CARD},2026-01-10,${cell('{"psa_9": 3, "psa_10": 1}')}\n`,
    'certs.csv': `grader,cert,card_id,grade,grade_label,has_auto_grade,auto_grade_label\npsa,70000001,${CARD},psa_9,${cell(SCRIPT)},true,${cell(IMAGE)}\n`,
  });
  site = await startSite({ apiUrl: stack.address, key: stack.key });
}, 120_000);
afterAll(async () => {
  await site?.stop();
  await stack?.stop();
});

const PAGES = [`/card/${CARD}`, '/cert/psa/70000001', '/?query=1999+charizard'];

it.each(PAGES)('%s renders hostile data as text', async (target) => {
  const { status, html, text } = await site.get(target);
  expect(status).toBe(200);
  expect(text).toContain('<script>window.taken=1</script>');
  expect(html).not.toContain('<script>window');
  expect(html).not.toContain('<img src=x');
});

describeInBrowser('in a browser', () => {
  it('pages execute no scripts contained in data', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      for (const target of PAGES) {
        await page.goto(site.address + target);
        await page.waitForSelector('html.scripted');
        expect(await page.evaluate('window.taken')).toBeUndefined();
        expect(await page.locator('main img[src="x"], main script').count()).toBe(0);
      }
      // Also check the suggestions, because they contain the same hostile data as the pages.
      await page.goto(`${site.address}/`);
      await page.getByLabel('Search cards').fill('charizard');
      await page.getByRole('option').first().waitFor();
      expect(await page.evaluate('window.taken')).toBeUndefined();
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  }, 90_000);
});
