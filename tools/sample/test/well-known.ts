import { GRADERS } from '@gcd/contracts';
import { describe, expect, it } from '@jest/globals';
import { cards, groups } from './cards.js';
import { certs } from './dataset.js';

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
