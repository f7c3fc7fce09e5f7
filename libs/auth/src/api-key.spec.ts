import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createApiKey, hashApiKey, readApiKeyId } from './api-key.js';

describe('API keys', () => {
  it('have the documented format', () => {
    expect(createApiKey().key).toMatch(/^gcd_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/);
  });

  it('contain a readable id, which is included in the hash', () => {
    const { id, key, hash } = createApiKey();
    expect(readApiKeyId(key)).toBe(id);
    expect(hash).toEqual(hashApiKey(key));
    expect(hash).toHaveLength(32);
  });

  it('keep their id when their secret is replaced', () => {
    const { id, key } = createApiKey();
    const rotated = createApiKey(id);
    expect(readApiKeyId(rotated.key)).toBe(id);
    expect(rotated.key).not.toBe(key);
  });

  it('are rejected if a single character is wrong', () => {
    const { key } = createApiKey();
    fc.assert(
      fc.property(
        fc.integer({ min: 9, max: key.length - 1 }),
        fc.constantFrom(...'09AZaz'),
        (at, character) => {
          fc.pre(key[at] !== character);
          expect(readApiKeyId(key.slice(0, at) + character + key.slice(at + 1))).toBeNull();
        },
      ),
    );
  });

  it('are rejected if they do not have the documented format', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), (text) => expect(readApiKeyId(text)).toBeNull()),
    );
    expect(readApiKeyId(`${createApiKey().key}\n`)).toBeNull();
  });

  it('are unique', () => {
    expect(new Set(Array.from({ length: 200 }, () => createApiKey().key)).size).toBe(200);
  });
});
