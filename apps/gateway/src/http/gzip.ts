import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';

const deflateInThread = promisify(deflateRaw);

/** The start of a gzip file, which can be completed with different ends. */
export interface GzipStart {
  /** The header of the gzip file and the compressed blocks, which end at a byte boundary. */
  readonly bytes: Buffer;
  /** Checksum and length of the uncompressed bytes. */
  readonly crc: number;
  readonly length: number;
}

/** A gzip header with no file name or timestamp, and with the operating system set to "unknown" (RFC 1952). */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** Length in bytes of the header of an uncompressed block, and length of the trailer of a gzip file. */
const BLOCK_HEADER = 5;
const TRAILER = 8;

const OPTIONS = { finishFlush: constants.Z_SYNC_FLUSH };

/** Compresses the first part of a response. The rest is appended later. */
export function startGzip(text: string): GzipStart {
  const bytes = Buffer.from(text);
  return startOf(bytes, deflateRawSync(bytes, OPTIONS));
}

/** Compresses the first part of a large response on a worker thread. */
export async function startLargeGzip(bytes: Buffer): Promise<GzipStart> {
  return startOf(bytes, await deflateInThread(bytes, OPTIONS));
}

function startOf(bytes: Buffer, compressed: Buffer): GzipStart {
  return { bytes: Buffer.concat([HEADER, compressed]), crc: crc32(bytes), length: bytes.length };
}

/**
 * Completes a gzip file. `end` becomes the last block, uncompressed (RFC 1951), which takes hardly any time.
 * @param end the rest of the response, at most 65,535 bytes long
 */
export function endGzip({ bytes, crc, length }: GzipStart, end: string): Buffer {
  const endLength = Buffer.byteLength(end);
  const file = Buffer.allocUnsafe(bytes.length + BLOCK_HEADER + endLength + TRAILER);
  bytes.copy(file);
  let at = file.writeUInt8(1, bytes.length);
  at = file.writeUInt16LE(endLength, at);
  at = file.writeUInt16LE(endLength ^ 0xffff, at);
  at += file.write(end, at);
  at = file.writeUInt32LE(crc32(end, crc), at);
  file.writeUInt32LE(length + endLength, at);
  return file;
}
