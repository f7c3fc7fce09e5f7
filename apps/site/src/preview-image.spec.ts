import { inflateSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { previewImage } from './preview-image.js';

const WIDTH = 1200;
const row = (label: string, byGrader: Record<string, number>) => ({
  label,
  isGem: false,
  total: Object.values(byGrader).reduce((sum, count) => sum + count, 0),
  byGrader,
});

it('the preview image is a PNG of 1200 by 630 pixels with a bar for each grade, lowest first', () => {
  const image = previewImage([row('10', { psa: 10 }), row('9', { psa: 50, cgc: 50 })]);
  expect(image.subarray(1, 4).toString()).toBe('PNG');
  expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([WIDTH, 630]);
  const start = image.indexOf('IDAT');
  const lines = inflateSync(image.subarray(start + 4, start + 4 + image.readUInt32BE(start - 4)));
  const at = (x: number, y: number): number | undefined => lines[y * (WIDTH + 1) + 1 + x];
  // x = 330 is the center of the left bar. From bottom to top, the bar consists of PSA (color 2) and CGC (5), followed
  // by background (0).
  expect([at(330, 500), at(330, 120), at(330, 20)]).toEqual([2, 5, 0]);
  // The right bar, with its center at x = 870, is a tenth as high as the left one.
  expect([at(870, 550), at(870, 450)]).toEqual([2, 0]);
});

it('the preview image shows an empty axis if there are no grades', () => {
  expect(previewImage([]).length).toBeGreaterThan(100);
});
