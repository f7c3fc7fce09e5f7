import { statSync } from 'node:fs';
import { GRADERS, type Grader } from '@gcd/contracts';
import { describe, expect, it } from '@jest/globals';
import { matchCards } from '../src/matching.js';
import { cards, groups, pathOf, read } from './cards.js';

const FILES = 'cards specs certs populations images authentications matches'.split(' ');
const certs = read('certs');

describe('the sample', () => {
  it('is smaller than 6 MB', () => {
    const sizes = FILES.map((name) => statSync(pathOf(name)).size);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(6_500_000);
  });

  it('has enough rows for useful queries', () => {
    expect(cards.length).toBeGreaterThan(35_000);
    expect(certs.length).toBeGreaterThan(100_000);
    expect(read('populations').length).toBeGreaterThan(130_000);
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
