import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'gcd_live_';
const ID_LENGTH = 8;
// A secret of 32 characters from an alphabet of 62 has 190 bits of entropy. It cannot be guessed, so a fast hash is
// sufficient.
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(
  `^${PREFIX}([0-9A-Za-z]{${ID_LENGTH}})_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`,
);

/** A newly created key. The key itself is shown only once, to its creator. */
export interface NewApiKey {
  /** Public id of the key, which is contained in the key and appears in logs and listings. */
  readonly id: string;
  /** The key in the format `gcd_live_<id>_<secret><checksum>`. */
  readonly key: string;
  /** SHA-256 hash of the key. The key itself is not stored. */
  readonly hash: Buffer;
}

/** Creates a key. @param id id of an existing key that gets a new secret; random by default */
export function createApiKey(id: string = randomText(ID_LENGTH)): NewApiKey {
  const unchecked = `${PREFIX}${id}_${randomText(SECRET_LENGTH)}`;
  const key = unchecked + checksum(unchecked);
  return { id, key, hash: hashApiKey(key) };
}

/**
 * Extracts the public id of a key without a lookup, so that invalid text does not cause a query.
 * @returns null if the format or the checksum is wrong
 */
export function readApiKeyId(key: string): string | null {
  return hasChecksum(key) ? formalApiKeyId(key) : null;
}

/** Like {@link readApiKeyId}, but the checksum may be wrong. @returns null if the format is wrong */
export function formalApiKeyId(key: string): string | null {
  return SHAPE.exec(key)?.[1] ?? null;
}

export function hasChecksum(key: string): boolean {
  return key.endsWith(checksum(key.slice(0, -CHECKSUM_LENGTH)));
}

/** Computes the SHA-256 hash of a key (32 bytes). */
export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/**
 * Returns the CRC-32 checksum of `text` in base 62. The checksum detects mistyped and invented keys, and helps secret
 * scanners to find leaked keys.
 */
function checksum(text: string): string {
  let value = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = ALPHABET[value % ALPHABET.length] + digits;
    value = Math.floor(value / ALPHABET.length);
  }
  return digits;
}
