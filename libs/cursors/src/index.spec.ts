import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CursorKeys, type Position } from './index.js';

const secret = (): string => randomBytes(32).toString('hex');
const [NEW, OLD] = [secret(), secret()];
const keys = new CursorKeys(`${NEW}\n${OLD}\n`);

const position = fc.record<Position>({
  epoch: fc.bigInt({ min: 0n, max: 2n ** 48n - 1n }),
  seq: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  since: fc
    .integer({ min: 0, max: 60_000 })
    .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10)),
});

function isAccepted(cursor: string): boolean {
  try {
    keys.read(cursor);
    return true;
  } catch {
    return false;
  }
}

describe('CursorKeys', () => {
  it('decodes the position that it has encoded', () => {
    fc.assert(fc.property(position, (one) => expect(keys.read(keys.write(one))).toEqual(one)));
  });

  it('accepts exactly one encoding of a cursor', () => {
    const one = keys.write({ epoch: 1n, seq: 2n, since: '2026-01-01' });
    const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. ';
    const others = [...one].flatMap((_, at) =>
      [...characters].map((character) => one.slice(0, at) + character + one.slice(at + 1)),
    );
    // Use a single `expect`, because each `expect` collects a stack trace, which is slow.
    expect(new Set(others.filter(isAccepted))).toEqual(new Set([one]));
  });

  it('rejects a signed cursor with another format version', () => {
    const cursor = keys.write({ epoch: 1n, seq: 2n, since: '2026-01-01' });
    const body = Buffer.from(cursor, 'base64url').subarray(0, -16);
    const signed = (): string => {
      const mac = createHmac('sha256', Buffer.from(NEW, 'hex')).update(body).digest();
      return Buffer.concat([body, mac.subarray(0, 16)]).toString('base64url');
    };
    expect(signed()).toBe(cursor);
    body.writeUInt8(body.readUInt8() + 1);
    expect(() => keys.read(signed())).toThrow('is not a `next_cursor`');
  });
});

describe('signing keys', () => {
  const at = { epoch: 1n, seq: 2n, since: '2026-01-01' };

  it('accept cursors signed with an old key, and sign new ones with the newest key', () => {
    const before = new CursorKeys(OLD);
    expect(keys.read(before.write(at))).toEqual(at);
    expect(() => before.read(keys.write(at))).toThrow();
  });

  it('reject a cursor signed with an unknown key', () => {
    expect(() => keys.read(new CursorKeys(secret()).write(at))).toThrow();
  });

  it.each([
    ['', 'must contain at least one key'],
    [' \n\n', 'must contain at least one key'],
    ['short', 'a key is 64 hexadecimal digits'],
    [`${NEW}\n${OLD}0`, 'a key is 64 hexadecimal digits'],
  ])('are rejected if the key file contains %j', (text, reason) => {
    expect(() => new CursorKeys(text)).toThrow(reason);
  });
});
