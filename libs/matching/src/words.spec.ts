import { describe, expect, it } from '@jest/globals';
import { wordsOf } from './words.js';

describe('wordsOf', () => {
  it.each([
    ['Autographs', 'AUTO'],
    ['Die-Cut', 'diecuts'],
    ['O-Pee-Chee', 'OPC'],
    ['Upper Deck Series 2', 'UD Ser. Two'],
    ['Topps Series 2', 'Topps 2nd Series'],
    ['Pokémon', 'POKEMON'],
    ['Patches and Jerseys', 'Patch & Jsy'],
    ['1st Edition', 'First Edition'],
    ['Refractor /25', 'REF. #/25'],
  ])('treats %s like %s', (one, other) => {
    expect(wordsOf(one)).toEqual(wordsOf(other));
  });

  it.each([
    ['Gold', 'Golden'],
    ['Autographs', 'Signatures'],
    ['Series 1', 'Series 2'],
  ])('distinguishes %s from %s', (one, other) => {
    expect(wordsOf(one)).not.toEqual(wordsOf(other));
  });
});
