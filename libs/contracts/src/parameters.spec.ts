import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { getCardPopulation } from './cards.js';
import { normalizeCert } from './cert-number.js';
import { lookupCert } from './certs.js';
import { ApiError } from './errors.js';
import { normalizeCardId } from './id-parameters.js';
import type { Operation } from './operation.js';
import { readParameters, unknownParameters } from './read-parameters.js';

const CARD_ID = '0123456789abcdef0123456789abcdef01234567';

function rejection(
  operation: Operation,
  path: Record<string, string>,
  query: Record<string, string | string[]>,
): ApiError {
  try {
    readParameters(operation, path, query);
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('it was accepted');
}

const certRejection = (query: Record<string, string | string[]>): ApiError =>
  rejection(lookupCert, { grader: 'psa', cert: '1' }, query);

describe('flag parameters', () => {
  it.each([
    ['true', true],
    ['false', false],
  ])('parse %s as %s [S26]', (text, value) => {
    const request = readParameters(lookupCert, { grader: 'psa', cert: '1' }, { psa_dna: text });
    expect(request).toMatchObject({ psa_dna: value });
  });

  it('reject a flag that is sent twice', () => {
    expect(certRejection({ psa_dna: ['true', 'true'] }).details).toEqual({
      parameter: 'psa_dna',
      reason: 'repeated',
    });
  });

  it('accept only true and false [S27]', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(text !== 'true' && text !== 'false');
        expect(certRejection({ parsed_description: text })).toMatchObject({
          code: 'invalid_parameter',
          details: { parameter: 'parsed_description', reason: 'malformed' },
        });
      }),
    );
  });
});

describe('the include parameter', () => {
  it('accepts its allowed values', () => {
    const request = readParameters(
      lookupCert,
      { grader: 'psa', cert: '1' },
      { include: 'parsed_description' },
    );
    expect(request).toMatchObject({ include: ['parsed_description'] });
  });

  it.each(['everything', 'parsed_description,everything', '', 'constructor'])(
    'rejects %j',
    (text) => {
      expect(certRejection({ include: text }).details).toEqual({
        parameter: 'include',
        reason: 'not_accepted',
      });
    },
  );
});

describe('the grader parameter', () => {
  it.each(['ace', '', 'psa%20', 'hasOwnProperty'])(
    'rejects %j in the path as an invalid grader',
    (grader) => {
      expect(rejection(lookupCert, { grader, cert: '1' }, {}).code).toBe('invalid_grader');
    },
  );

  it('is normalized in the query string, and is null if absent', () => {
    const read = (query: Record<string, string>): unknown =>
      readParameters(getCardPopulation, { card_id: CARD_ID }, query).grader;
    expect(read({ grader: 'BVG' })).toBe('beckett');
    expect(read({})).toBeNull();
  });
});

describe('the card_id parameter', () => {
  it('is converted to lower case', () => {
    expect(normalizeCardId(CARD_ID.toUpperCase())).toBe(CARD_ID);
  });

  it.each(['', 'x', CARD_ID.slice(1), `${CARD_ID}0`, `${CARD_ID}\n`, CARD_ID.replace('0', 'g')])(
    'rejects %j as an unknown card',
    (text) => {
      expect(rejection(getCardPopulation, { card_id: text }, {}).code).toBe('card_not_found');
    },
  );

  it('accepts any 20 bytes in hexadecimal', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        const hex = Buffer.from(bytes).toString('hex');
        expect(normalizeCardId(hex.toUpperCase())).toBe(hex);
      }),
    );
  });
});

describe('the cert parameter', () => {
  it.each([
    ['12345678', '12345678'],
    [' 12345678 ', '12345678'],
    ['#12345678', '12345678'],
    [' # 12345678', '12345678'],
    ['00-12', '00-12'],
  ])('parses %j as %j', (text, cert) => {
    expect(normalizeCert(text)).toBe(cert);
  });

  it.each(['1\u0000', '\u001b1', '1\n2', '1\u007f', '1\u0085'])(
    'rejects control characters in %j as a bad request',
    (cert) => {
      const error = rejection(lookupCert, { grader: 'psa', cert }, {});
      expect(error).toMatchObject({
        code: 'bad_request',
        status: 400,
        details: { type: 'malformed_uri' },
      });
    },
  );

  it('does not change a number that is already normalized', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^ ?#?[0-9A-Z-]{1,12} ?$/), (text) => {
        expect(normalizeCert(normalizeCert(text))).toBe(normalizeCert(text));
      }),
    );
  });
});

describe('unknown parameters', () => {
  it('are listed but otherwise ignored', () => {
    const query = Object.assign(Object.create(null), {
      colour: 'red',
      __proto__: 'x',
      constructor: 'y',
    });
    const request = readParameters(lookupCert, { grader: 'psa', cert: '1' }, query);
    expect(unknownParameters(lookupCert, query)).toEqual(
      expect.arrayContaining(['colour', 'constructor']),
    );
    expect(Object.keys(request)).toEqual([
      'grader',
      'cert',
      'psa_dna',
      'parsed_description',
      'include',
      'auto',
    ]);
  });
});

describe('errors', () => {
  it('contain the code, message and details, but never the cause', () => {
    const error = new ApiError('cert_not_found', 'No cert.', {
      details: { cert: '1' },
      cause: new Error('secret'),
    });
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      code: 'cert_not_found',
      message: 'No cert.',
      details: { cert: '1' },
    });
  });

  it.each([
    ['processing', 202],
    ['invalid_api_key', 401],
    ['forbidden', 403],
    ['card_not_found', 404],
    ['quota_exceeded', 429],
    ['as_of_unavailable', 503],
    ['timeout_error', 504],
  ] as const)('with the code %s have status %i [S43 S231 S240]', (code, status) => {
    expect(new ApiError(code, '').status).toBe(status);
  });
});
