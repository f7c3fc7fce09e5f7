import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readCertNumber } from './cert-number.js';
import { GRADERS } from './graders.js';

describe('readCertNumber', () => {
  it.each([
    ['psa', '12345678', '12345678', '12345678'],
    ['psa', ' # 12345678 ', '12345678', '12345678'],
    ['psa', '1234 5678', '12345678', '12345678'],
    ['psa', '1234\u00a05678', '12345678', '12345678'],
    ['psa', 'PSA 12345678', '12345678', '12345678'],
    ['psa', 'psa#12345678', '12345678', '12345678'],
    ['psa', '#PSA: 12345678', '12345678', '12345678'],
    ['psa', '12345678.0', '12345678', '12345678'],
    ['psa', 'PSA 1234 5678.00', '12345678', '12345678'],
    ['beckett', 'BGS 0001-234', '0001-234', '0001234'],
    ['cgc', 'CSG-40-0005', '40-0005', '400005'],
    ['sgc', '3000001-001', '3000001-001', '3000001001'],
    ['psa', 'BGS 1234', 'BGS1234', 'BGS1234'],
    ['psa', 'PSAX1', 'PSAX1', 'PSAX1'],
    ['psa', 'PSA', 'PSA', 'PSA'],
    ['psa', '.0', '.0', '.0'],
    ['psa', '1.05', '1.05', '1.05'],
  ] as const)('parses %s %j as %s, and as %s without hyphens', (grader, text, typed, bare) => {
    expect(readCertNumber(grader, text)).toMatchObject({ typed, bare });
  });

  it('leaves a number unchanged if it is already in its printed form', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...GRADERS),
        fc.stringMatching(/^\d[0-9A-Z-]{0,15}$/),
        (grader, printed) => {
          expect(readCertNumber(grader, printed)).toMatchObject({ exact: printed, typed: printed });
        },
      ),
    );
  });

  it('ignores a leading grader name, spaces and a trailing .0', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...GRADERS),
        fc.stringMatching(/^\d{4,12}$/),
        (grader, digits) => {
          const spaced = digits.replace(/(\d{4})/g, '$1 ').trim();
          expect(readCertNumber(grader, `${grader} ${spaced}.0`).typed).toBe(digits);
        },
      ),
    );
  });
});
