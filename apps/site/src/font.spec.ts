import { expect, it } from '@jest/globals';
import { glyphsOf } from './font.js';

it('the outlines of characters stay within the size of a line', () => {
  const characters = Array.from({ length: 0x250 - 0x21 }, (_none, at) =>
    String.fromCharCode(0x21 + at),
  );
  const outlines = glyphsOf(characters.join('')).map(([, outline]) => outline);
  const largest = outlines.map((outline) =>
    Math.max(...(outline.match(/-?\d+/g) ?? ['0']).map((each) => Math.abs(Number(each)))),
  );
  expect(outlines.length).toBeGreaterThan(150);
  expect(Math.max(...largest)).toBeLessThan(1300);
});
