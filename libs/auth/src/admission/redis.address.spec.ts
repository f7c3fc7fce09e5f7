import { describe, expect, it } from '@jest/globals';
import { redisAddress } from './redis.address.js';

describe('redisAddress', () => {
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
