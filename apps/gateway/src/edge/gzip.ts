import { constants, crc32, deflateRawSync } from 'node:zlib';

/** The start of a gzip file, which can be completed with different ends. */
export interface GzipStart {
  /** Header and compressed blocks. They end at a byte boundary. */
  readonly bytes: Buffer;
  /** Checksum and length of the uncompressed text. */
  readonly crc: number;
  readonly length: number;
}

/** Header of a gzip file: deflate, no name, no time, unknown system (RFC 1952). */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** Length of the header of an uncompressed block, and of the trailer of the file. */
const BLOCK_HEADER = 5;
const TRAILER = 8;

/** Compresses the start of a text. */
export function startGzip(text: string): GzipStart {
  const bytes = Buffer.from(text);
  const compressed = deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
  return { bytes: Buffer.concat([HEADER, compressed]), crc: crc32(bytes), length: bytes.length };
}

/**
 * Completes a gzip file. The end of the text becomes the last block, uncompressed (RFC 1951), so this takes hardly any
 * time.
 * @param end at most 65,535 bytes
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
