import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readNumber } from './cert-number.js';
import { GRADERS } from './graders.js';

const NUMBER = '64062046';

describe('readNumber', () => {
  it.each([
    ['with surrounding white space', '\r\n\t64062046 \n'],
    ['with inner spaces', '6406 2046'],
    ['with no-break and thin spaces', '64\u00a0062\u2009046'],
    ['with zero-width characters', '\u200b6406\u200d2046\ufeff'],
    ['between direction marks', '\u202a64062046\u202c'],
    ['in full-width digits', '６４０６２０４６'],
    ['with thousands separators', '64,062,046'],
    ['directly after a grader', 'psa#64062046'],
    ['directly before a grader', '64062046PSA'],
    ['after "cert no."', 'PSA cert no. 64062046'],
    ['after "certification number"', 'PSA Certification Number: 64062046'],
    ['after a numero sign', '№ 64062046'],
    ['after PSA/DNA', 'PSA/DNA cert #64062046'],
    ['with a trailing .00', '6406 2046.00'],
    ['after words without spaces', 'certnumber=64062046'],
    ['after "cert verification"', 'PSA Cert Verification: {64062046}'],
    ['in curly quotation marks', '“64062046”'],
    ['as text of a spreadsheet', "'64062046"],
    ['as a formula of a spreadsheet', '="64062046"'],
    ['after the symbology of a barcode', ']C164062046'],
    ['as a URL in a QR code with its symbology', ']Q1https://www.psacard.com/cert/64062046'],
    ['as a URL', 'https://www.psacard.com/cert/64062046'],
    ['as a URL with a query', 'https://www.psacard.com/cert/64062046/psa?utm_source=1234567'],
    ['as a URL without a protocol', 'psacard.com/cert/64062046'],
  ])('reads a number %s', (_, text) => {
    expect(readNumber(text)).toMatchObject({ typed: NUMBER, key: NUMBER, isRounded: false });
  });

  it.each([
    ['BGS 0001-234', '0001-234', '1234', 'beckett'],
    ['CSG-40-0005', '40-0005', '400005', 'cgc'],
    ['3000001–001', '3000001-001', '3000001001', null],
    ['3000001 001 SGC', '3000001001', '3000001001', 'sgc'],
    ['0012345', '0012345', '12345', null],
    ['A1-0001', 'A1-0001', 'A10001', null],
    ['PSA/DNA AB12345', 'AB12345', 'AB12345', 'psa'],
    ['NO12345', 'NO12345', 'NO12345', null],
    ['https://www.cgccards.com/certlookup/4104000001/', '4104000001', '4104000001', 'cgc'],
    [
      'https://www.beckett.com/grading/card-lookup?item_type=BGS&item_id=0001000001',
      '0001000001',
      '1000001',
      'beckett',
    ],
  ])('reads %s as %s', (text, typed, key, grader) => {
    expect(readNumber(text)).toMatchObject({ typed, key, grader });
  });

  it.each(['PSAX1', 'PSA', '#', '-', '1.05', '1999 charizard', 'PSA 10 64062046', '64062046 10'])(
    'does not take a number out of %s',
    (text) => {
      expect(readNumber(text).typed).not.toMatch(/^\d+$/);
    },
  );

  it.each(['https://www.ebay.com/itm/1234567890', 'https://www.psacard.com/pop/1999/57801'])(
    'does not read %s, which is not the URL of a cert page',
    (url) => {
      expect(readNumber(url).typed).toContain('/');
    },
  );

  it.each(['6.41E+07', '6,41E+07', '6.4E7', '="4.22902E+09"', 'PSA 4.22902E 09', '1e+08'])(
    'recognizes that a spreadsheet has rounded %s',
    (text) => {
      expect(readNumber(text).isRounded).toBe(true);
    },
  );

  it.each(['1E12345', 'E12345', '64062046', 'A1'])(
    'does not take %s for a rounded number',
    (text) => {
      expect(readNumber(text).isRounded).toBe(false);
    },
  );

  it('leaves a number unchanged if it is already in its printed form', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z]?\d(?:[\d-]{0,14}\d)?$/), (printed) => {
        expect(readNumber(printed)).toMatchObject({ exact: printed, typed: printed, grader: null });
      }),
    );
  });

  it('reads the same number whatever is around it', () => {
    const around = fc.constantFrom('', ' ', '#', '"', "'", 'cert ', ' No. ', '\u200b', '(', '.');
    fc.assert(
      fc.property(
        fc.constantFrom('', ...GRADERS),
        fc.array(around),
        fc.stringMatching(/^\d{4,12}$/),
        (grader, signs, digits) => {
          const number = readNumber(`${signs.join('')}${grader} ${digits}.0`);
          expect(number).toMatchObject({ typed: digits, grader: grader || null });
        },
      ),
    );
  });
});
