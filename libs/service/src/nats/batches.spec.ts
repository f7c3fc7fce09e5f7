import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  MAX_BATCH,
  readReplies,
  readRequests,
  TickBatch,
  writeReplies,
  writeRequests,
} from './batches.js';

const bytes = (batch: string | Uint8Array): Uint8Array => Buffer.from(batch as string);
const text = fc.string({ unit: 'grapheme' });

describe('batch frames', () => {
  it('preserve the requests of a batch', () => {
    const subject = fc.stringMatching(/^[a-z0-9.]{1,20}$/);
    fc.assert(
      fc.property(fc.array(fc.record({ subject, frame: text })), (requests) => {
        expect(readRequests(bytes(writeRequests(requests)))).toEqual(requests);
      }),
    );
  });

  it('preserve the text and binary replies of a batch', () => {
    const frame = fc.oneof(text, fc.uint8Array());
    fc.assert(
      fc.property(fc.array(fc.record({ index: fc.nat(63), frame })), (replies) => {
        const read: object[] = [];
        readReplies(bytes(writeReplies(replies)), (index, data) =>
          read.push({ index, frame: Buffer.from(data) }),
        );
        expect(read).toEqual(
          replies.map(({ index, frame }) => ({ index, frame: Buffer.from(frame as string) })),
        );
      }),
    );
  });

  it.each(['x', 'x\n', 'subject 5\nfour', 'subject\n', '1 x\n', '1 -9\n'])(
    'are rejected with a SyntaxError if they are malformed: %j',
    (malformed) => {
      expect(() => readRequests(bytes(malformed))).toThrow(SyntaxError);
      expect(() => readReplies(bytes(malformed), () => undefined)).toThrow(SyntaxError);
    },
  );
});

describe('batching frames within an event-loop tick', () => {
  const batchesOf = async (frames: string[]): Promise<number[]> => {
    const sizes: number[] = [];
    const batch = new TickBatch<{ frame: string }>((items) => sizes.push(items.length));
    for (const frame of frames) batch.add({ frame });
    await new Promise(setImmediate);
    return sizes;
  };

  it('sends frames as one message up to the maximum batch size', async () => {
    expect(await batchesOf([])).toEqual([]);
    expect(await batchesOf(['a', 'b', 'c'])).toEqual([3]);
    expect(await batchesOf(Array(MAX_BATCH + 1).fill('a'))).toEqual([MAX_BATCH, 1]);
  });

  it('sends long frames as separate messages', async () => {
    const long = 'a'.repeat(200_000);
    expect(await batchesOf(['a', long, long, 'b'])).toEqual([2, 2]);
    expect(await batchesOf(['a', 'a'.repeat(900_000), 'b'])).toEqual([1, 1, 1]);
  });
});
