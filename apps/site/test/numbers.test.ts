import { readFileSync } from 'node:fs';
import path from 'node:path';
import { get } from '@gcd/testing/api.js';
import { ROOT } from '@gcd/testing/root.js';
import {
  expectActivityNumbers,
  expectCardNumbers,
  expectCertNumbers,
  expectSearchNumbers,
  expectSetNumbers,
  type Sources,
} from '@gcd/testing/site-numbers.js';
import { expect, it } from '@jest/globals';
import { site } from './running-site.ts';

const sources: Sources = {
  api: async (target) => (await get(target)).body.data,
  page: async (target) => (await site.get(target)).html,
};

const rowsOf = (file: string): string[][] =>
  readFileSync(path.join(ROOT, 'libs/testing/fixture', file), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));

it('shows the numbers of the API on each tab of each card', async () => {
  const ids = rowsOf('cards.csv').map(([id = '']) => id);
  expect(ids.length).toBeGreaterThan(10);
  for (const id of ids) await expectCardNumbers(sources, id);
});

it('shows the numbers of the API for sets and search results', async () => {
  const sets: { set_id: string }[] = await sources.api('/v1/sets');
  for (const { set_id } of sets) await expectSetNumbers(sources, set_id);
  for (const query of ['charizard', 'fleer']) await expectSearchNumbers(sources, query);
});

it('shows the numbers of the API on the home page and the pages of weeks and months', () =>
  expectActivityNumbers(sources));

it('compares each cert with the copies of its kind', async () => {
  const certs = rowsOf('certs.csv');
  expect(certs.length).toBeGreaterThan(10);
  for (const [grader = '', cert = ''] of certs) await expectCertNumbers(sources, grader, cert);
});
