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

  it('pages fit on a narrow screen with large text', async () => {
    const page = await newPage(NARROW);
    for (const target of [...PAGES, '/cert/psa/99999999']) {
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

  it('screen readers announce that text was copied', async () => {
    const page = await open(CARD, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copy: Link' }).click();
    await page.getByRole('status').getByText('Copied').waitFor({ timeout: 5000 });
  });

  it('suggestions stay closed after Escape', async () => {
    const page = await open('/');
    const input = page.getByRole('combobox', { name: 'Search cards' });
    await input.pressSequentially('skyrid');
    await page.getByRole('option').first().waitFor();
    // Hold the response to the next request until Escape is pressed.
    const held = new Promise<() => void>((resolve) => {
      page.route('**/suggest?*', (route) => resolve(() => route.continue()));
    });
    await input.pressSequentially('g');
    const release = await held;
    const canceled = page.waitForEvent('requestfailed', { timeout: 5000 });
    await page.keyboard.press('Escape');
    release();
    await canceled;
    expect(await input.getAttribute('aria-expanded')).toBe('false');
  });

  it('a chart keeps showing the values of a tapped day', async () => {
    const page = await open(CARD, { ...NARROW, hasTouch: true });
    const chart = page.locator('svg.growth');
    await chart.tap({ position: { x: 3, y: 100 } });
    expect(await page.locator('[data-of=date]').textContent()).toBe('Jan 21, 2026');
  });
});
