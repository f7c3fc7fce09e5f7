import { describe, expect, it } from '@jest/globals';
import { fixtureCard, get } from '../../../infra/test/api.js';

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
  it('goes back from the newest recorded date in steps of two weeks', async () => {
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

  it('interval=week has 157 points', async () => {
    const { body } = await get(`${path}?interval=week`);
    expect(body.data.population.window).toMatchObject({
      interval: 'week',
      points: 157,
      start: '2023-04-05',
    });
  });

  it('zeros before the first record, then the newest at or before each date', async () => {
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

  it('the last point is the newest population', async () => {
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

  it('only psa has qualifiers', async () => {
    const { body } = await get(path);
    const { psa, cgc } = body.data.population.population_data.by_grader;
    expect(psa.history[0]).toHaveProperty('qualifiers');
    expect(cgc.history[0]).not.toHaveProperty('qualifiers');
  });

  it('grader restricts it', async () => {
    const { body } = await get(`${path}?grader=csg`);
    expect(body.data.population).toMatchObject({
      graders_included: ['cgc'],
      population_data: { total: 197 },
    });
    expect(Object.keys(body.data.population.population_data.by_grader)).toEqual(['cgc']);
  });

  it('a grader that the card lacks gives an empty block', async () => {
    const { body } = await get(`/v1/cards/${fixtureCard('2a')}/population/history?grader=cgc`);
    expect(body.data.population).toMatchObject({
      graders_included: [],
      graders: {},
      population_data: { total: 0, by_grader: {} },
    });
  });

  it('a card without counts is all zeros', async () => {
    const { body } = await get(`/v1/cards/${fixtureCard('4a')}/population/history`);
    const { psa } = body.data.population.population_data.by_grader;
    expect(psa).toMatchObject({ total: 0, first_recorded: null, last_population_change: null });
    expect(psa.history.every(({ total }: Point) => total === 0)).toBe(true);
    expect(psa.history).toHaveLength(79);
  });

  it('/history is the same', async () => {
    const [long, short] = await Promise.all([get(path), get(`/v1/cards/${CHARIZARD}/history`)]);
    expect(short.body.data).toEqual(long.body.data);
  });
});

describe('GET /v1/cards/{card_id}/population/history: 400', () => {
  it.each(['day', 'WEEK', '', '14'])('interval=%s', async (interval) => {
    const { status, body } = await get(`${path}?interval=${interval}`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'invalid_parameter',
      details: { parameter: 'interval', reason: 'malformed' },
    });
  });

  it('an unknown grader', async () => {
    const { body } = await get(`${path}?grader=x`);
    expect(body.error.code).toBe('invalid_grader');
  });
});

describe('GET /v1/cards/{card_id}/population/history: 404', () => {
  it('an unknown card', async () => {
    const { status, body } = await get(`/v1/cards/${'ee'.repeat(20)}/population/history`);
    expect([status, body.error.code]).toEqual([404, 'card_not_found']);
  });
});
