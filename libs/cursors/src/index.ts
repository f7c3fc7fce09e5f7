import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { malformedCursor } from '@gcd/contracts/changes';
import { DAY_MS, dayOf } from '@gcd/contracts/day';
import { z } from 'zod';

/** A position in the change feed. */
export interface Position {
  /** Epoch of the cursor. Sequence numbers of different epochs cannot be compared. */
  readonly epoch: bigint;
  /** Sequence number of the last change that the client has read. */
  readonly seq: bigint;
  /** First day for which the client requested changes, as `YYYY-MM-DD`. */
  readonly since: string;
}

const VERSION = 1;
const KEY_ID_BYTES = 4;
const MAC_BYTES = 16;
// A cursor consists of version, key id, epoch, sequence number and day. Its length is a multiple of three, so base64
// has no unused bits, and each cursor has only one encoding.
const EPOCH_AT = 1 + KEY_ID_BYTES;
const SEQ_AT = EPOCH_AT + 6;
const DAY_AT = SEQ_AT + 8;
const BODY_BYTES = DAY_AT + 4;
const CURSOR = new RegExp(`^[\\w-]{${((BODY_BYTES + MAC_BYTES) / 3) * 4}}$`);

interface Key {
  readonly id: Buffer;
  readonly secret: Buffer;
}

/** Signs and verifies opaque cursors. Cursors never expire, so old keys must stay in the list. */
export class CursorKeys {
  private readonly newest: Key;
  private readonly all: ReadonlyMap<string, Key>;

  /**
   * @param text list of keys, newest first, one per line: 32 bytes as hexadecimal digits
   * @throws Error if a key is malformed or there is none
   */
  constructor(text: string) {
    const lines = text.split('\n').flatMap((line) => line.trim() || []);
    if (lines.some((line) => !/^[0-9a-f]{64}$/i.test(line))) {
      throw new Error('a key is 64 hexadecimal digits; write one per line');
    }
    const keys = lines.map((line): Key => {
      const secret = Buffer.from(line, 'hex');
      const id = createHash('sha256').update(secret).digest().subarray(0, KEY_ID_BYTES);
      return { id, secret };
    });
    const [newest] = keys;
    if (!newest) throw new Error('must contain at least one key, which is 64 hexadecimal digits');
    this.newest = newest;
    this.all = new Map(keys.map((key) => [key.id.toString('hex'), key]));
  }

  write({ epoch, seq, since }: Position): string {
    const body = Buffer.alloc(BODY_BYTES);
    body.writeUInt8(VERSION);
    this.newest.id.copy(body, 1);
    body.writeUIntBE(Number(epoch), EPOCH_AT, SEQ_AT - EPOCH_AT);
    body.writeBigUInt64BE(seq, SEQ_AT);
    body.writeUInt32BE(Date.parse(since) / DAY_MS, DAY_AT);
    return Buffer.concat([body, mac(body, this.newest)]).toString('base64url');
  }

  /** Verifies and decodes a cursor. @throws ApiError if no known key signed the cursor */
  read(cursor: string): Position {
    if (!CURSOR.test(cursor)) throw malformedCursor();
    const bytes = Buffer.from(cursor, 'base64url');
    const body = bytes.subarray(0, BODY_BYTES);
    const key = this.all.get(body.subarray(1, EPOCH_AT).toString('hex'));
    const isOurs = key && timingSafeEqual(mac(body, key), bytes.subarray(BODY_BYTES));
    if (!isOurs || body.readUInt8() !== VERSION) throw malformedCursor();
    return {
      epoch: BigInt(body.readUIntBE(EPOCH_AT, SEQ_AT - EPOCH_AT)),
      seq: body.readBigUInt64BE(SEQ_AT),
      since: dayOf(body.readUInt32BE(DAY_AT) * DAY_MS),
    };
  }
}

/**
 * The environment variable `CURSOR_KEYS_FILE`: path of the file with the keys that sign cursors. All instances must
 * have the same keys.
 */
export const cursorKeysFile = z.string().transform((file, context) => {
  try {
    return new CursorKeys(readFileSync(file, 'utf8'));
  } catch (error) {
    context.addIssue((error as Error).message);
    return z.NEVER;
  }
});

function mac(body: Buffer, { secret }: Key): Buffer {
  return createHmac('sha256', secret).update(body).digest().subarray(0, MAC_BYTES);
}
