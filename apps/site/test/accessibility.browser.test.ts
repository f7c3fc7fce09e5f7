import { expect, it } from '@jest/globals';
import axe from 'axe-core';
import { describeInBrowser } from '@gcd/testing/browser.js';
import { CARD, newPage, open, PAGES, visit } from './browser-pages.ts';

const OPEN_DETAILS = `document.querySelectorAll('details').forEach((each) => { each.open = true; })`;
const NARROW = { viewport: { width: 320, height: 640 } };

describeInBrowser('the accessibility of the site', () => {
  it('pages have no accessibility violations, in light and dark mode', async () => {
    // On a narrow page, tables and code samples may be scrollable, and must then be reachable by keyboard.
    const page = await newPage(NARROW);
    const violations = `axe.run().then(({ violations }) => violations.map(({ id, nodes }) =>
      [id, ...nodes.map(({ html, failureSummary }) => html + failureSummary)]))`;
    for (const target of PAGES) {
      await visit(page, target);
      await page.evaluate(OPEN_DETAILS);
      await page.evaluate(axe.source);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const found = await page.evaluate(violations);
        expect([target, colorScheme, found]).toEqual([target, colorScheme, []]);
      }
    }
  }, 90_000);

  it('forms fit on a narrow page with large text', async () => {
    const page = await newPage(NARROW);
    for (const target of ['/', '/?query=zzzz', '/sets', '/cert/psa/99999999']) {
      await visit(page, target);
      await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect([target, width]).toEqual([target, NARROW.viewport.width]);
    }
  });

  it('pages can be used with only a keyboard', async () => {
    const page = await open(CARD);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    expect((await skip.boundingBox())?.width).toBeGreaterThan(50);
    await page.keyboard.press('Enter');
    await page.waitForFunction(`document.activeElement.id === 'main'`);
  });
});
