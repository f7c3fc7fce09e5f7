import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createApiKey, readApiKeyId } from './api-key.js';

describe('API keys', () => {
  it('have the documented format', () => {
    expect(createApiKey().key).toMatch(/^gcd_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/);
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
});
