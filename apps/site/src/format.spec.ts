import { describe, expect, it } from '@jest/globals';
import { counted, day, month, number, percent, quieter, webAddress } from './format.js';

it.each([
  [0, '0.0%'],
  [0.0004, '< 0.1%'],
  [0.0222, '2.2%'],
  [13_359 / 33_027, '40.4%'],
  [0.9996, '> 99.9%'],
  [1, '100.0%'],
])('percent formats %d as %s', (fraction, text) => {
  expect(percent(fraction)).toBe(text);
});

it('numbers, days and months are formatted in American English', () => {
  for (const value of [999, 1_000_000, -1234, 1234.5]) {
    expect(number(value)).toBe(value.toLocaleString('en-US'));
  }
  expect(counted(1, 'copy', 'copies')).toBe('1 copy');
  expect(day('2026-04-01')).toBe('Apr 1, 2026');
  expect(day(null)).toBe('–');
  expect(month('2026-04')).toBe('April 2026');
  expect(month(null)).toBe('–');
  expect(quieter('GEM MINT')).toBe('Gem mint');
  expect(quieter('9.5')).toBe('9.5');
});

describe('webAddress', () => {
  it('accepts https://example.com/a?b=c', () => {
    expect(webAddress('https://example.com/a?b=c')).toBe('https://example.com/a?b=c');
  });

  it.each([' javascript:alert(1)', 'data:text/html,x', 'nothing', null])(
    'rejects %s',
    (address) => {
      expect(webAddress(address)).toBeUndefined();
    },
  );
});
