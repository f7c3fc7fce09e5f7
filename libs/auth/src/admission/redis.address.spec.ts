import { describe, expect, it } from '@jest/globals';
import { redisAddress } from './redis.address.js';

describe('redisAddress', () => {
  it.each(['redis://redis:6379', 'rediss://gateway:p%40ss@redis.example'])(
    'parses %s as the URL of the primary',
    async (url) => {
      expect(await redisAddress(url).primary()).toBe(url);
    },
  );

  it.each([
    'redis-sentinel://a:26379,b:26379,c:26379/primary',
    'rediss-sentinel://gateway:p%40ss@a,b/gcd.primary',
  ])('parses %s as a list of Sentinels', (url) => {
    expect(() => redisAddress(url)).not.toThrow();
  });

  it.each([
    '',
    'redis',
    'http://redis:6379',
    'redis-sentinel://a:26379',
    'redis-sentinel://a:26379/',
    'redis-sentinel://a:port/primary',
    'redis-sentinel:///primary',
  ])('rejects %p', (url) => {
    expect(() => redisAddress(url)).toThrow('must be a URL such as redis:');
  });

  it('omits the URL from errors, because it may contain a password', () => {
    expect(() => redisAddress('http://gateway:secret@redis')).toThrow(/^(?!.*secret)/);
  });
});
