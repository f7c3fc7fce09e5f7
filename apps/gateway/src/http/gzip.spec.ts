import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { endGzip, startGzip, startLargeGzip } from './gzip.js';

describe('startGzip and endGzip', () => {
  it('form valid gzip files from one compressed beginning and different endings', () => {
    const text = fc.string({ unit: 'binary', maxLength: 1000 });
    fc.assert(
      fc.property(
        text,
        fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { maxLength: 3 }),
        (start, ends) => {
          const started = startGzip(start);
          for (const end of ends) {
            expect(gunzipSync(endGzip(started, end)).toString()).toBe(
              Buffer.from(start + end).toString(),
            );
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it('compress a large response on a worker thread to the same bytes', async () => {
    const text = 'grade '.repeat(10_000);
    const large = await startLargeGzip(Buffer.from(text));
    expect(endGzip(large, '}')).toEqual(endGzip(startGzip(text), '}'));
  });
});
