import type { Grader } from '@gcd/contracts';
import { compare } from '../src/compare.js';
import { type Features, featuresOf } from '../src/features.js';
import type { Knowledge } from '../src/knowledge.js';
import { Learner } from '../src/learn.js';
import { entry } from './entries.js';

const PLAYERS = ['Anders Ek', 'Bo Dahl', 'Carl Fors', 'Dan Gren', 'Erik Holm', 'Finn Isak'];

/** Returns the cards of a section: one player per number, beginning with the player at `first`. */
export const section = (
  grader: Grader,
  subset: string,
  first = 0,
  setName = 'Parkside Sticks',
): Features[] =>
  [0, 1, 2, 3].map((at) => {
    const name = PLAYERS[(first + at) % PLAYERS.length] as string;
    const description = `2017 ${setName} ${subset} #${at + 1} ${name}`;
    const columns = { category: 'Hockey', year: '2017', setName, subset, name };
    return featuresOf(entry({ grader, ...columns, cardNumber: `${at + 1}`, description }));
  });

/** Learns from the sections. */
export const learn = (...sections: Features[][]): Knowledge => {
  const learner = new Learner();
  for (const number of ['1', '2', '3', '4'])
    learner.add(sections.flat().filter((card) => card.number === number));
  return learner.finish();
};

/** Learns from the sections, and compares the first cards of the first two. */
export const verdict = (...sections: Features[][]) => {
  const [[a], [b]] = sections as [[Features], [Features]];
  return compare(a, b, learn(...sections)).verdict;
};
