import type { Cert, Grader } from '@gcd/client';
import type { VNode } from 'preact';
import { type Standing, StandingBar } from './charts/standing.js';
import { counted, graderName, number, percent } from './format.js';
import { Scrolls } from './scrolls.view.js';

/** Renders a comparison of a cert's grade with the grades of all copies of its card. */
export function StandingSection({ cert }: { cert: Cert }): VNode {
  const all = cert.cross_grader;
  const own = cert.grader_data.population_context;
  return (
    <section aria-labelledby="standing">
      <h2 id="standing">Where it stands</h2>
      {all && all.total_population > 0 ? (
        <>
          <p>
            Among {counted(all.total_population, 'copy', 'copies')} of all graders,{' '}
            {number(all.grade_population)} ({percent(all.grade_population / all.total_population)})
            have this grade, and {number(all.population_higher)} (
            {percent(all.population_higher / all.total_population)}) a higher one.
          </p>
          <StandingBar standing={standingOf(all)} />
          <ByGrader cert={cert} />
        </>
      ) : own && own.total_population > 0 ? (
        <>
          <p>
            Among {counted(own.total_population, 'copy', 'copies')} of {graderName(cert.grader)}:
          </p>
          <StandingBar standing={standingOf(own)} />
        </>
      ) : (
        <p class="missing">
          {cert.card_id === null
            ? 'This cert is not linked to a card, so there is no population to compare it with.'
            : 'This cert has no grade, or its card has no population to compare it with.'}
        </p>
      )}
    </section>
  );
}

interface Counts {
  readonly grade_population: number;
  readonly population_higher: number;
  readonly total_population: number;
}

function standingOf({
  grade_population: same,
  population_higher: higher,
  ...counts
}: Counts): Standing {
  // Count copies with a qualifier as lower grades, because they are included only in the total.
  return { lower: Math.max(0, counts.total_population - same - higher), same, higher };
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
