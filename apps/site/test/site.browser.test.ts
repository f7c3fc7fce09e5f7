import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import axe from 'axe-core';
import { fixtureCard } from '@gcd/testing/api.js';
import { describeInBrowser } from '@gcd/testing/browser.js';
import {
  addresses,
  CARD,
  FILES,
  complaints,
  newPage,
  newUncheckedPage,
  open,
  PAGES,
  SET,
  site,
  visit,
} from './browser-pages.ts';

const OPEN_DETAILS = `document.querySelectorAll('details').forEach((each) => {
  each.open = true;
})`;

/** Lists the targets that overlap another one. */
const OVERLAPPING = `(() => {
  const targets = [...document.querySelectorAll('a, button, input, select, summary')];
  const overlap = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.5;
  const places = targets
    .filter((target) => !target.matches('.skip'))
    .map((target) => [target.ariaLabel ?? target.textContent, [...target.getClientRects()]]);
  return places.flatMap(([name, own], at) =>
    places
      .slice(at + 1)
      .filter(([, others]) => own.some((one) => others.some((other) => overlap(one, other))))
      .map(([other]) => name + ' and ' + other));
})()`;

/** Lists the targets that are smaller than WCAG 2.5.8 requires. It exempts links within sentences. */
const SMALL = `(() => {
  const isInSentence = ({ parentElement }) =>
    [...parentElement.childNodes].some(({ nodeType, data }) => nodeType === 3 && /\\w/.test(data));
  return [...document.querySelectorAll('a, button, input, select, summary')]
    .filter((target) => !target.matches('.skip') && !isInSentence(target))
    .map((target) => [target.ariaLabel ?? target.textContent, target.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 0 && Math.min(width, height) < 24)
    .map(([name, { width, height }]) => name + ' is ' + width + ' by ' + height);
})()`;

const PHONE = { viewport: { width: 360, height: 740 } };
const NARROW = { viewport: { width: 320, height: 640 } };

