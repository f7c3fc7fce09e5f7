import { describe, expect, it } from '@jest/globals';
import { type KindName, requiredColumns, type StagedValue } from '../file-kind.js';
import { Rejection } from '../rejection.js';
import { FILE_KINDS, fileKind } from './index.js';

const ID = 'ab'.repeat(20);

/** For each kind of dataset file, a row that contains only the required columns. */
const MINIMAL_ROWS: Record<KindName, Record<string, string>> = {
  cards: { card_id: ID, grader: 'psa', description: 'A card' },
  matches: { card_id: ID },
  specs: { grader: 'psa', spec_id: '1', status: 'unmapped' },
  certs: { grader: 'psa', cert: '1' },
  populations: { card_id: ID, date: '2024-01-31', grades: '{}' },
  images: { grader: 'psa', cert: '1', image_back: 'https://x.example/b' },
  authentications: { cert: '1', description: 'A ball', result: 'Authentic' },
};

/** Parses a minimal row of a dataset file after replacing some columns. @returns the values by staging column */
function read(name: KindName, columns: Record<string, string> = {}): Record<string, StagedValue> {
  const kind = fileKind(name);
  const empty = Object.fromEntries(Object.keys(kind.columns).map((each) => [each, '']));
  const values = kind.read({ ...empty, ...MINIMAL_ROWS[name], ...columns });
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

describe.each(FILE_KINDS)('a row of $name.csv', (kind) => {
  const { name, columns } = kind;

  it('is accepted with only the required columns', () => {
    expect(() => read(name)).not.toThrow();
  });

  it('is accepted with the documented example for every column', () => {
    const examples = Object.entries(columns).map(([column, { example }]) => [column, example]);
    expect(() => read(name, Object.fromEntries(examples))).not.toThrow();
  });

  const required = requiredColumns(kind);
  it.each(required.filter((column) => !(name === 'matches' && column === 'universal_card_id')))(
    'is rejected if %s is empty',
    (column) => {
      expect(rejection(name, { [column]: '' })).toContain(`${column} must `);
    },
  );

  it.each(Object.keys(columns))(
    'is rejected if %s is invalid, with a reason in complete sentences',
    (column) => {
      const reason = rejection(name, { [column]: `${'x'.repeat(3000)}\u0007` });
      if (reason !== 'accepted') expect(reason).toMatch(/^[A-Za-z"].* .*\.$/s);
    },
  );
});

describe('parsing of dataset rows', () => {
  it.each<[KindName, Record<string, string>, Record<string, StagedValue>]>([
    [
      'cards',
      { card_id: ID.toUpperCase(), grader: 'BVG' },
      { card_id: `\\x${ID}`, grader: 'beckett' },
    ],
    ['cards', { universal_card_id: '' }, { universal_card_id: null, category: '', parallel: null }],
    ['certs', { grader: 'CSG', grade: 'cgc_10_perfect' }, { grader: 'cgc', grade: 22 }],
    [
      'certs',
      { grade: 'psa_q8', qualifier_type: 'oc' },
      { grade: null, qualifier: 8, qualifier_type: 'OC' },
    ],
    ['certs', { grade: 'psa_q8', grade_label: 'NM-MT 8' }, { grade_label: 'NM-MT 8' }],
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
    [
      'populations',
      { grades: '{"sgc_10":3,"sgc_10_pristine":2,"sgc_9_5":5}' },
      { grades: `{${'0,'.repeat(18)}5,3,2}`, qualifiers: '{}', total: 10, gem_total: 5 },
    ],
    [
      'populations',
      { grades: '{"psa_10":3}', qualifiers: '{"psa_q9":2}', auto_grades: '{"psa_10":3}' },
      { qualifiers: '{0,0,0,0,0,0,0,0,0,2}', total: 5, gem_total: 3 },
    ],
  ])('parses a row of %s with %p', (name, columns, values) => {
    expect(read(name, columns)).toMatchObject(values);
  });
});

describe('validation of dataset rows', () => {
  const tomorrow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  it.each<[KindName, Record<string, string>, string]>([
    ['cards', { card_id: 'ab' }, 'card_id must be 40 hexadecimal digits, not "ab".'],
    ['cards', { description: 'x'.repeat(2001) }, 'a text of at most 2000 characters'],
    ['cards', { set_url: 'javascript:x' }, 'set_url must be a URL that begins with https://'],
    ['specs', { status: 'unknown' }, 'status must be processing or unmapped, not "unknown".'],
    ['certs', { cert: '#' }, 'cert must not be empty.'],
    ['certs', { grader: 'csg', grade: '9.5' }, 'key of cgc, not "9.5". Allowed: cgc_auth_altered,'],
    ['certs', { grade: 'psa_9', qualifier_type: 'OC' }, 'qualifier_type must be empty unless'],
    ['certs', { grade: 'psa_q9', qualifier_type: 'XX' }, 'qualifier_type must be one of OC, MC,'],
    ['certs', { has_auto_grade: 'maybe' }, 'has_auto_grade must be true or false'],
    ['certs', { retrieved_month: '2024-13' }, 'retrieved_month must be a month YYYY-MM'],
    ['certs', { retrieved_month: tomorrow(70).slice(0, 7) }, 'must not be in the future'],
    ['certs', { centering: '10.5' }, 'centering must be a number from 0 to 10'],
    ['populations', { date: '2023-02-29' }, 'date must be a date YYYY-MM-DD, not "2023-02-29".'],
    ['populations', { date: '1989-12-31' }, 'date must not be before 1990: 1989-12-31.'],
    ['populations', { grades: '{"psa_10":' }, 'grades must be a JSON object of grade keys'],
    ['populations', { grades: '{"psa_10":-1}' }, 'The count of "psa_10" in grades must be a whole'],
    ['populations', { grades: '{"psa_10":1,"sgc_10":1}' }, 'of psa, but grades has "sgc_10".'],
    ['populations', { grades: '{"psa_q8":1}' }, '"psa_q8" belongs in the column qualifiers'],
    [
      'populations',
      { grades: '{"psa_9":1}', auto_grades: '{"psa_9":2}' },
      'psa_9 is 2 in auto_grades and 1 in grades.',
    ],
    [
      'populations',
      { grades: '{"psa_9":536870911,"psa_8":1}' },
      'must add up to at most 536870911',
    ],
  ])('rejects a row of %s with %p: %s', (name, columns, reason) => {
    expect(rejection(name, columns)).toContain(reason);
  });

  it.each([
    ['certs', 'cert', '0007'],
    ['cards', 'set_url', '2028'],
    ['cards', 'set_name', '202E'],
  ] as const)('rejects a row of %s whose %s contains U+%s', (name, column, code) => {
    const value = `https://x.example/${String.fromCharCode(Number.parseInt(code, 16))}1`;
    const reason = `${column} must not contain the control character U+${code}.`;
    expect(rejection(name, { [column]: value })).toBe(reason);
  });

  it('rejects a count that is a deeply nested array', () => {
    const nested = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(rejection('populations', { grades: `{"psa_10":${nested}}` })).toContain(
      'The count of "psa_10" in grades must be a whole number from 0 to 536870911, not "object".',
    );
  });

  it('accepts the current date in UTC, but no later one', () => {
    const dated = (days: number) => rejection('populations', { date: tomorrow(days).slice(0, 10) });
    expect(dated(0)).toBe('accepted');
    expect(dated(1)).toBe(`date must not be in the future: ${tomorrow(1).slice(0, 10)}.`);
  });

  it.each([
    ['grades', '{"psa_9": 3, "psa_10": 1, "psa_9": 4}', 'grades has the key "psa_9" twice'],
    ['auto_grades', '{"psa_9":1,"psa_\\u0039":2}', 'auto_grades has the key'],
  ] as const)('rejects a row of populations with a repeated key in %s', (column, json, reason) => {
    expect(rejection('populations', { grades: '{"psa_9": 9}', [column]: json })).toContain(reason);
  });

  it.each([
    ['specs', 'spec_id'],
    ['certs', 'cert'],
  ] as const)('rejects a row of %s whose %s was rounded by a spreadsheet', (name, column) => {
    expect(rejection(name, { [column]: '4.22902E+09' })).toContain(
      `${column} was rounded by a spreadsheet: "4.22902E+09".`,
    );
  });

  it.each([
    ['#N/A', 'cert must be a number, not "#N/A".'],
    ['PSA 12345678', 'cert must be of sgc, not "PSA 12345678".'],
  ])('rejects a cert number without digits or of another grader: %s', (cert, reason) => {
    expect(rejection('certs', { grader: 'sgc', cert })).toBe(reason);
  });
});
