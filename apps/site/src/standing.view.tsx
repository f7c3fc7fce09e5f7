import { type Cert, type Grader, type SlabCounts, slabCounts } from '@gcd/client';
import type { VNode } from 'preact';
import { StandingBar } from './charts/standing.js';
import { counted, day, gradeOf, graderName, number, percent } from './format.js';
import { Scrolls } from './scrolls.view.js';

/** Renders a comparison of a cert with the copies of its card that are of the same kind. */
export function StandingSection({ cert }: { cert: Cert }): VNode {
  const { grader, grader_data, cross_grader: all } = cert;
  const own = slabCounts(cert);
  const isPlain = !own?.isSigned && !own?.isQualified;
  return (
    <section aria-labelledby="standing">
      <h2 id="standing">Where it stands</h2>
      {isPlain && all && all.total_population > 0 ? (
        <>
          <Comparison
            counts={{
              same: all.grade_population,
              higher: all.population_higher,
              total: all.total_population,
            }}
          />
          <ByGrader cert={cert} />
        </>
      ) : own && own.total > 0 ? (
        <Comparison grader={grader} counts={own} />
      ) : (
        <p class="missing">
          {cert.card_id === null
            ? 'This cert is not linked to a card, so there is no population to compare it with.'
            : 'This cert has no grade, or its card has no population to compare it with.'}
        </p>
      )}
      {own && cert.population && (
        <p class="quiet">
          Latest counts: {day(cert.population.population_data.data_last_updated)}.
        </p>
      )}
      {grader_data.has_auto_grade && isPlain && own && (
        <p class="quiet">
          {graderName(grader)} does not count autographed copies separately, so these numbers
          include copies without an autograph.
        </p>
      )}
    </section>
  );
}

/** Returns the population of a cert's grade at its own grader, as collectors write it; null if there is none. */
export function popOf(cert: Cert): { count: string; higher: string; isBest: boolean } | null {
  const counts = slabCounts(cert);
  if (!counts?.same) return null;
  const { same, higher, isSigned, isQualified } = counts;
  const kind = `${isSigned ? ' autographed' : ''}${isQualified ? ' with a qualifier' : ''}`;
  return {
    count: `Pop ${number(same)}${kind}`,
    higher: higher === 0 ? 'none higher' : `${number(higher)} higher`,
    isBest: same === 1 && higher === 0,
  };
}

/** Renders the population of a cert's grade at its own grader. */
export function Population({ cert }: { cert: Cert }): VNode | null {
  const pop = popOf(cert);
  if (!pop) return null;
  return (
    <p class={pop.isBest ? 'pop best' : 'pop'}>
      <span>{gradeOf(cert)}</span> · <b>{pop.count}</b> · <span>{pop.higher}</span>
    </p>
  );
}

function Comparison({
  counts: { same, higher, total, unqualified = 0, isSigned = false, isQualified = false },
  grader,
}: {
  counts: Pick<SlabCounts, 'same' | 'higher' | 'total'> & Partial<SlabCounts>;
  grader?: Grader;
}): VNode {
  const kind = isSigned ? 'autographed ' : '';
  const qualifier = isQualified ? ' with a qualifier' : '';
  const between = isQualified ? unqualified : 0;
  return (
    <>
      <p>
        Among {counted(total, `${kind}copy`, `${kind}copies`)} of{' '}
        {grader ? graderName(grader) : 'all graders'}, {number(same)} ({percent(same / total)}) have
        this grade{qualifier}, and {number(higher)} ({percent(higher / total)}) a higher one.
      </p>
      <StandingBar
        parts={[
          // Other copies with a qualifier are included only in the total.
          [
            'lower',
            Math.max(0, total - same - between - higher),
            isQualified ? 'lower, or with another qualifier' : 'lower, or with a qualifier',
          ],
          ['same', same, `of this grade${qualifier}`],
          ...(isQualified
            ? [['unqualified', between, 'of this grade without a qualifier'] as const]
            : []),
          ['higher', higher, 'higher'],
        ]}
      />
    </>
  );
}

type Counts = NonNullable<Cert['cross_grader']>['by_grader'][Grader];

function ByGrader({ cert: { cross_grader } }: { cert: Cert }): VNode {
  const rows = Object.entries(cross_grader?.by_grader ?? {}) as [Grader, NonNullable<Counts>][];
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
