import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, inflateRaw } from 'node:zlib';

const LEVEL = 6;
const COMPRESSED_AT_ONCE = 4;
// Gzip header with no file name or timestamp, and with the operating system set to "unknown".
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const EMPTY_LAST_BLOCK = Buffer.from([0x03, 0x00]);

const deflate = promisify<Buffer, { level: number; finishFlush: number }, Buffer>(deflateRaw);
const inflate = promisify<Uint8Array, { finishFlush: number }, Buffer>(inflateRaw);

/**
 * Writes a gzip file that can be decompressed from the start of any block. No block refers to an earlier one, and each
 * block ends at a byte boundary. Any gzip client can read the file.
 */
export class GzipFile {
  /** Compressed length in bytes of each block written so far. */
  readonly blockLengths: number[] = [];
  /** Number of uncompressed bytes written so far. */
  size = 0;
  private crc = 0;

  /** Number of compressed bytes written so far. */
  get gzipSize(): number {
    return this.blockLengths.reduce((sum, length) => sum + length, 0);
  }

  /** Compresses several blocks in parallel, on zlib's threads. @returns the compressed blocks */
  async *compress(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const compressing: Promise<Buffer>[] = [];
    let previous: Buffer = HEADER;
    for await (const block of blocks) {
      this.crc = crc32(block, this.crc);
      this.size += block.length;
      const compressed = deflate(block, { level: LEVEL, finishFlush: constants.Z_FULL_FLUSH });
      // Without this handler, a rejection would be unhandled while an earlier promise is awaited.
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

/**
 * Decompresses one block of a {@link GzipFile}.
 * @param isFirst whether the block begins with the header of the file
 */
export function inflateBlock(block: Uint8Array, isFirst: boolean): Promise<Buffer> {
  const compressed = isFirst ? block.subarray(HEADER.length) : block;
  return inflate(compressed, { finishFlush: constants.Z_SYNC_FLUSH });
}
