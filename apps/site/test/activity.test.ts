import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

it('200: shows what was graded in a week, with its leaders and the weeks beside it', async () => {
  const { text, html } = await site.get('/week/2026-03-29');
  expect(text).toContain('Graded from Mar 23, 2026 to Mar 29, 2026');
  expect(html).toContain('href="/week/2026-03-22"');
  expect(html).toContain('href="/month/2026-03"');
});

it('200: says that a month is not over', async () => {
  const { text } = await site.get('/month/2026-04');
  expect(text).toContain('The month is not over. The data ends on Apr 1, 2026.');
});

it('301: leads from a day to the week that contains it', async () => {
  const { status, headers } = await fetch(`${site.address}/week/2026-03-25`, {
    redirect: 'manual',
  });
  expect([status, headers.get('location')]).toEqual([301, '/week/2026-03-29']);
});

it.each(['/week/2019-01-06', '/week/2099-01-04', '/week/2026-02-30', '/week/x', '/month/2026-13'])(
  '404: %s',
  async (target) => {
    expect((await site.get(target)).status).toBe(404);
  },
);

it('lists whole weeks and months in the sitemap', async () => {
  const { html } = await site.get('/sitemaps/sets-1.xml');
  expect(html).toContain('/week/2026-03-29</loc>');
  expect(html).toContain('/month/2026-03</loc>');
  expect(html).not.toContain('/week/2026-04-05');
});
