import type { Cert, Grader } from '@gcd/client';
import type { VNode } from 'preact';
import { StandingBar } from './charts/standing.js';
import { counted, graderName, number, percent } from './format.js';
import { Scrolls } from './scrolls.view.js';

/** Renders a comparison of a cert with the copies of its card that are of the same kind. */
export function StandingSection({ cert }: { cert: Cert }): VNode {
  const comparison = comparisonOf(cert);
  return (
    <section aria-labelledby="standing">
      <h2 id="standing">Where it stands</h2>
      {comparison ? (
        <Comparison {...comparison} />
      ) : (
        <p class="missing">
          {cert.card_id === null
            ? 'This cert is not linked to a card, so there is no population to compare it with.'
            : 'This cert has no grade, or its card has no population to compare it with.'}
        </p>
      )}
      {comparison && !comparison.grader && <ByGrader cert={cert} />}
      {comparison && cert.grader_data.has_auto_grade && cert.grader !== 'psa' && (
        <p class="quiet">
          {graderName(cert.grader)} does not count autographed copies separately, so these numbers
          include copies without an autograph.
        </p>
      )}
    </section>
  );
}

interface Counts {
  readonly grade_population: number;
  readonly grade_qualifier_population?: number;
  readonly population_higher: number;
  readonly total_population: number;
}

/** The copies that a cert is compared with. */
interface Comparison {
  readonly counts: Counts;
  /** Grader of the copies; undefined for all graders. */
  readonly grader?: Grader;
  readonly isSigned: boolean;
  readonly isQualified: boolean;
}

/**
 * Selects the counts that apply to a slab. Only PSA counts copies with an autograph or a qualifier separately, so such a
 * slab is compared with PSA's copies.
 * @returns undefined if there are no such copies
 */
function comparisonOf(cert: Cert): Comparison | undefined {
  const { grader, grader_data: data, cross_grader: all } = cert;
  const isSigned = grader === 'psa' && data.has_auto_grade;
  const isQualified = data.population_context?.grade_qualifier_population !== undefined;
  if (!isSigned && !isQualified && all && all.total_population > 0) {
    return { counts: all, isSigned, isQualified };
  }
  const own = data.population_context;
  const counts = own && isSigned ? data.population_context_auto_split?.auto : own;
  return counts && counts.total_population > 0
    ? { counts, grader, isSigned, isQualified }
    : undefined;
}

function Comparison({ counts, grader, isSigned, isQualified }: Comparison): VNode {
  const { population_higher: higher, total_population: total } = counts;
  const same = isQualified ? (counts.grade_qualifier_population ?? 0) : counts.grade_population;
  const unqualified = isQualified ? counts.grade_population : 0;
  const kind = isSigned ? 'autographed ' : '';
  const qualifier = isQualified ? ' with a qualifier' : '';
  return (
    <>
      <p>
        Among {counted(total, `${kind}copy`, `${kind}copies`)} of{' '}
        {grader ? graderName(grader) : 'all graders'}, {number(same)} ({percent(same / total)}) have
        this grade{qualifier}, and {number(higher)} ({percent(higher / total)}) a higher one.
      </p>
      <StandingBar
        parts={[
          // Copies with another qualifier are included only in the total.
          ['lower', Math.max(0, total - same - unqualified - higher), 'lower'],
          ['same', same, `of this grade${qualifier}`],
          ...(isQualified
            ? [['unqualified', unqualified, 'of this grade without a qualifier'] as const]
            : []),
          ['higher', higher, 'higher'],
        ]}
      />
    </>
  );
}

function ByGrader({ cert: { cross_grader } }: { cert: Cert }): VNode {
  const rows = Object.entries(cross_grader?.by_grader ?? {}) as [Grader, Counts][];
  return (
    <Scrolls label="Standing by grader">
      <table class="counts">
        <thead>
          <tr>
            <th scope="col">Grader</th>
            <th scope="col">This grade</th>
            <th scope="col">Higher</th>
            <th scope="col">All</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([grader, counts]) => (
            <tr>
              <th scope="row">{graderName(grader)}</th>
              <td>{number(counts.grade_population)}</td>
              <td>{number(counts.population_higher)}</td>
              <td>{number(counts.total_population)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}
