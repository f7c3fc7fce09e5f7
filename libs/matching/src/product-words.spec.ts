import type { Grader } from '@gcd/contracts';
import { describe, expect, it } from '@jest/globals';
import { entry } from '../test/entries.js';
import { compare } from './compare.js';
import { type Features, featuresOf } from './features.js';
import { Learner } from './learn.js';

const PLAYERS = ['Anders Ek', 'Bo Dahl', 'Carl Fors', 'Dan Gren', 'Erik Holm', 'Finn Isak'];

/** Returns the cards of a section: one player per number, beginning with the player at `first`. */
const section = (grader: Grader, subset: string, first = 0): Features[] =>
  [0, 1, 2, 3].map((at) => {
    const name = PLAYERS[(first + at) % PLAYERS.length] as string;
    const description = `2017 Parkside Sticks ${subset} #${at + 1} ${name}`;
    const columns = { category: 'Hockey', year: '2017', setName: 'Parkside Sticks', subset, name };
    return featuresOf(entry({ grader, ...columns, cardNumber: `${at + 1}`, description }));
  });

/** Learns from the sections, and compares the first cards of the first two. */
const verdict = (...sections: Features[][]) => {
  const learner = new Learner();
  for (const number of ['1', '2', '3', '4'])
    learner.add(sections.flat().filter((card) => card.number === number));
  const [[a], [b]] = sections as [[Features], [Features]];
  return compare(a, b, learner.finish()).verdict;
};

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
