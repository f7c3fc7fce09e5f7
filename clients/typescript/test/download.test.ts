import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CatalogChangedError } from '@gcd/client';
import { saveCatalog } from '@gcd/client/node';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { get, testEnvironment } from '@gcd/testing/api.js';
import { type BreakingProxy, startBreakingProxy } from './breaking-proxy.ts';
import { testClient } from './clients.ts';

let directory: string;
let file: string;
const proxies: BreakingProxy[] = [];
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'gcd-client-'));
  file = path.join(directory, 'pokemon.csv');
});
afterEach(() => {
  for (const proxy of proxies.splice(0)) proxy.close();
  rmSync(directory, { recursive: true });
});

const whole = async (): Promise<string> =>
  (await get('/v1/catalogs/pokemon', { 'accept-encoding': 'identity' })).body;

const textOf = async (stream: ReadableStream<Uint8Array>): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of stream) text += decoder.decode(bytes, { stream: true });
  return text;
};

describe('downloadCatalogPopulations', () => {
  it('downloads the populations, with the change feed cursor', async () => {
    const target = '/v1/catalogs/all/populations';
    const { body, headers } = await get(target, { 'accept-encoding': 'identity' });
    const { stream, changeCursor, fileName } = await testClient().downloadCatalogPopulations('all');
    expect(await textOf(stream)).toBe(body);
    expect(changeCursor).toBe(headers.get('x-change-cursor'));
    expect(fileName).toMatch(/^all-populations-/);
    const saved = await saveCatalog(testClient(), 'all', file, { populations: true });
    expect(saved).toEqual({ size: Buffer.byteLength(body), changeCursor, isUnchanged: false });
    expect(readFileSync(file, 'utf8')).toBe(body);
    const again = await saveCatalog(testClient(), 'all', file, { populations: true });
    expect(again).toEqual({ ...saved, isUnchanged: true });
    rmSync(file);
    const anew = await saveCatalog(testClient(), 'all', file, { populations: true });
    expect(anew).toEqual(saved);
  });
});

describe('downloadCatalog', () => {
  it('starts at a given offset in the same build, and fails if the build has changed', async () => {
    const { etag, stream } = await testClient().downloadCatalog('pokemon');
    await stream.cancel();
    const rest = await testClient().downloadCatalog('pokemon', { offset: 100, etag });
    expect(await textOf(rest.stream)).toBe((await whole()).slice(100));
    await expect(
      testClient().downloadCatalog('pokemon', { offset: 100, etag: '"another"' }),
    ).rejects.toBeInstanceOf(CatalogChangedError);
  });
});

describe('saveCatalog', () => {
  /** Starts a download and interrupts it. @returns the number of bytes saved */
  async function saveSome(): Promise<number> {
    const stop = new AbortController();
    const proxy = await startBreakingProxy(testEnvironment('TEST_API_URL'), () => 700, 'stalls');
    proxies.push(proxy);
    const client = testClient({ baseUrl: proxy.url, rateLimit: 1000 });
    const saving = saveCatalog(client, 'pokemon', file, {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('enough')),
    });
    await expect(saving).rejects.toThrow('enough');
    expect(existsSync(file)).toBe(false);
    const part = readFileSync(`${file}.part`, 'utf8');
    expect(part.length).toBeGreaterThan(0);
    expect((await whole()).startsWith(part)).toBe(true);
    return part.length;
  }

  it('resumes an incomplete download from an earlier run', async () => {
    const before = await saveSome();
    const progress: number[] = [];
    const onProgress = (done: number): void => void progress.push(done);
    const { size } = await saveCatalog(testClient(), 'pokemon', file, { onProgress });
    expect(readFileSync(file, 'utf8')).toBe(await whole());
    expect(progress[0]).toBeGreaterThan(before);
    expect(progress.at(-1)).toBe(size);
    expect([existsSync(`${file}.part`), existsSync(`${file}.part.json`)]).toEqual([false, false]);
  });

  it.each([
    [
      'belongs to another build',
      () => 'of another time',
      (note: string) => JSON.stringify({ ...JSON.parse(note), etag: '"another"' }),
    ],
    ['has a damaged note', (part: string) => part, () => '{"eta'],
    ['is longer than its build', (part: string) => `${part}more`, (note: string) => note],
    ['has no ETag', () => 'of another time', () => '{}'],
  ])('starts again if the partial file %s', async (_name, partOf, noteOf) => {
    await saveSome();
    writeFileSync(`${file}.part`, partOf(await whole()));
    writeFileSync(`${file}.part.json`, noteOf(readFileSync(`${file}.part.json`, 'utf8')));
    await saveCatalog(testClient(), 'pokemon', file);
    expect(readFileSync(file, 'utf8')).toBe(await whole());
  });

  it('never creates a damaged file if two downloads use the same file', async () => {
    await saveSome();
    const save = () => saveCatalog(testClient(), 'pokemon', file).catch((error) => error);
    await Promise.all([save(), save()]);
    expect(readFileSync(file, 'utf8')).toBe(await whole());
  });

  it('fails if another download replaced the partial file', async () => {
    let isReplaced = false;
    const onProgress = (): void => {
      if (isReplaced) return;
      isReplaced = true;
      rmSync(`${file}.part`);
      writeFileSync(`${file}.part`, 'card_id');
    };
    const saving = saveCatalog(testClient(), 'pokemon', file, { onProgress });
    await expect(saving).rejects.toThrow('Run only one download per file.');
    expect(existsSync(file)).toBe(false);
  });

  it('renames a partial file that turns out to be complete, without downloading it again', async () => {
    await saveSome();
    writeFileSync(`${file}.part`, await whole());
    await saveCatalog(testClient({ baseUrl: 'http://127.0.0.1:1' }), 'pokemon', file);
    expect(readFileSync(file, 'utf8')).toBe(await whole());
  });
});
