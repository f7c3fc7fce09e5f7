import { GRADERS, type Grader } from '@gcd/contracts';
import { describe, expect, it } from '@jest/globals';
import { cards, groups, universalIds } from './cards.js';
import { cardById, certs, FILES, newest, populations, sizes, sum } from './dataset.js';
import { matchCards } from '../src/matching.js';

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
});

describe('certs in the sample', () => {
  it('belong to a card from their grader, or have a description', () => {
    const bad = certs.filter((cert) =>
      cert.card_id ? cardById.get(cert.card_id)?.grader !== cert.grader : !cert.description,
    );
    expect(bad).toEqual([]);
    expect(certs.filter((cert) => !cert.card_id && !cert.grade).length).toBeGreaterThan(10);
    expect(certs.filter((cert) => !cert.card_id && cert.grade).length).toBeGreaterThan(10);
  });

  it('never outnumber the latest population in their grade', () => {
    const seen = new Map<string, number>();
    for (const { card_id: id, grade } of certs) {
      if (id) seen.set(`${id} ${grade}`, (seen.get(`${id} ${grade}`) ?? 0) + 1);
    }
    const bad = [...seen].filter(([key, count]) => {
      const [id = '', grade = ''] = key.split(' ');
      return count > (newest(id)?.grades[grade] ?? newest(id)?.qualifiers[grade] ?? 0);
    });
    expect(bad).toEqual([]);
  });
});

const byDescription = new Map(cards.map((card) => [`${card.grader} ${card.description}`, card]));
const certByNumber = new Map(certs.map((cert) => [`${cert.grader} ${cert.cert}`, cert]));

describe('well-known cards in the sample', () => {
  const charizard = (edition: string) =>
    byDescription.get(`psa 1999 POKEMON GAME ${edition}#4 CHARIZARD-HOLO`)?.card_id ?? '';

  it.each(['', '1ST EDITION ', 'SHADOWLESS '])(
    'the Charizard print "%s" is matched across all four graders',
    (edition) => {
      const group = groups.find(([card]) => card?.card_id === charizard(edition)) ?? [];
      expect(group.map((card) => card.grader)).toEqual(GRADERS);
    },
  );

  it('real PSA cert numbers are included and linked to cards', () => {
    expect(certByNumber.get('psa 64062046')).toMatchObject({
      card_id: charizard('1ST EDITION '),
      grade: 'psa_7',
    });
    const real = ['108149771', '154284805', '28660366', '155702980', '76676185', '137354056'];
    expect(real.filter((cert) => !certByNumber.get(`psa ${cert}`)?.card_id)).toEqual([]);
  });
});
