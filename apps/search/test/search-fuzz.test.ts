import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { getFromService as get } from '@gcd/testing/service.js';

it.each(['simple', 'suggest'])(
  'GET /v1/cards/search/%s returns 200 or 400 for any text',
  async (kind) => {
    const pieces = fc.constantFrom(
      'charizard',
      "'",
      '"',
      '\\',
      ':*',
      '&',
      '|',
      '!',
      '<->',
      '(',
      ')',
      '--',
      '/*',
      '%',
      '4/102',
      '’',
      'ﬁ',
      'İ',
      '\u200d',
      '़',
      '\ufffd',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }),
      fc.array(pieces, { minLength: 1, maxLength: 60 }).map((each) => each.join('')),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const { status } = await get(
          `/v1/cards/search/${kind}?query=${encodeURIComponent(text.slice(0, 200))}`,
        );
        expect([200, 400]).toContain(status);
      }),
      { numRuns: 300 },
    );
  },
);
