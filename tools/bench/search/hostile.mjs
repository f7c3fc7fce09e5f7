// Searches for hostile text, which may neither fail nor be slow.
import fc from 'fast-check';
import { percentile, rounded } from '../harness/statistics.mjs';

const HOSTILE = 20_000;
const SLOW_MS = 150;
const TOKENS = [
  ...['topps', 'chrome', 'a', '1', "'", '"', '\\', ':*', '&', '|', '!', '<->', '(', ')', '--', '%'],
  ...['4/102', '😀', 'リ', '\u0301', '1999'],
];

/** @param common words that occur in many cards */
export async function hostile(product, common, results) {
  const length = { minLength: 1, maxLength: 200 };
  const joined = (words, minLength, maxLength) =>
    fc.array(fc.constantFrom(...words), { minLength, maxLength }).map((each) => each.join(' '));
  const texts = fc.sample(
    fc.oneof(
      fc.string({ unit: 'binary', ...length }),
      fc.string({ unit: 'grapheme', ...length }),
      fc.string({ unit: 'grapheme-ascii', ...length }),
      joined(TOKENS, 1, 50),
      joined(common, 3, 30),
    ),
    { numRuns: HOSTILE, seed: 11 },
  );
  let failed = 0;
  const times = [];
  for (const text of texts) {
    // Skip blank queries, because the gateway rejects them before they reach the service.
    if (!text.replaceAll(/[\s\p{Cc}]/gu, '')) continue;
    const start = performance.now();
    const result = await product.search([...text].slice(0, 200).join(''));
    const took = performance.now() - start;
    if (result.failed) failed += 1;
    times.push(took);
  }
  results.table('Hostile queries', [
    {
      queries: times.length,
      failed,
      [`above ${SLOW_MS} ms`]: times.filter((took) => took > SLOW_MS).length,
      'p99 ms': rounded(percentile(times, 0.99)),
      'slowest ms': rounded(percentile(times, 1)),
    },
  ]);
}
