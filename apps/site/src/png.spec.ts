import { inflateSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import type { Shape } from './drawing.js';
import { fitted, widthOf } from './font.js';
import { pngOf } from './png.js';

const [WIDTH, HEIGHT] = [100, 60];
const BLUE = '#40528f';

/** Draws shapes, and returns a function that looks up the color of a pixel. */
function draw(shapes: readonly Shape[]): (x: number, y: number) => string {
  const image = pngOf({ width: WIDTH, height: HEIGHT, shapes });
  expect(image.subarray(1, 4).toString()).toBe('PNG');
  expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([WIDTH, HEIGHT]);
  const chunk = (type: string): Buffer => {
    const start = image.indexOf(type);
    return image.subarray(start + 4, start + 4 + image.readUInt32BE(start - 4));
  };
  const [palette, lines] = [chunk('PLTE'), inflateSync(chunk('IDAT'))];
  return (x, y) => {
    const color = 3 * (lines[y * (WIDTH + 1) + 1 + x] as number);
    return `#${palette.subarray(color, color + 3).toString('hex')}`;
  };
}

it('draws text, with its counters empty and its edges smooth', () => {
  const text = { text: 'O', size: 80, y: 58, color: BLUE };
  const center = 10 + Math.round(widthOf('O', 80) / 2);
  const at = draw([{ ...text, x: 10 }]);
  const row = Array.from({ length: WIDTH }, (_none, x) => at(x, 30));
  expect(row[center]).toBe('#ffffff');
  expect(row.filter((color) => color === BLUE).length).toBeGreaterThan(10);
  const shades = new Set(Array.from({ length: WIDTH }, (_none, x) => at(x, 3)));
  expect(shades.size).toBeGreaterThan(2);
  expect(draw([{ ...text, x: 90, isRight: true }])(90 - (center - 10), 30)).toBe('#ffffff');
});

it('makes long texts smaller or shorter, and leaves out characters that the font lacks', () => {
  expect(fitted('Mew', 72, 600)).toEqual({ text: 'Mew', size: 72 });
  const { text, size } = fitted('Pikachu '.repeat(20), 72, 600);
  expect(text).toMatch(/^Pikachu .*…$/);
  expect(widthOf(text, size)).toBeLessThanOrEqual(600);
  expect(widthOf('リザードン', 72)).toBe(0);
  expect(widthOf('Ōḿ', 72)).toBe(widthOf('Om', 72));
});
