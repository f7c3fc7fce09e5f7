import { describe, expect, it } from '@jest/globals';
import { fixtureCard } from '@gcd/testing/api.js';
import { site } from './running-site.ts';

const CARD = `/card/${fixtureCard('1a')}`;
const FILES = ['grades.svg', 'growth.svg', 'gem-rate.svg', 'added.svg'];

describe('GET /card/{id}/{file}.csv', () => {
  it('200: returns counts by grade', async () => {
    const { status, headers, html } = await site.get(`${CARD}/grades.csv`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toContain(
      '"charizard-1999-base-set-4-2026-04-01-grades.csv"',
    );
    expect(html).toMatch(/^grade,psa,beckett,sgc,cgc,all\r\n/);
    expect(html).toContain('Gem mint,40,20,5,30,95\r\n');
  });

  it("200: returns one grader's counts over time and in each four weeks", async () => {
    const history = await site.get(`${CARD}/history.csv?grader=psa`);
    expect(history.html).toMatch(/^date,psa,psa_gem,all,all_gem\r\n2026-01-21,1435,20,1435,20\r\n/);
    const added = await site.get(`${CARD}/added.csv?grader=psa`);
    const gems = await site.get(`${CARD}/added.csv?grader=psa&metric=gems`);
    expect(gems.html).toMatch(/^four_weeks_to,psa,all\r\n2026-03-04,20,20\r\n2026-04-01,0,0\r\n/);
    expect(added.html).toMatch(
      /^four_weeks_to,psa,all\r\n2026-03-04,271,271\r\n2026-04-01,0,0\r\n/,
    );
  });
});

describe('GET /card/{id}/{file}.svg', () => {
  it.each(FILES)(
    '200: returns %s with embedded colors and no external styles, also without copies',
    async (file) => {
      const { status, headers, html } = await site.get(`${CARD}/${file}`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(html).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]* width="900"/);
      expect(html).toContain('#40528f');
      expect(html).toContain('Charizard, 1999 Base Set #4');
      expect(html).toContain('https://cards.example, data up to Apr 1, 2026');
      expect(html).not.toMatch(/<style|style=|NaN/);
      const ofNoCopies = await site.get(`/card/${fixtureCard('6c')}/${file}`);
      expect(ofNoCopies.status).toBe(200);
      expect(ofNoCopies.html).not.toMatch(/NaN|Infinity/);
      expect(ofNoCopies.html).toContain('Babe Rüth &lt;b>');
    },
  );
});

describe('GET /card/{id}/badge.svg', () => {
  it('200: returns the totals, and allows other sites to embed the image', async () => {
    const { status, headers, html } = await site.get(`${CARD}/badge.svg`);
    expect(status).toBe(200);
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(html).toContain('aria-label="graded 2,113 gem rate 4.9%"');
  });
});

describe('images for link previews', () => {
  it.each([
    ...['/', '/sets', '/name/charizard', '/sets/375017c0baf54ba373cfaf35182151c1cc73f3a3', CARD],
    ...['psa/10000001', 'psa/10000006'].map((cert) => `/cert/${cert}`),
  ])('200: the image that %s names is a PNG', async (target) => {
    const { html } = await site.get(target);
    const [, image] = /og:image" content="https:\/\/cards\.example([^"]+)/.exec(html) ?? [];
    const response = await fetch(site.address + image);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  });
});

it('files of a card return 404 for an unknown card or an unknown file name', async () => {
  for (const target of [`${CARD}/x.svg`, `${CARD}/grades.png`, '/card/x/badge.svg']) {
    expect([target, (await site.get(target)).status]).toEqual([target, 404]);
  }
});
