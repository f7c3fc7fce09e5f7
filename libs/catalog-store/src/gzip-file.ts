import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, inflateRaw } from 'node:zlib';

const LEVEL = 6;
const COMPRESSED_AT_ONCE = 4;
// No file name, no time, any system.
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const EMPTY_LAST_BLOCK = Buffer.from([0x03, 0x00]);

const deflate = promisify<Buffer, { level: number; finishFlush: number }, Buffer>(deflateRaw);
const inflate = promisify<Uint8Array, { finishFlush: number }, Buffer>(inflateRaw);

/**
 * Compresses into one gzip file that can be entered at the beginning of every block: nothing in a block refers to what is before
 * it, and it ends on a whole byte. For everybody else it is gzip like any other.
 */
export class GzipFile {
  /** Bytes of the file that each block took so far. */
  readonly blockLengths: number[] = [];
  /** Bytes that were compressed so far. */
  size = 0;
  private crc = 0;

  /** Bytes of the file so far. */
  get gzipSize(): number {
    return this.blockLengths.reduce((sum, length) => sum + length, 0);
  }

  /** Compresses several blocks at once, on the threads of zlib. @returns the file, block by block */
  async *compress(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const compressing: Promise<Buffer>[] = [];
    let previous: Buffer = HEADER;
    for await (const block of blocks) {
      this.crc = crc32(block, this.crc);
      this.size += block.length;
      const compressed = deflate(block, { level: LEVEL, finishFlush: constants.Z_FULL_FLUSH });
      // Waited for in its turn: it may fail earlier.
      compressed.catch(() => undefined);
      compressing.push(compressed);
      if (compressing.length < COMPRESSED_AT_ONCE) continue;
      yield this.add(previous, await (compressing.shift() as Promise<Buffer>));
      previous = Buffer.alloc(0);
    }
    for (const [index, compressed] of compressing.entries()) {
      const isLast = index === compressing.length - 1;
      yield this.add(previous, await compressed, isLast ? this.trailer() : Buffer.alloc(0));
      previous = Buffer.alloc(0);
    }
  }

  private add(...parts: Buffer[]): Buffer {
    const block = Buffer.concat(parts);
    this.blockLengths.push(block.length);
    return block;
  }

  private trailer(): Buffer {
    const sums = Buffer.alloc(8);
    sums.writeUInt32LE(this.crc);
    sums.writeUInt32LE(this.size % 2 ** 32, 4);
    return Buffer.concat([EMPTY_LAST_BLOCK, sums]);
  }
}

/** Decompresses one block of a {@link GzipFile}. @param isFirst whether the header of the file is in front of it */
export function inflateBlock(block: Uint8Array, isFirst: boolean): Promise<Buffer> {
  const compressed = isFirst ? block.subarray(HEADER.length) : block;
  return inflate(compressed, { finishFlush: constants.Z_SYNC_FLUSH });
}
