import { describe, expect, it } from '@jest/globals';
import { natsAddress } from './address.js';

describe('natsAddress', () => {
  it.each([
    ['nats://nats:4222', { servers: ['nats:4222'] }],
    ['nats://a:4222,nats://b:4222', { servers: ['a:4222', 'b:4222'] }],
    ['tls://nats.example', { servers: ['nats.example'], tls: {} }],
    [
      'nats://certs:p%40ss@a:4222,nats://b:4222',
      { servers: ['a:4222', 'b:4222'], user: 'certs', pass: 'p@ss', inboxPrefix: '_INBOX.certs' },
    ],
  ])('parses %s', (text, expected) => {
    expect(natsAddress(text)).toEqual(expected);
  });

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
