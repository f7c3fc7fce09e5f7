import { describe, expect, it } from '@jest/globals';
import { section, verdict } from '../test/sections.js';

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

  it('matches relics in four sections although a grader lists one more with and without the word', () => {
    const icons = [section('psa', 'Icons Relics', 4), section('psa', 'Icons', 4)];
    const sections = omitting('Blades', 'Leaders', 'Legends', 'Masters');
    expect(verdict(...sections, ...icons)).toBe('same');
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
