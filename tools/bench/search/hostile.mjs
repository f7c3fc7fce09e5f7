// Tests hostile queries, none of which may fail or be slow.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';

const HOSTILE = 20_000;
const SLOW_MS = 150;

/**
 * Runs searches for hostile text of up to 200 characters. Prints failures, the slowest query, and the memory of the
 * service.
 * @param common words that occur in many cards
 * @param range `[first, end]` of the queries to run, because running all of them takes several minutes
 */
export async function hostile(product, common, [first = 0, end = HOSTILE] = []) {
  const words = fc.constantFrom(
    'topps',
    'chrome',
    'a',
    '1',
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
    '%',
    '4/102',
    '😀',
    'リ',
    '\u0301',
    '1999',
  );
  const texts = fc.sample(
    fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
      fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 200 }),
      fc.array(words, { minLength: 1, maxLength: 50 }).map((each) => each.join(' ').slice(0, 200)),
      fc
        .array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'), {
          minLength: 2,
          maxLength: 100,
        })
        .map((each) => each.join(' ')),
      fc
        .array(fc.constantFrom(...common), { minLength: 3, maxLength: 30 })
        .map((each) => each.join(' ')),
      fc
        .array(fc.constantFrom(...common.map((word) => `${word}x`)), {
          minLength: 3,
          maxLength: 30,
        })
        .map((each) => each.join(' ')),
    ),
    { numRuns: HOSTILE, seed: 11 },
  );
  let failed = 0;
  const times = [];
  let slowest = { took: 0, text: '' };
  for (const text of texts.slice(first, end)) {
    // Skip blank queries, because the gateway rejects them before they reach the service.
    if (!text.replaceAll(/[\s\p{Cc}]/gu, '')) continue;
    const start = performance.now();
    const result = await product.search([...text].slice(0, 200).join(''));
    const took = performance.now() - start;
    if (result.failed) {
      failed += 1;
      console.log('failed:', JSON.stringify(text), result.failed);
    }
    times.push(took);
    if (took > slowest.took) slowest = { took, text };
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(times.length * share)].toFixed(1);
  const slow = times.filter((took) => took > SLOW_MS).length;
  console.log(
    `${times.length} hostile queries: ${failed} failed; ${slow} above ${SLOW_MS} ms; p99 ${at(0.99)} ms; p99.9 ${at(0.999)} ms; the slowest took ${slowest.took.toFixed(1)} ms: ${JSON.stringify(slowest.text)}`,
  );
  const status = readFileSync(`/proc/${product.pid}/status`, 'utf8');
  const megabytes = (key) =>
    Math.round(Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  console.log(`memory of the service: ${megabytes('VmRSS')} MB, at most ${megabytes('VmHWM')} MB`);
}
