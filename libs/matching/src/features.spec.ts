import { describe, expect, it } from '@jest/globals';
import { entry } from '../test/entries.js';
import { blockOf, featuresOf } from './features.js';

describe('blockOf', () => {
  it.each([
    [{ year: '2016-17', cardNumber: 'BDC-100' }, '2016 BDC100'],
    [{ year: '1999', cardNumber: '#004/102' }, '1999 4'],
    [{ year: '2019', cardNumber: '258★' }, '2019 258★'],
    [{ description: '2011 TOPPS UPDATE #US175 MIKE TROUT' }, '2011 US175'],
    [{ description: '2023 Paldea Evolved - PAL EN - English Magikarp 203/193' }, '2023 203'],
    [{ year: '1909', description: 'T206 HONUS WAGNER' }, '1909 '],
    [{ year: '2007', cardNumber: '?' }, '2007 ?'],
    [{ description: '2007 POKEMON MYSTERIOUS TREASURES #? UNOWN' }, '2007 ?'],
    [{ description: '2012-13 Fleer Retro no EX-4 Mark Price #d /99' }, '2012 EX4'],
    [{ cardNumber: '5', description: 'TOPPS' }, null],
    [{ description: '2012 TOPPS CHROME 123 MIKE TROUT-GOLD REFRACTOR #/50 RC' }, '2012 123'],
    [{ description: 'Mike Trout 2012-13 Topps Series 2 Card BDC-12 1987 Gold' }, '2012 BDC12'],
    [{ description: '2012 TOPPS 206 MIKE TROUT 15 GOLD' }, '2012 '],
  ])('assigns %p to the block %p', (text, block) => {
    expect(blockOf(featuresOf(entry(text)))).toBe(block);
  });
});

describe('featuresOf', () => {
  it.each([
    ['2012-13 Fleer Retro #EX-4 Mark Price', 'EX-4'],
    ['BASKETBALL 2012-13 FLEER RETRO PRICE, MARK NO. EX-4', 'EX-4'],
    ['2012/13 Fleer Retro no EX004 Mark Price', 'EX004'],
    ['2012-13 Fleer Retro No. EX-4 Mark Price #d /99', 'EX-4'],
  ])('finds only the words of the set in %p', (description, cardNumber) => {
    const { rest } = featuresOf(entry({ name: 'Mark Price', cardNumber, description }));
    expect(rest.filter((word) => word !== 'basketball')).toEqual(['fleer', 'retro']);
  });

  it("keeps years that are part of a variety's name", () => {
    const { rest } = featuresOf(
      entry({ description: '1999 POKEMON FOSSIL 1999-2000 #17 ARTICUNO' }),
    );
    expect(rest).toContain('2000');
  });

  it('treats "A and B" like "A / B"', () => {
    const nameOf = (name: string) => featuresOf(entry({ name })).name;
    expect(nameOf('Wayne Gretzky and Patrick Roy')).toEqual(nameOf('Wayne Gretzky / Patrick Roy'));
  });
});
