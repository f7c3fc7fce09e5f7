import { describe, expect, it } from '@jest/globals';
import { site } from './running-site.ts';
import { CARD_PAGE } from './site.ts';

describe('GET /cert/{grader}/{cert}', () => {
  it('200: shows the cert, and compares its grade with those of all copies', async () => {
    const { status, text, html } = await site.get('/cert/psa/10000001');
    expect(status).toBe(200);
    expect(text).toContain('PSA cert 10000001');
    expect(text).toContain('PSA 9 · Pop 500 · 40 higher');
    expect(text).toContain('Among 2,113 copies of all graders');
    expect(text).toContain('PSA 500 40 1,706');
    expect(html).toContain(`href="${CARD_PAGE}"`);
    expect(html).toContain('_nkw=Charizard%201999%20Base%20Set%204%20PSA%209&amp;LH_Sold=1');
    expect(html).toContain('alt="Label: PSA 9, Charizard, 1999 Base Set #4, cert 10000001"');
    expect(html).toMatch(/<svg class="standing" role="img" aria-label="[^"]+higher"/);
  });

  it('200: serves the label as a drawing without fonts', async () => {
    const { headers, html } = await site.get('/cert/psa/10000002/label.svg');
    expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(html).toMatch(/^<svg [^>]*aria-label="Label: PSA 8 OC, Charizard/);
    expect(html.match(/<path /g)?.length).toBeGreaterThan(40);
    expect(html).not.toMatch(/<text|NaN|style/);
    expect((await site.get('/cert/psa/99999999/label.svg')).status).toBe(404);
  });

  it.each([
    ['10000004', 'There are no images of this cert.'],
    ['10000003', 'No images of this cert are available yet.'],
  ])('200: says why there are no images of %s', async (cert, why) => {
    const { status, text, headers } = await site.get(`/cert/psa/${cert}`);
    expect([status, text]).toEqual([200, expect.stringContaining(why)]);
    expect(headers.get('cache-control')).toContain('public');
  });

  it('200: contains only links that lead somewhere', async () => {
    for (const cert of ['psa/10000006', 'beckett/0001000001']) {
      const { html, text } = await site.get(`/cert/${cert}`);
      expect(html).toContain(`<link rel="canonical" href="https://cards.example/cert/${cert}"`);
      const links = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, link = '']) => link);
      for (const link of new Set(links)) {
        expect([cert, link, (await site.get(link)).status]).toEqual([cert, link, 200]);
      }
      // A placeholder stands alone, and never beside a link.
      expect(text).not.toMatch(/At (PSA|Beckett|SGC|CGC) – (this cert|its set)/);
    }
  });

  it('200: shows qualifier, autograph and subgrades', async () => {
    expect((await site.get('/cert/psa/10000002')).text).toContain('Qualifier OC');
    expect((await site.get('/cert/psa/10000003')).text).toContain('Autograph AUTO 10');
    const { text } = await site.get('/cert/bgs/0001000001');
    expect(text).toContain('Beckett cert 0001000001');
    expect(text).toContain('centering 9.5 corners 9 edges 9.5 surface 10');
  });

  it('200: shows an authenticated signature that has no grade', async () => {
    const { status, text, html } = await site.get('/cert/psa/A10002');
    expect(status).toBe(200);
    expect(html).toMatch(/<meta name="description" content="PSA authentication A10002: /);
    expect(text).toContain('Signed photo');
    expect(text).toContain('Signed by Magic Johnson, Larry Bird With Pat Riley');
  });

  it.each([
    ['psa/99999999', 'Cert not found'],
    ['gma/1', 'Grader not found'],
  ])('404: shows the form again for %s', async (cert, title) => {
    const { status, text, html } = await site.get(`/cert/${cert}`);
    expect([status, text]).toEqual([404, expect.stringContaining(title)]);
    expect(html).toMatch(new RegExp(`<input name="cert" [^>]*value="${cert.split('/')[1]}"`));
  });
});

describe('GET /cert', () => {
  it.each([
    ['grader=cgc&cert=1000000001', '/cert/cgc/1000000001'],
    ['cert=+10000001+', '/cert/psa/10000001'],
    ['grader=psa&cert=BGS+0001000001', '/cert/beckett/0001000001'],
    ['cert=https%3A%2F%2Fwww.psacard.com%2Fcert%2F10000001%2Fpsa', '/cert/psa/10000001'],
    ['grader=..&cert=a/b', '/cert/../a%2Fb'],
    ['', '/'],
  ])('303: redirects %s to %s', async (query, location) => {
    const { status, headers } = await site.get(`/cert?${query}`);
    expect(status).toBe(303);
    expect(headers.get('location')).toBe(location);
  });
});
