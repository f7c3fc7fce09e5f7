import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { GzipFile, inflateBlock } from './gzip-file.js';

async function compress(blocks: readonly Buffer[]) {
  async function* source() {
    yield* blocks;
  }
  const file = new GzipFile();
  const pieces: Buffer[] = [];
  for await (const piece of file.compress(source())) pieces.push(piece);
  return { file, pieces };
}

describe('GzipFile', () => {
  it('produces a standard gzip file whose blocks can be decompressed separately', async () => {
    const block = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 200 }),
      fc.integer({ min: 1, max: 9000 }).map((length) => Buffer.alloc(length, 'PSA,')),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 9 }), async (arrays) => {
        const blocks = arrays.map((bytes) => Buffer.from(bytes));
        const { file, pieces } = await compress(blocks);
        const whole = Buffer.concat(pieces);
        expect(gunzipSync(whole).equals(Buffer.concat(blocks))).toBe(true);
        expect([file.size, file.gzipSize]).toEqual([Buffer.concat(blocks).length, whole.length]);
        let at = 0;
        for (const [index, length] of file.blockLengths.entries()) {
          const alone = await inflateBlock(whole.subarray(at, at + length), index === 0);
          expect(alone.equals(blocks[index] as Buffer)).toBe(true);
          at += length;
        }
        expect(file.blockLengths).toHaveLength(blocks.length);
      }),
      { numRuns: 50 },
    );
  });

  it('has a single gzip member, because many clients stop after the first one', async () => {
    const { pieces } = await compress([Buffer.from('a'), Buffer.from('b')]);
    const members = Buffer.concat(pieces).toString('latin1').split('\x1f\x8b\x08').length - 1;
    expect(members).toBe(1);
  });
});
