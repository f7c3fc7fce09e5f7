import type { Grader } from '@gcd/contracts';
import { expect, it } from '@jest/globals';
import { cardDisplayName, inNormalCase, setDisplayName } from './display-name.js';

it.each([
  ['KEN GRIFFEY JR.', 'Ken Griffey Jr.'],
  ["TEAM ROCKET'S MEWTWO EX", "Team Rocket's Mewtwo EX"],
  ["SHAQUILLE O'NEAL", "Shaquille O'Neal"],
  ['MARK MCGWIRE', 'Mark McGwire'],
  ['1ST EDITION', '1st Edition'],
  ['MINION OF TEAM ROCKET', 'Minion of Team Rocket'],
  ['HO-OH', 'Ho-Oh'],
  ['LeBron JAMES', 'LeBron JAMES'],
])('%j in normal case is %j', (text, expected) => {
  expect(inNormalCase(text)).toBe(expected);
});

it.each<[string, Partial<Record<Grader, string>>, string]>([
  ['1999', { psa: 'POKEMON GAME', beckett: 'Pokemon Base', cgc: 'Base Set' }, '1999 Base Set'],
  ['2000', { psa: 'POKEMON ROCKET', cgc: 'Team Rocket' }, '2000 Team Rocket'],
  ['2024', { psa: 'POKEMON PAF EN-PALDEAN FATES' }, '2024 Paldean Fates'],
  ['2023', { sgc: 'Pokemon TCG Scarlet and Violet 151', cgc: '151' }, '2023 151'],
  ['2018', { psa: "POKEMON MCDONALD'S COLLECTION 2018" }, "McDonald's Collection 2018"],
  ['2000', { psa: 'POKEMON JAPANESE NEO' }, '2000 Japanese Neo'],
])('the set of %s %j is %j', (year, names, expected) => {
  const all = Object.entries(names).map(([grader, set_name]) => ({
    grader: grader as Grader,
    category: 'Pokemon',
    year,
    set_name,
  }));
  const [own] = all;
  expect(setDisplayName(own as (typeof all)[0], all)).toBe(expected);
});

it.each([
  [{ card_number: '#4' }, 'Charizard, 1999 Base Set #4'],
  [{ parallel: '1ST EDITION' }, 'Charizard, 1st Edition, 1999 Base Set'],
  [{ card_number: '4', has_first_edition: true }, 'Charizard, Unlimited, 1999 Base Set #4'],
  [{ names: ['CHARIZARD-HOLO', 'CHARIZARD'] }, 'Charizard, 1999 Base Set'],
  [{ has_twin: true }, 'Charizard, Holo, 1999 Base Set'],
  [{ has_twin: true, names: ['CHARIZARD-REVERSE FOIL'] }, 'Charizard, Reverse Foil, 1999 Base Set'],
  [{ name: 'FULL ART/UMBREON VMAX', names: null }, 'Umbreon VMAX, 1999 Base Set'],
  [{ name: '' }, '1999 CARD'],
])('cardDisplayName(%j) is %j', (parts, expected) => {
  const card = {
    set: '1999 Base Set',
    name: 'CHARIZARD-HOLO',
    card_number: '',
    parallel: null,
    subset: null,
    description: '1999 CARD',
    names: ['CHARIZARD-HOLO', 'Charizard'],
    has_first_edition: false,
    has_twin: false,
  };
  expect(cardDisplayName({ ...card, ...parts })).toBe(expected);
});
