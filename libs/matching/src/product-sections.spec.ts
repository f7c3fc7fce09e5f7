import { describe, expect, it } from '@jest/globals';
import { section, verdict } from '../test/sections.js';

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

  it('does not match them if one has more cards', () => {
    expect(verdict(PATCH, SHIELD.slice(0, 3), ...listedByBoth(...SUBSETS))).not.toBe('same');
  });
});
