import { describe, expect, it } from '@jest/globals';
import { entry } from '../test/entries.js';
import { blockOf, featuresOf } from './features.js';

describe('blockOf', () => {
  it.each([
    [{ year: '2016-17', cardNumber: 'BDC-100' }, '2016 BDC100'],
    [{ year: '1999', cardNumber: '#004/102' }, '1999 4'],
    [{ year: '2022', cardNumber: 'TG05/TG30' }, '2022 TG5'],
    [{ year: '2019', cardNumber: '258★' }, '2019 258★'],
    [{ description: '2019 Magic Throne of Eldraine #258★ Oko' }, '2019 258★'],
    [{ description: '2011 TOPPS UPDATE #US175 MIKE TROUT' }, '2011 US175'],
    [{ description: '2023 Paldea Evolved - PAL EN - English Magikarp 203/193' }, '2023 203'],
    [{ year: '2023', cardNumber: 'op05-119' }, '2023 OP05119'.replace('OP05', 'OP5')],
    [{ year: '1909', description: 'T206 HONUS WAGNER' }, null],
    [{ cardNumber: '5', description: 'TOPPS' }, null],
  ])('assigns %p to the block %p', (text, block) => {
    expect(blockOf(featuresOf(entry(text)))).toBe(block);
  });
});
