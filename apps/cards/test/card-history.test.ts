import { describe, expect, it } from '@jest/globals';
import { fixtureCard } from '@gcd/testing/api.js';
import { getFromService as get } from '@gcd/testing/service.js';

const CHARIZARD = fixtureCard('1a');
const path = `/v1/cards/${CHARIZARD}/population/history`;

interface Point {
  date: string;
  total: number;
  gem_rate: number;
  grades: Record<string, number>;
  qualifiers?: Record<string, number>;
}

describe('GET /v1/cards/{card_id}/population/history: 200', () => {
  it('returns one point every two weeks, counted back from the latest recorded date [S8 S24 S101 S102 S103 S104 S105 S106 S107 S181 S182 S183]', async () => {
    const { status, body } = await get(path);
    expect(status).toBe(200);
    expect(body.data.population.window).toEqual({
      mode: 'trailing',
      interval: 'two_week',
      lookback: 'three_year',
      as_of: '2026-04-01',
      start: '2023-04-05',
      end: '2026-04-01',
      points: 79,
    });
    for (const { history } of Object.values<{ history: Point[] }>(
      body.data.population.population_data.by_grader,
    )) {
      expect(history).toHaveLength(79);
      expect(history.at(0)?.date).toBe('2023-04-05');
      expect(history.at(-1)?.date).toBe('2026-04-01');
    }
  });

  it('returns zeros before the first record, then the latest counts recorded on or before each date [S109]', async () => {
    const { body } = await get(path);
    const { psa } = body.data.population.population_data.by_grader;
    expect(psa).toMatchObject({
      total: 1706,
      gem_total: 40,
      gem_rate: 0.0234,
      first_recorded: '2026-01-10',
      last_population_change: '2026-03-01',
    });
    const totals = Object.fromEntries(
      psa.history.slice(-8).map(({ date, total }: Point) => [date, total]),
    );
    expect(totals).toEqual({
      '2025-12-24': 0,
      '2026-01-07': 0,
      '2026-01-21': 1435,
      '2026-02-04': 1435,
      '2026-02-18': 1435,
      '2026-03-04': 1706,
      '2026-03-18': 1706,
      '2026-04-01': 1706,
    });
    const january = psa.history.find(({ date }: Point) => date === '2026-01-21');
    expect(january).toMatchObject({
      gem_total: 20,
      gem_rate: 0.0139,
      grades: { psa_8: 900, psa_2: 0 },
      qualifiers: { psa_q8: 10 },
    });
    expect(Object.keys(january.grades)).toHaveLength(19);
  });

  it('returns the latest population as the last point [S108]', async () => {
    const [history, population] = await Promise.all([
      get(path),
      get(`/v1/cards/${CHARIZARD}/population`),
    ]);
    const newest = population.body.data.population.population_data;
    const { by_grader, ...summary } = history.body.data.population.population_data;
    const { by_grader: counts, ...totals } = newest;
    expect(summary).toEqual(totals);
    for (const [grader, { history: points }] of Object.entries<{ history: Point[] }>(by_grader)) {
      const { last_population_change: _changed, ...expected } = counts[grader];
      expect(points.at(-1)).toEqual({ date: '2026-04-01', ...expected });
    }
  });

  it('limits the window and every series to the days from `from` to `to`', async () => {
    const { status, body } = await get(`${path}?from=2026-01-07&to=2026-03-05`);
    expect(status).toBe(200);
    const whole = (await get(path)).body.data.population;
    const narrowed = { start: '2026-01-07', end: '2026-03-04', points: 5 };
    expect(body.data.population.window).toEqual({ ...whole.window, ...narrowed });
    for (const [grader, { history, ...totals }] of Object.entries<{ history: Point[] }>(
      body.data.population.population_data.by_grader,
    )) {
      const all = whole.population_data.by_grader[grader];
      expect(history).toEqual(all.history.slice(-7, -2));
      expect({ ...all, ...totals }).toEqual(all);
    }
  });

  it.each([
    ['from=2026-03-18', '2026-03-18', '2026-04-01', 2],
    ['to=2023-04-19', '2023-04-05', '2023-04-19', 2],
    ['interval=week', '2023-04-05', '2026-04-01', 157],
    ['from=2026-03-26&to=2099-01-01', '2026-04-01', '2026-04-01', 1],
    ['from=2099-01-01&to=2099-02-01', '2099-01-01', '2099-01-01', 0],
    ['from=2026-03-19&to=2026-03-20', '2026-03-19', '2026-03-20', 0],
  ])(
    '%s: returns a window from %s to %s with %i points [S103 S106 S184]',
    async (query, start, end, points) => {
      const { body } = await get(`${path}?${query}`);
      expect(body.data.population.window).toMatchObject({
        start,
        end,
        points,
        as_of: '2026-04-01',
      });
      expect(body.data.population.population_data.by_grader.psa.history).toHaveLength(points);
    },
  );

  it('with fields=totals, omits only grades and qualifiers', async () => {
    const { body } = await get(`${path}?fields=totals`);
    const whole = (await get(path)).body.data;
    for (const { history } of Object.values<{ history: Partial<Point>[] }>(
      whole.population.population_data.by_grader,
    )) {
      for (const point of history) {
        delete point.grades;
        delete point.qualifiers;
      }
    }
    expect(body.data).toEqual(whole);
  });

  it('returns the same response at the alias /history [S35 S188]', async () => {
    const query = '?from=2026-01-07&to=2026-03-05&fields=totals&interval=week';
    const narrowed = await get(path + query);
    expect((await get(`/v1/cards/${CHARIZARD}/history${query}`)).body.data).toEqual(
      narrowed.body.data,
    );
  });
});
