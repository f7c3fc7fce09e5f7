import { GRADERS, type Grader } from '@gcd/contracts';
import { describe, expect, it } from '@jest/globals';
import { cards, groups, universalIds } from './cards.js';
import { certs, FILES, newest, populations, quantile, sizes, sum } from './dataset.js';
import { matchCards } from '../src/matching.js';
// Import the other tests here instead of running them as separate files, because reading the sample takes seconds.
import './certs.js';
import './well-known.js';

const _unique = (values: readonly string[]) => new Set(values).size;
/** Whether a grader card and the grader card in the row before it may belong to the same card. */
function isListedAfter(before: (typeof cards)[number], card: (typeof cards)[number]): boolean {
  const key = ({ year = '', card_number: number = '' }: typeof card) =>
    `${year} ${number.replace(/\/.*/, '').replace(/^0+/, '')}`;
  const place = ({ grader }: typeof card) => GRADERS.indexOf(grader as Grader);
  return key(before) === key(card) && place(before) < place(card);
}

describe('the sample', () => {
  it('is smaller than 6 MB', () => {
    expect(sum(sizes.values())).toBeLessThanOrEqual(6_500_000);
  });

  it('includes every file with enough rows for useful queries', () => {
    expect([...sizes.keys()]).toEqual(FILES);
    expect(cards.length).toBeGreaterThan(35_000);
    expect(certs.length).toBeGreaterThan(100_000);
    expect(sum([...populations.values()].map((rows) => rows.length))).toBeGreaterThan(130_000);
  });
});

describe('cards in the sample', () => {
  it('are matched with at most one card per grader, under the id from the highest-priority grader', () => {
    const bad = groups.filter((group) => {
      if (group.length === 1) return false;
      const graders = group.map((card) => card.grader);
      const inOrder = GRADERS.filter((grader) => graders.includes(grader));
      const [first] = group;
      return (
        graders.join() !== inOrder.join() ||
        universalIds.get(first?.card_id ?? '') !== first?.card_id
      );
    });
    expect(bad).toEqual([]);
  });

  it('are matched whenever several graders list the same card', () => {
    // The grader cards of a card are consecutive rows in promotion order.
    const unmatched = cards.filter((card, at) => {
      const next = cards[at + 1];
      const universal = universalIds.get(card.card_id ?? '');
      const isNextMatched = universal && universalIds.get(next?.card_id ?? '') === universal;
      return next && !isNextMatched && isListedAfter(card, next);
    });
    // Allow a few exceptions: a print that only one grader lists may be followed by another print with the same number.
    expect(unmatched.length).toBeLessThanOrEqual(4);
  });
});

describe('the matcher, run on the sample,', () => {
  const graderCards = groups.map((group) =>
    group.map((card) => ({
      cardId: card.card_id ?? '',
      grader: card.grader as Grader,
      category: card.category ?? '',
      year: card.year ?? '',
      setName: card.set_name ?? '',
      name: card.name ?? '',
      cardNumber: card.card_number ?? '',
      parallel: card.parallel ?? '',
      subset: card.subset ?? '',
      description: card.description ?? '',
    })),
  );
  const { universalIds: matched, decisions, result } = matchCards(graderCards);

  it('makes the matches in cards.csv, and is uncertain about those in matches.csv', () => {
    const ofMatcher = new Map([...matched].map(([{ cardId }, id]) => [cardId, id]));
    const others = cards.filter(
      (card) => card.universal_card_id !== (ofMatcher.get(card.card_id ?? '') ?? ''),
    );
    // Allow small deviations, so that a small change to the matcher does not require a new sample.
    expect(others.length / cards.length).toBeLessThan(0.01);
    expect(decisions.length / result.others).toBeLessThan(0.03);
  });

  it('makes no wrong match, except where PSA lists two prints as one grader card', () => {
    expect(result.wrong).toBeLessThanOrEqual(15);
  });
});

describe('populations in the sample', () => {
  it('are dated in ascending order', () => {
    for (const rows of populations.values()) {
      const dates = rows.map((row) => row.date);
      if (dates.some((date, at) => at > 0 && date <= (dates[at - 1] ?? '')))
        throw new Error(dates.join());
      if ((dates[0] ?? '') < '2023-10-03') throw new Error(dates.join());
    }
    expect(
      quantile(
        [...populations.keys()].map((id) => Date.parse(newest(id)?.date ?? '')),
        0.9999,
      ),
    ).toBe(Date.parse('2026-10-31'));
  });

  it.each([
    ['vintage', 1996, 2002, 0.02, 0.08],
    ['modern', 2018, 2022, 0.3, 0.6],
  ])(
    'of %s cards (%i to %i) grow by a share from %f to %f in a year',
    (_kind, from, to, least, most) => {
      const rows = cards
        .filter(({ year }) => Number(year) >= from && Number(year) <= to)
        .map(({ card_id: id = '' }) => populations.get(id) ?? []);
      const pairs = rows.map((all) => [
        all.findLast(({ date }) => date <= '2025-10-31'),
        all.at(-1),
      ]);
      const known = pairs.filter(([before]) => before);
      const totalOf = (at: number) => sum(known.map((pair) => pair[at]?.total ?? 0));
      const growth = totalOf(1) / totalOf(0) - 1;
      expect(growth).toBeGreaterThan(least);
      expect(growth).toBeLessThan(most);
    },
  );

  it('have fewer copies of a 1st edition than of the unlimited edition at PSA', () => {
    const totals = new Map(
      cards.map(({ grader, description = '', card_id: id = '' }) => [
        `${grader} ${description}`,
        newest(id)?.total ?? 0,
      ]),
    );
    const editions = [...totals].filter(
      ([name]) => name.startsWith('psa') && name.includes(' 1ST EDITION '),
    );
    const pairs = editions.map(
      ([name, total]) => [name, total, totals.get(name.replace(' 1ST EDITION', '')) ?? 0] as const,
    );
    // Counts of cards with few copies are too random.
    const many = pairs.filter(([, , unlimited]) => unlimited > 100);
    expect(many.length).toBeGreaterThan(300);
    expect(many.filter(([, total, unlimited]) => total >= unlimited)).toEqual([]);
  });

  it('of every category have changed in the last month', () => {
    const latest = new Map<string, string>();
    for (const { card_id: id = '', category = '' } of cards) {
      const { date = '' } = newest(id) ?? {};
      if (date > (latest.get(category) ?? '')) latest.set(category, date);
    }
    expect([...latest].filter(([, date]) => date < '2026-10-01')).toEqual([]);
  });

  it('go back to before the history window for every older card with many copies', () => {
    const late = cards.filter(({ card_id: id = '', year }) => {
      const rows = populations.get(id) ?? [];
      const isOlder = Number(year) < 2022 && (newest(id)?.total ?? 0) > 1000 && rows.length > 1;
      return isOlder && (rows[0]?.date ?? '') >= '2023-10-31';
    });
    expect(late).toEqual([]);
  });
});
