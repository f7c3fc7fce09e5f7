import { CARDS_AND_SEARCH } from './interface/cards-and-search.ts';
import { CERTS } from './interface/certs.ts';
import { ERRORS } from './interface/errors.ts';
import { FEED_AND_CATALOGS } from './interface/feed-and-catalogs.ts';
import { GENERAL } from './interface/general.ts';
import { LIMITS } from './interface/limits.ts';
import { POPULATIONS } from './interface/populations.ts';
import { RECORDS } from './interface/records.ts';
import { RESOURCES } from './interface/resources.ts';
import { SPECS } from './interface/specs.ts';

/**
 * A reference to a test by its file and full name. In the name, `*` matches any text. If several tests match, all of
 * them must pass.
 */
export interface TestReference {
  readonly file: string;
  readonly name: string;
}

export interface Section {
  readonly heading: string;
  /** Maps each statement of the specification to its tests, or to the reason why it has none. */
  readonly statements: Readonly<Record<string, readonly TestReference[] | string>>;
}

export interface TestResult extends TestReference {
  readonly status: string;
}

export const SECTIONS: readonly Section[] = [
  ...GENERAL,
  ...RESOURCES,
  ...POPULATIONS,
  ...RECORDS,
  ...CERTS,
  ...SPECS,
  ...CARDS_AND_SEARCH,
  ...FEED_AND_CATALOGS,
  ...ERRORS,
  ...LIMITS,
];

/**
 * Finds statements with a test that did not run or did not pass.
 * @returns a description of each statement, with the failing tests
 */
export function unprovenStatements(
  sections: readonly Section[],
  results: readonly TestResult[],
): string[] {
  return sections.flatMap(({ heading, statements }) =>
    Object.entries(statements).flatMap(([statement, tests]) => {
      if (typeof tests === 'string') return [];
      const problems = tests.flatMap((test) => problemOf(test, results));
      return problems.length > 0
        ? [`${heading}: ${statement}\n    ${problems.join('\n    ')}`]
        : [];
    }),
  );
}

function problemOf({ file, name }: TestReference, results: readonly TestResult[]): string[] {
  const pattern = new RegExp(`^${name.split('*').map(escapeRegExp).join('.*')}$`, 's');
  const cases = results.filter((result) => result.file === file && pattern.test(result.name));
  if (cases.length === 0) return [`did not run: ${file}: ${name}`];
  return cases
    .filter(({ status }) => status !== 'passed')
    .map((result) => `${result.status}: ${file}: ${result.name}`);
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** A statement of the specification, with its heading. */
export interface SpecifiedStatement {
  readonly heading: string;
  readonly statement: string;
}

/**
 * Extracts the statements of the specification: its sentences and the rows of its tables.
 * @param markdown text with one line per paragraph
 */
export function statementsOf(markdown: string): SpecifiedStatement[] {
  const found: SpecifiedStatement[] = [];
  let heading = '';
  let tableRow = 0;
  for (const line of markdown.split('\n').map((each) => each.trim())) {
    tableRow = line.startsWith('|') ? tableRow + 1 : 0;
    if (line.startsWith('#')) heading = line.replace(/^#+ /, '');
    else if (tableRow > 2) found.push({ heading, statement: line.slice(1, -1).trim() });
    else if (tableRow === 0 && line !== '') {
      const sentences = line.replace(/^(?:-|\d+\.) /, '').split(/(?<=[.!?])\s+(?=[A-Z`"(])/);
      found.push(...sentences.map((statement) => ({ heading, statement })));
    }
  }
  return found;
}
