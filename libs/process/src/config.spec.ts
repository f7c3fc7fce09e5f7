import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withCredentials } from './config.js';

const urlWith = (url: string, user: string, password: string): string =>
  withCredentials({ DATABASE_URL: url, DATABASE_USER: user, DATABASE_PASSWORD: password })
    .DATABASE_URL ?? '';

describe('withCredentials', () => {
  it('preserves any user name and password', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(text, text, (user, password) => {
        const url = new URL(urlWith('postgres://db:5432/gcd?sslmode=verify-full', user, password));
        expect([url.username, url.password].map(decodeURIComponent)).toEqual([user, password]);
        expect(url.host + url.pathname + url.search).toBe('db:5432/gcd?sslmode=verify-full');
      }),
    );
  });

  it('adds credentials only to the first of several NATS servers', () => {
    const { NATS_URL = '' } = withCredentials({
      NATS_URL: 'tls://a:4222,tls://b:4222',
      NATS_USER: 'certs',
      NATS_PASSWORD: 'p@ss,/$&:word',
    });
    expect(NATS_URL).toBe('tls://certs:p%40ss%2C%2F%24%26%3Aword@a:4222,tls://b:4222');
  });

  it('adds credentials to the URLs of the primary, the standbys and Redis', () => {
    expect(
      withCredentials({
        DATABASE_URL: 'postgres://db/gcd',
        DATABASE_READ_URL: 'postgres://standbys/gcd',
        DATABASE_USER: 'gcd_certs',
        DATABASE_PASSWORD: 'a',
        REDIS_URL: 'rediss://redis:6379',
        REDIS_USER: 'gateway',
        REDIS_PASSWORD: 'b',
      }),
    ).toMatchObject({
      DATABASE_URL: 'postgres://gcd_certs:a@db/gcd',
      DATABASE_READ_URL: 'postgres://gcd_certs:a@standbys/gcd',
      REDIS_URL: 'rediss://gateway:b@redis:6379',
    });
  });
});
