import { expect, it } from '@jest/globals';
import { GzipFile } from './gzip-file.js';

it('a compressed catalog has a single gzip member, because many clients stop after the first one', async () => {
  async function* source() {
    yield* [Buffer.from('a'), Buffer.from('b')];
  }
  const pieces: Buffer[] = [];
  for await (const piece of new GzipFile().compress(source())) pieces.push(piece);
  const members = Buffer.concat(pieces).toString('latin1').split('\x1f\x8b\x08').length - 1;
  expect(members).toBe(1);
});
