import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { isWholeRun, type RunOptions, reportUnproven } from '@gcd/testing/statements-report.js';
import {
  SECTIONS,
  type Section,
  statementsOf,
  type TestResult,
  unprovenStatements,
} from './interface-statements.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SPECIFICATION = path.join(
  process.env.SPEC_DIR ?? path.join(ROOT, '../shared/spec'),
  'interface.md',
);

const listed = SECTIONS.flatMap(({ heading, statements }) =>
  Object.keys(statements).map((statement) => `${heading}: ${statement}`),
);

describe('the statements of the interface specification', () => {
  // The specification is not part of the repository. Without it, this test is skipped.
  const compare = existsSync(SPECIFICATION) ? it : it.skip;
  compare(`match the listed statements (skipped without ${SPECIFICATION})`, () => {
    const specified = statementsOf(readFileSync(SPECIFICATION, 'utf8')).map(
      ({ heading, statement }) => `${heading}: ${statement}`,
    );
    expect(listed).toEqual(specified);
  });

  it('each have a test, or a reason for having none', () => {
    const proofs = SECTIONS.flatMap(({ statements }) => Object.values(statements));
    expect(proofs.filter(({ length }) => length === 0)).toEqual([]);
  });

  it('refer to existing test files', () => {
    const tests = SECTIONS.flatMap(({ statements }) => Object.values(statements)).flatMap((each) =>
      typeof each === 'string' ? [] : each,
    );
    const missing = tests.filter(({ file }) => !existsSync(path.join(ROOT, file)));
    expect(missing).toEqual([]);
  });
});

describe('unprovenStatements', () => {
  const file = 'a.test.ts';
  const unproven = (name: string, results: readonly TestResult[]): string[] => {
    const section: Section = { heading: 'H', statements: { 'It works.': [{ file, name }] } };
    return unprovenStatements([section], results);
  };
  const result = (name: string, status = 'passed', inFile = file): TestResult => ({
    file: inFile,
    name,
    status,
  });

  it('accepts a test that passed', () => {
    expect(unproven('works', [result('works'), result('else', 'failed')])).toEqual([]);
  });

  it('accepts a reason instead of a test', () => {
    const section: Section = { heading: 'H', statements: { 'It is good.': 'an opinion' } };
    expect(unprovenStatements([section], [])).toEqual([]);
  });

  it.each(['failed', 'pending', 'skipped', 'todo'])(
    'reports a statement whose test has the status %s',
    (status) => {
      expect(unproven('works', [result('works', status)])).toEqual([
        `H: It works.\n    ${status}: a.test.ts: works`,
      ]);
    },
  );

  it.each<[string, TestResult[]]>([
    ['no test ran', []],
    ['only a test with a similar name ran', [result('it works'), result('works well')]],
    ['only a test in another file ran', [result('works', 'passed', 'b.test.ts')]],
  ])('reports a statement when %s', (_when, results) => {
    expect(unproven('works', results)).toEqual(['H: It works.\n    did not run: a.test.ts: works']);
  });

  it('reports a statement if one case of a parameterized test did not pass', () => {
    const cases = [result('works with 1'), result('works with 2', 'pending')];
    expect(unproven('works with *', cases)).toEqual([
      'H: It works.\n    pending: a.test.ts: works with 2',
    ]);
    expect(unproven('works with *', cases.slice(0, 1))).toEqual([]);
  });

  it('reports a statement if one of several tests did not run', () => {
    const tests = ['works', 'works twice'].map((name) => ({ file, name }));
    const section: Section = { heading: 'H', statements: { 'It works.': tests } };
    expect(unprovenStatements([section], [result('works')])).toHaveLength(1);
  });
});

describe('the report at the end of a test run', () => {
  const sections: Section[] = [
    { heading: 'H', statements: { 'It works.': [{ file: 'a.test.ts', name: 'works' }] } },
  ];
  const run = (status: string) => {
    const printed: string[] = [];
    const testResults = [{ fullName: 'works', status }];
    const results = {
      numFailedTests: 0,
      numTotalTests: 1,
      testResults: [{ testFilePath: path.join(ROOT, 'a.test.ts'), testResults }],
    };
    reportUnproven(results, (text) => printed.push(text), sections);
    return { ...results, printed: printed.join('') };
  };

  it('is empty if every statement is proven', () => {
    expect(run('passed')).toMatchObject({ numFailedTests: 0, numTotalTests: 1, printed: '' });
  });

  it('counts an unproven statement as a failed test and prints it', () => {
    const { numFailedTests, numTotalTests, printed } = run('pending');
    expect([numFailedTests, numTotalTests]).toEqual([1, 2]);
    expect(printed).toContain('H: It works.\n    pending: a.test.ts: works');
  });

  const whole = { testPathPatterns: { patterns: [] }, nonFlagArgs: [] };

  it('is created when the whole suite runs', () => expect(isWholeRun(whole)).toBe(true));

  it.each<[string, Partial<RunOptions>]>([
    ['one file', { nonFlagArgs: ['a'], testPathPatterns: { patterns: ['a'] } }],
    ['one test name', { testNamePattern: 'works' }],
    ['changed files', { onlyChanged: true }],
    ['one shard', { shard: { shardCount: 2, shardIndex: 1 } }],
  ])('is not created when only part of the suite runs: %s', (_what, options) => {
    expect(isWholeRun({ ...whole, ...options })).toBe(false);
  });
});

describe('statementsOf', () => {
  it('returns the sentences and table rows of a specification', () => {
    const document = `# One

1. First. Second \`x\`. \`y\` is third.
   - Nested

| A | B |
|---|---|
| \`a\` | b. c |

## Two

Last: 1.5 is no end.`;
    expect(statementsOf(document)).toEqual([
      { heading: 'One', statement: 'First.' },
      { heading: 'One', statement: 'Second `x`.' },
      { heading: 'One', statement: '`y` is third.' },
      { heading: 'One', statement: 'Nested' },
      { heading: 'One', statement: '`a` | b. c' },
      { heading: 'Two', statement: 'Last: 1.5 is no end.' },
    ]);
  });
});
