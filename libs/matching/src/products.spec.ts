import { describe, expect, it } from '@jest/globals';
import { learn, section, verdict } from '../test/sections.js';

const SUBSETS = ['Blades', 'Leaders', 'Legends', 'Masters', 'Rivals'];

/** Sections that both graders list in the same words, with different players. */
const listedByBoth = (...subsets: string[]) =>
  subsets.flatMap((subset, at) => [section('psa', subset, at), section('beckett', subset, at)]);

const PATCH = section('psa', 'Shield Patch', 5);
const SHIELD = section('beckett', 'Shield', 5);

describe('sections of a product', () => {
  it('matches the only sections that are left', () => {
    expect(verdict(PATCH, SHIELD, ...listedByBoth(...SUBSETS))).toBe('same');
  });

  it('does not match them if the graders share fewer than five sections', () => {
    expect(verdict(PATCH, SHIELD, ...listedByBoth(...SUBSETS.slice(1)))).not.toBe('same');
  });

  it('does not match them if a grader does not list a quarter of the sections', () => {
    const more = ['Icons', 'Trios'].map((subset, at) => section('psa', subset, at));
    expect(verdict(PATCH, SHIELD, ...listedByBoth(...SUBSETS), ...more)).not.toBe('same');
  });

  it('does not match them if a grader lists the section with and without the word', () => {
    const psaShield = section('psa', 'Shield', 5);
    const sections = [PATCH, SHIELD, psaShield, ...listedByBoth(...SUBSETS)];
    expect(verdict(...sections)).not.toBe('same');
  });

  it('does not match them if each has a word that the other lacks', () => {
    const quad = section('beckett', 'Shield Quad', 5);
    expect(verdict(PATCH, quad, ...listedByBoth(...SUBSETS))).not.toBe('same');
  });
});

/** Sections that PSA lists as relics and Beckett lists without this word, with different players. */
const omitting = (...subsets: string[]) =>
  subsets.flatMap((subset, at) => [
    section('psa', `${subset} Relics`, at),
    section('beckett', subset, at),
  ]);

describe('words of a product', () => {
  it('matches relics if the other grader omits the word from three sections', () => {
    expect(verdict(...omitting('Blades', 'Leaders', 'Legends'))).toBe('same');
  });

  it('does not match relics if the other grader omits the word from two sections only', () => {
    expect(verdict(...omitting('Blades', 'Leaders'))).not.toBe('same');
  });

  it('does not match relics if a grader lists another section with and without the word', () => {
    const icons = [section('psa', 'Icons Relics', 3), section('psa', 'Icons', 3)];
    const sections = omitting('Blades', 'Leaders', 'Legends');
    expect(verdict(...sections, ...icons)).not.toBe('same');
  });

  it('does not match a section with another one if the grader uses the additional word elsewhere', () => {
    // Each grader lists a different section of each pair. PSA also lists sections with the word, and others without it.
    const sparse = ['Blades', 'Leaders', 'Legends'].flatMap((subset, at) => [
      section('psa', subset, at),
      section('beckett', `${subset} Quad`, at),
    ]);
    expect(verdict(...sparse)).toBe('same');
    expect(verdict(...sparse, section('psa', 'Icons Quad', 4))).not.toBe('same');
  });
});

describe('words of a category', () => {
  const omitted = ['Blades', 'Leaders', 'Legends'].flatMap((subset, at) => [
    section('psa', `${subset} Dual`, at),
    section('beckett', subset, at),
  ]);
  const icons = section('psa', 'Icons Dual', 3);

  it('are omitted if a grader omits them from three sections', () => {
    expect(learn(...omitted, icons).isOmitted('hockey', 'dual')).toBe(true);
  });

  it.each(['Icons', 'Icons Triple'])(
    'are not omitted if a grader lists the same cards as `Icons Dual` and as %j',
    (other) => {
      const knowledge = learn(...omitted, icons, section('psa', other, 3));
      expect(knowledge.isOmitted('hockey', 'dual')).toBe(false);
    },
  );

  describe('that the other grader uses on other cards', () => {
    const pairIn = (set: string) => [
      section('psa', 'Masters Dual', 6, set),
      section('beckett', 'Masters', 6, set),
    ];
    const used = section('beckett', 'Rivals Dual', 1, 'Harbor Pucks');

    it('are not omitted if sections share numbers', () => {
      const pair = pairIn('Parkside Sticks');
      expect(verdict(...pair, ...omitted)).toBe('same');
      expect(verdict(...pair, ...omitted, used)).not.toBe('same');
    });

    it('are omitted if the number identifies the card', () => {
      expect(verdict(...pairIn('Lakeside Skates'), ...omitted, used)).toBe('same');
    });
  });
});
