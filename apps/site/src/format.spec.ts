import { describe, expect, it } from '@jest/globals';
import { counted, day, month, number, percent, quieter, webAddress } from './format.js';

it.each([
  [0, '0.0%'],
  [0.0004, '< 0.1%'],
  [0.0222, '2.2%'],
  [0.9996, '> 99.9%'],
  [1, '100.0%'],
])('percent formats %d as %s', (fraction, text) => {
  expect(percent(fraction)).toBe(text);
});

it.each([0, 999, 1000, 1005, 12_345, 999_999, 1_000_000, -1234, 1234.5])(
  'number formats %d like toLocaleString',
  (value) => {
    expect(number(value)).toBe(value.toLocaleString('en-US'));
  },
);

it.each([
  [0, '0 copies'],
  [1, '1 copy'],
  [2345, '2,345 copies'],
])('counted formats %d as %s', (value, text) => {
  expect(counted(value, 'copy', 'copies')).toBe(text);
});

it('numbers, days and months are formatted in American English', () => {
  expect(number(1234567)).toBe('1,234,567');
  expect(day('2026-04-01')).toBe('Apr 1, 2026');
  expect(day(null)).toBe('–');
  expect(month('2026-04')).toBe('April 2026');
  expect(month(null)).toBe('–');
  expect(quieter('GEM MINT')).toBe('Gem mint');
  expect(quieter('9.5')).toBe('9.5');
});

describe('webAddress', () => {
  it.each(['https://example.com/a?b=c', 'http://example.com/'])('accepts %s', (address) => {
    expect(webAddress(address)).toBe(address);
  });

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'nothing',
    '',
    null,
    undefined,
  ])('rejects %s', (address) => {
    expect(webAddress(address)).toBeUndefined();
  });
});
