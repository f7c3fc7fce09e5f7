import { describe, expect, it } from '@jest/globals';
import { natsAddress } from './address.js';

describe('natsAddress', () => {
  it.each(['', 'nats', 'nats:4222', 'http://nats:4222', 'nats://a:4222,', 'nats://'])(
    'rejects %p',
    (text) => {
      expect(() => natsAddress(text)).toThrow('must be a URL such as nats:');
    },
  );

  it('omits the URL from errors, because it may contain a password', () => {
    expect(() => natsAddress('http://certs:secret@nats')).toThrow(/^(?!.*secret)/);
  });
});
