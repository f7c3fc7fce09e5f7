import type { Grader } from '@gcd/contracts';
import { describe, expect, it } from '@jest/globals';
import { entry } from '../test/entries.js';
import { compare } from './compare.js';
import { featuresOf } from './features.js';
import { Learner } from './learn.js';

const described = (description: string, grader: Grader = 'psa') =>
  featuresOf(entry({ description, grader }));

describe('compare', () => {
  it.each([
    [
      '1999 POKEMON GAME 1ST EDITION #4 CHARIZARD-HOLO',
      '1999 Base Set English 1st Edition Holo Charizard 4/102',
    ],
    [
      '2018 TOPPS CHROME #150 RONALD ACUNA JR. REFRACTOR',
      '2018 Topps Chrome Baseball Refractors #150 Ronald Acuña Jr. RC',
    ],
    [
      '2016 PANINI CONTENDERS #5 C.J. MCCOLLUM AUTO',
      '2016-17 Panini Contenders Basketball - Autographs CJ McCollum #5',
    ],
    ['1909-11 T206 TY COBB BAT OFF SHOULDER', '1909 T206 Ty Cobb Bat Off Shoulder'],
    ['2007 POKEMON DIAMOND #? UNOWN', '2007 Pokemon Diamond Unown #?'],
    ['1985 TOPPS #401 MARK MCGWIRE', '1985 Topps #401 Mark McGwire XRC'],
    ['1972 TOPPS #87 NL RBI LEADERS', '1972 Topps NL RBI Leaders LL, HOF #87'],
  ])('considers %s and %s the same card', (one, other) => {
    expect(compare(described(one), described(other, 'cgc')).verdict).toBe('same');
  });

  it.each([
    ['1999 POKEMON GAME #4 CHARIZARD-HOLO', '2000 Base Set English Holo Charizard 4/102'],
    ['2012 TOPPS UPDATE #4 MIKE TROUT GOLD', '2012 Topps Update #4 Mike Trout Golden Moments'],
    ['2012 TOPPS MUSEUM COLLECTION #4 MIKE TROUT', '2012 Panini Museum Collection #4 Mike Trout'],
    ['1909-11 T206 TY COBB BAT ON SHOULDER', '1909 T206 Ty Cobb Bat Off Shoulder'],
    ['1909 T206 TY COBB', '1909 E90 Ty Cobb'],
    ['2007 POKEMON DIAMOND #? UNOWN', '2007 Pokemon Diamond Unown #!'],
    ['1990 TOPPS #414 FRANK THOMAS', '1990 Topps #414 Frank Thomas ERR'],
    ['2004 POKEMON EX HIDDEN LEGENDS #5 DUSKULL', '2004 Pokemon EX Hidden Legends #5 Duskull TR'],
  ])('considers %s and %s different cards', (one, other) => {
    expect(compare(described(one), described(other, 'cgc')).verdict).not.toBe('same');
  });

  it('matches a card whose name occurs only in its description', () => {
    const text = {
      year: '2003',
      cardNumber: '4',
      description: '2003 Topps #4 The Return of the King',
    };
    const named = featuresOf(entry({ ...text, name: 'The Return of the King' }));
    const unnamed = featuresOf(entry({ ...text, grader: 'cgc' }));
    expect(compare(named, unnamed).verdict).toBe('same');
    expect(compare(unnamed, unnamed).verdict).toBe('same');
  });

  it('treats an annotation as telling in a section where a grader lists cards with and without it', () => {
    const learner = new Learner();
    const corrected = described('1985 Topps #401 Mark McGwire', 'beckett');
    const uncorrected = described('1985 Topps #401 Mark McGwire UER', 'beckett');
    const name = 'Mark McGwire';
    learner.add([corrected, uncorrected].map(({ entry: each }) => featuresOf({ ...each, name })));
    const knowledge = learner.finish();
    const psa = featuresOf(entry({ description: '1985 TOPPS #401 MARK MCGWIRE', name }));
    const uer = featuresOf({ ...uncorrected.entry, name });
    expect(compare(psa, uer, knowledge).verdict).not.toBe('same');
  });

  it('leaves cards without number and set to an operator', () => {
    const [one, other] = [described('1909 Ty Cobb'), described('1909 Ty Cobb', 'cgc')].map(
      ({ entry: each }) => featuresOf({ ...each, name: 'Ty Cobb' }),
    );
    expect(compare(one as never, other as never).verdict).toBe('uncertain');
  });

  it('requires equal print runs if both cards have one', () => {
    const run = (text: string) => described(`2018 Topps Chrome Gold ${text} #5 Mike Trout`);
    expect(compare(run('/50'), run('')).verdict).toBe('same');
    expect(compare(run('/50'), run('/25')).verdict).toBe('different');
  });

  it('ignores a league name that one grader includes in several set names and another grader omits', () => {
    const SETS = ['Topps', 'Bowman', 'Donruss', 'Fleer'];
    const listed = (set: string, number: number, grader: Grader) => {
      const text = {
        year: '2012',
        setName: set,
        name: `Player ${number}`,
        cardNumber: `${number}`,
      };
      return featuresOf(entry({ ...text, grader, description: `2012 ${set} #${number}` }));
    };
    const learner = new Learner();
    for (let number = 1; number <= 3; number += 1) {
      const ofPsa = SETS.map((set) => listed(`${set} MLB`, number, 'psa'));
      learner.add([...ofPsa, ...SETS.map((set) => listed(set, number, 'cgc'))]);
    }
    const [mlb, other] = [listed('Pinnacle MLB', 4, 'psa'), listed('Pinnacle', 4, 'cgc')];
    expect(compare(mlb, other).verdict).not.toBe('same');
    expect(compare(mlb, other, learner.finish()).verdict).toBe('same');
  });

  describe('with words that are only in the description', () => {
    const TEAMS = ['Boston Red Sox', 'Toronto Blue Jays', 'New York Mets', 'Chicago Cubs'];
    const NAMES = ['Ortiz', 'Halladay', 'Piazza', 'Sosa'];
    const noted = (number: number, note: string) => {
      const name = NAMES[number % NAMES.length] as string;
      const text = { year: '2004', setName: 'Topps', name, cardNumber: `${number}` };
      return featuresOf(entry({ ...text, description: `2004 Topps #${number} ${name} ${note}` }));
    };
    const cards = Array.from({ length: 12 }, (_, number) =>
      noted(number, TEAMS[number % TEAMS.length] as string),
    );
    const verdict = (others: readonly ReturnType<typeof noted>[]) => {
      const learner = new Learner();
      for (const card of cards)
        learner.add([card, ...others.filter(({ number }) => number === card.number)]);
      const other = described('2004 Topps #4 Ortiz', 'cgc');
      return compare(cards[4] as (typeof cards)[0], other, learner.finish()).verdict;
    };

    it('ignores the name of a team', () => {
      expect(verdict([])).toBe('same');
    });

    it('considers cards different if the words distinguish cards with the same number and name', () => {
      expect(verdict([noted(5, 'Blue Parallel')])).not.toBe('same');
    });
  });
});
