import { describe, expect, it } from '@jest/globals';
import type { KindName, StagedValue } from '../file-kind.js';
import { Rejection } from '../rejection.js';
import { FILE_KINDS, fileKind } from './index.js';

const ID = 'ab'.repeat(20);

/** The least that each kind needs. */
const LEAST: Record<KindName, Record<string, string>> = {
  cards: { card_id: ID, grader: 'psa', description: 'A card' },
  matches: { card_id: ID },
  specs: { grader: 'psa', spec_id: '1', status: 'unmapped' },
  certs: { grader: 'psa', cert: '1' },
  populations: { card_id: ID, date: '2024-01-31', grades: '{}' },
  images: { grader: 'psa', cert: '1', image_back: 'https://x.example/b' },
  authentications: { cert: '1', description: 'A ball', result: 'Authentic' },
};

/** Reads a row of the least with other columns, into values by staged column. */
function read(name: KindName, columns: Record<string, string> = {}): Record<string, StagedValue> {
  const kind = fileKind(name);
  const empty = Object.fromEntries([...kind.required, ...kind.optional].map((each) => [each, '']));
  const values = kind.read({ ...empty, ...LEAST[name], ...columns });
  const staged = Object.keys(kind.staged);
  expect(values).toHaveLength(staged.length);
  return Object.fromEntries(staged.map((column, at) => [column, values[at] ?? null]));
}

function rejection(name: KindName, columns: Record<string, string>): string {
  try {
    read(name, columns);
  } catch (error) {
    if (error instanceof Rejection) return error.message;
    throw error;
  }
  return 'accepted';
}

describe.each(FILE_KINDS)('$name', ({ name, required }) => {
  it('accepts the least', () => {
    expect(() => read(name)).not.toThrow();
  });

  it.each(required.filter((column) => !(name === 'matches' && column === 'universal_card_id')))(
    'rejects an empty %s',
    (column) => {
      expect(rejection(name, { [column]: '' })).toMatch(new RegExp(`^${column}: `));
    },
  );
});

describe('what is read', () => {
  it.each<[KindName, Record<string, string>, Record<string, StagedValue>]>([
    [
      'cards',
      { card_id: ID.toUpperCase(), grader: 'BVG' },
      { card_id: `\\x${ID}`, grader: 'beckett' },
    ],
    ['cards', { universal_card_id: '' }, { universal_card_id: null, category: '', parallel: null }],
    ['matches', {}, { universal_card_id: null }],
    ['certs', { grader: 'CSG', grade: 'cgc_10_perfect' }, { grader: 'cgc', grade: 22 }],
    ['certs', { cert: '# 42' }, { cert: '42', grade: null }],
    ['certs', { grade: 'psa_9', grade_label: 'MINT 9' }, { grade_label: null }],
    ['certs', { grade: 'psa_9', grade_label: 'Mint' }, { grade_label: 'Mint' }],
    [
      'certs',
      { grade: 'psa_q8', qualifier_type: 'oc' },
      { grade: null, qualifier: 8, qualifier_type: 'OC' },
    ],
    [
      'certs',
      { grade: 'psa_q8', qualifier_type: 'OC', grade_label: 'NM-MT 8 (OC)' },
      { grade_label: null },
    ],
    ['certs', { grade: 'psa_q8', grade_label: 'NM-MT 8 (Q)' }, { grade_label: null }],
    ['certs', { grade: 'psa_q8', grade_label: 'NM-MT 8' }, { grade_label: 'NM-MT 8' }],
    ['certs', { card_id: ID, description: 'x' }, { description: null }],
    ['certs', { description: 'x' }, { description: 'x' }],
    ['certs', { retrieved_month: '2024-02' }, { retrieved_month: '2024-02-01' }],
    [
      'certs',
      { has_auto_grade: 'TRUE', centering: '9.5' },
      { has_auto_grade: true, centering: 9.5 },
    ],
    [
      'authentications',
      { primary_subjects: ' A "B" |C\\D||' },
      { primary_subjects: '{"A \\"B\\"","C\\\\D"}' },
    ],
    ['populations', {}, { grader: null, grades: '{}', total: 0 }],
    [
      'populations',
      { grades: '{"sgc_10":3,"sgc_10_pristine":2,"sgc_9_5":5}' },
      {
        grader: 'sgc',
        grades: '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,5,3,2}',
        qualifiers: '{}',
        total: 10,
        gem_total: 5,
      },
    ],
    [
      'populations',
      { grades: '{"psa_10":3}', qualifiers: '{"psa_q9":2}', auto_grades: '{"psa_10":3}' },
      { qualifiers: '{0,0,0,0,0,0,0,0,0,2}', total: 5, gem_total: 3 },
    ],
  ])('%s %p', (name, columns, values) => {
    expect(read(name, columns)).toMatchObject(values);
  });
});