describeInBrowser('the site in a browser', () => {
  it('the search box shows suggestions while the user types, and opens the one chosen by keyboard', async () => {
    const page = await open('/');
    const input = page.getByRole('combobox', { name: 'Search cards' });
    await input.pressSequentially('skyrid');
    const option = page.getByRole('option').first();
    await option.waitFor();
    expect(await input.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Escape');
    expect(await option.isVisible()).toBe(false);
    await input.pressSequentially('g');
    await option.waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await option.getAttribute('aria-selected')).toBe('true');
    const url = (await option.getAttribute('data-url')) ?? 'none';
    await page.keyboard.press('Enter');
    await page.waitForURL(site.address + url);
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

  it('a card page lets the user save a chart as PNG and copy an id', async () => {
    const page = await open(CARD, { permissions: ['clipboard-read', 'clipboard-write'] });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'PNG of growth' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('growth.png');
    const file = readFileSync(await download.path());
    expect(file.subarray(1, 4).toString()).toBe('PNG');
    expect(file.readUInt32BE(16)).toBe(1800);
    const charts = ['grades.svg', 'growth.svg', 'gem-rate.svg', 'added.svg', 'badge.svg'];
    for (const name of [...charts, 'feed.xml']) {
      const isXml = `fetch('${FILES}/${name}').then((file) => file.text()).then((text) =>
        !new DOMParser().parseFromString(text, 'application/xml').querySelector('parsererror'))`;
      expect([name, await page.evaluate(isXml)]).toEqual([name, true]);
    }
    const id = fixtureCard('1d');
    await page.getByText('Ids, specs and population reports').click();
    await page.getByRole('button', { name: `Copy the id ${id}` }).click();
    await page.getByRole('status').getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(id);
  });

  it('other sites can frame only the embeddable page of a card', async () => {
    const frame = (target: string) => `<iframe src="${site.address}${target}"></iframe>`;
    const other = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(frame(`${FILES}/embed`) + frame(CARD));
    }).listen(0, '127.0.0.1');
    try {
      await once(other, 'listening');
      const page = await newUncheckedPage();
      await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}`);
      const heading = (index: number) =>
        page.frameLocator('iframe').nth(index).getByRole('heading', { level: 1 });
      expect(await heading(0).textContent()).toBe('Charizard, 1999 Base Set #4');
      expect(await heading(1).count()).toBe(0);
    } finally {
      other.close();
      other.closeAllConnections();
    }
  });

  it('every page is accessible, fits on a narrow screen, and requests nothing from other origins', async () => {
    // On a narrow page, tables and code samples may be scrollable, and must then be reachable by keyboard.
    const page = await newPage(NARROW);
    const violations = (rules: object) =>
      page.evaluate(`axe.run(${JSON.stringify(rules)}).then(({ violations }) => violations.map(
        ({ id, nodes }) => [id, ...nodes.map(({ html, failureSummary }) => html + failureSummary)]))`);
    for (const target of PAGES) {
      const [requested, reported] = [addresses.length, complaints.length];
      await visit(page, target);
      const origins = new Set(addresses.slice(requested).map((address) => new URL(address).origin));
      expect([target, ...origins]).toEqual([target, site.address]);
      expect([target, ...complaints.slice(reported)]).toEqual([target]);
      for (const size of ['200%', '100%']) {
        await page.evaluate(`document.documentElement.style.fontSize = '${size}'`);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect([target, size, width]).toEqual([target, size, NARROW.viewport.width]);
      }
      await page.evaluate(OPEN_DETAILS);
      await page.evaluate(axe.source);
      await page.emulateMedia({ colorScheme: 'light' });
      expect([target, 'light', await violations({})]).toEqual([target, 'light', []]);
      await page.emulateMedia({ colorScheme: 'dark' });
      const contrast = await violations({ runOnly: ['color-contrast'] });
      expect([target, 'dark', contrast]).toEqual([target, 'dark', []]);
    }
  }, 120_000);

  it.each([SET, '/name/charizard', '/movers', CARD])(
    'nothing that can be tapped overlaps on a phone: %s',
    async (target) => {
      const page = await open(target, PHONE);
      await page.evaluate(OPEN_DETAILS);
      expect(await page.evaluate(OVERLAPPING)).toEqual([]);
      // Long names wrap.
      await page.evaluate(`for (const link of document.querySelectorAll('th a')) {
        link.append(', Reverse Holo'.repeat(4));
      }`);
      expect(await page.evaluate(OVERLAPPING)).toEqual([]);
    },
  );

  it('everything that can be tapped is large enough on a phone', async () => {
    const page = await newPage(PHONE);
    for (const target of PAGES) {
      await visit(page, target);
      await page.evaluate(OPEN_DETAILS);
      expect([target, await page.evaluate(SMALL)]).toEqual([target, []]);
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

  it("a chart shows a day's values on hover and on keyboard focus", async () => {
    const page = await open(CARD);
    const chart = page.locator('svg.growth');
    const [day, total] = [page.locator('[data-of=date]'), page.locator('[data-of=total]')];
    expect(await day.textContent()).toBe('Apr 1, 2026');
    expect(await total.textContent()).toBe('2,113');
    await chart.hover({ position: { x: 3, y: 100 } });
    expect(await total.textContent()).toBe('1,435');
    expect(await day.textContent()).toBe('Jan 21, 2026');
    await page.mouse.move(0, 0);
    await page.getByRole('slider', { name: 'Day' }).focus();
    await page.keyboard.press('ArrowLeft');
    expect(await day.textContent()).toBe('Mar 18, 2026');
    expect(await page.getByRole('slider', { name: 'Day' }).getAttribute('aria-valuetext')).toMatch(
      /^Mar 18, 2026: /,
    );
  });

  it("charts show a part's values on tap and with the arrow keys", async () => {
    const page = await open(CARD, { ...PHONE, hasTouch: true });
    await page.locator('svg.growth').tap({ position: { x: 3, y: 100 } });
    expect(await page.locator('[data-of=date]').textContent()).toBe('Jan 21, 2026');
    const tip = page.locator('.tip:visible');
    const grades = page.locator('svg.bars .grade');
    await grades.nth(4).tap();
    expect(await tip.textContent()).toContain(`${await grades.nth(4).textContent()}: `);
    await page.keyboard.press('ArrowDown');
    expect(await tip.textContent()).toContain(`${await grades.nth(5).textContent()}: `);
    await page.keyboard.press('Escape');
    expect(await tip.count()).toBe(0);
    const added = page.locator('figure', { hasText: 'Copies added every four weeks' });
    await added.locator('svg[tabindex]').focus();
    await page.keyboard.press('ArrowLeft');
    expect(await tip.textContent()).toMatch(/^Four weeks to Apr 1, 2026: \d+ added/);
    expect(await page.getByRole('status').textContent()).toBe(await tip.textContent());
  });

  it('the watch list shows what changed since the last visit, and can be exported and imported', async () => {
    const page = await open('/?query=1999+charizard');
    await page.getByRole('button', { name: 'Watch Charizard' }).click();
    await page.getByRole('button', { name: 'Stop watching Charizard' }).waitFor();
    await visit(page, CARD);
    await page.getByRole('button', { name: 'Stop watching', exact: true }).waitFor();
    // Let the last visit be on an earlier day, when PSA had graded twelve copies fewer.
    await page.evaluate(`(() => {
      const [card] = JSON.parse(localStorage.watched);
      card.seen = { date: '2026-01-31', counts: { ...card.seen.counts } };
      for (const key of ['total', 'psa']) card.seen.counts[key] -= 12;
      localStorage.watched = JSON.stringify([card]);
    })()`);
    const row = page.getByRole('row', { name: 'PSA +12 since Jan 31, 2026' });
    for (const _visit of ['first', 'second visit of the day']) {
      await visit(page, '/watch');
      await row.waitFor();
      expect(await row.getByRole('cell').allTextContents()).toEqual([
        '2,113',
        '+12',
        '104',
        '0',
        'Remove',
      ]);
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    await page.getByRole('button', { name: 'Stop watching Charizard' }).click();
    expect(await row.count()).toBe(0);
    const file = page.getByLabel('Import a file');
    const other = { name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{') };
    await file.setInputFiles(other);
    await page.getByText('This file is not a watch list.').waitFor();
    await file.setInputFiles(await download.path());
    await row.waitFor();
  });

  it('pages can be read and searched without JavaScript', async () => {
    const page = await open(CARD, { javaScriptEnabled: false });
    expect(await page.locator('svg.bars').isVisible()).toBe(true);
    expect(await page.locator('svg.growth').isVisible()).toBe(true);
    expect(await page.locator('.scrub').isVisible()).toBe(false);
    const last = page.locator('svg.growth .bands title').last();
    expect(await last.textContent()).toContain('Apr 1, 2026: 2,113 copies\nPSA 1,706');
    expect(await page.getByRole('button', { name: 'Watch' }).isVisible()).toBe(false);
    await page.getByText('All values of the chart').click();
    expect(await page.locator('table.days').isVisible()).toBe(true);
    await page.getByLabel('Search cards').fill('dark raichu');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'Dark Raichu, 2000 Rocket #83' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dark Raichu, 2000 Rocket #83' }).waitFor();
  });

  it('pages have no layout shift while loading', async () => {
    const page = await newPage(PHONE);
    const shift = `new Promise((resolve) => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) sum += value;
      }).observe({ type: 'layout-shift', buffered: true });
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
    })`;
    for (const target of ['/', CARD, SET]) {
      await visit(page, target);
      expect([target, await page.evaluate<number>(shift)]).toEqual([target, 0]);
    }
  });
});