describe('what is rejected', () => {
  const tomorrow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  it.each<[KindName, Record<string, string>, string]>([
    ['cards', { card_id: 'ab' }, 'card_id: "ab" is not 40 hexadecimal digits'],
    ['cards', { grader: 'topps' }, 'grader: "topps" is none of'],
    ['cards', { description: 'x'.repeat(2001) }, 'description: is longer'],
    ['cards', { set_url: 'javascript:x' }, 'set_url'],
    ['specs', { status: 'unknown' }, 'status'],
    ['certs', { cert: '#' }, 'cert: is empty'],
    ['certs', { cert: 'x'.repeat(65) }, 'cert: is longer than 64'],
    ['certs', { cert: '1\u00072' }, 'cert: contains a control character'],
    ['certs', { grade: 'beckett_9' }, 'grade: "beckett_9" is no grade of psa'],
    ['certs', { grade: 'psa_9_5' }, 'grade'],
    ['certs', { grade: 'psa_9', qualifier_type: 'OC' }, 'qualifier_type: stands without'],
    ['certs', { grade: 'psa_q9', qualifier_type: 'XX' }, 'qualifier_type: "XX" is none of'],
    ['certs', { has_auto_grade: 'maybe' }, 'has_auto_grade'],
    ['certs', { retrieved_month: '2024-13' }, 'retrieved_month'],
    ['certs', { retrieved_month: tomorrow(70).slice(0, 7) }, 'retrieved_month'],
    ['certs', { centering: '10.5' }, 'centering'],
    ['certs', { centering: '-1' }, 'centering'],
    ['populations', { date: '2023-02-29' }, 'date: "2023-02-29" is not a date'],
    ['populations', { date: '2024-1-1' }, 'date'],
    ['populations', { date: '1989-12-31' }, 'date: 1989-12-31 is before 1990'],
    ['populations', { date: tomorrow(3).slice(0, 10) }, 'is in the future'],
    ['populations', { grades: '{"psa_10":' }, 'grades: "{\\"psa_10\\":" is not a JSON object'],
    ['populations', { grades: '[1]' }, 'grades'],
    ['populations', { grades: '{"psa_10":-1}' }, 'grades: "psa_10": "-1" is not a whole number'],
    ['populations', { grades: '{"psa_10":1.5}' }, 'grades'],
    ['populations', { grades: '{"psa_10":"1"}' }, 'grades'],
    ['populations', { grades: '{"psa_11":1}' }, 'grades: "psa_11" is no grade of psa'],
    ['populations', { grades: '{"psa_10":1,"sgc_10":1}' }, 'grades: "sgc_10" is no grade of psa'],
    ['populations', { grades: '{"psa_q8":1}' }, 'grades: "psa_q8" is a qualifier'],
    ['populations', { qualifiers: '{"psa_8":1}' }, 'qualifiers: "psa_8" is not a qualifier'],
    [
      'populations',
      { grades: '{"psa_9":1}', auto_grades: '{"psa_9":2}' },
      'auto_grades: counts 2 where grades counts 1',
    ],
    [
      'populations',
      { auto_qualifiers: '{"psa_q9":1}' },
      'auto_qualifiers: counts 1 where qualifiers',
    ],
    [
      'populations',
      { grades: '{"psa_9":2147483647,"psa_8":1}' },
      'grades: counts 2147483648 copies',
    ],
    ['images', { image_front: 'http://x.example/' }, 'image_front'],
    ['images', { image_front: 'https://x y' }, 'image_front'],
    ['matches', { universal_card_id: 'x' }, 'universal_card_id'],
  ])('%s %p: %s', (name, columns, reason) => {
    expect(rejection(name, columns)).toContain(reason);
  });

  it('tomorrow is accepted, for the sake of time zones', () => {
    expect(rejection('populations', { date: tomorrow(0.9).slice(0, 10) })).toBe('accepted');
  });
});
