import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Objm } from '@nats-io/obj';
import { parse } from 'csv-parse/sync';
import { testEnvironment } from '@gcd/testing/api.js';
import { query } from '@gcd/testing/database.js';
import { eventually } from '@gcd/testing/eventually.js';
import type { RawHttpOptions, RawHttpResponse } from '@gcd/testing/raw-http.js';
import { startProxy } from '@gcd/testing/tcp-proxy.js';
import {
  CARDS,
  connection,
  databaseUrl,
  download,
  ENCODINGS,
  inTheMiddle,
  memoryOf,
  rebuild,
  resume,
  running,
  startInstance,
  stuckDownload,
} from './downloads-stack.ts';

const EXAMPLE = fileURLToPath(
  new URL('../../../examples/download-catalog/download-catalog.mjs', import.meta.url),
);
// Builds run in separate processes, which may start slowly on a busy machine.
jest.setTimeout(120_000);

describe('a large download', () => {
  let whole: Record<(typeof ENCODINGS)[number], Buffer>;
  let etag: string | undefined;
  beforeAll(() => rebuild(CARDS));
  beforeEach(async () => {
    const { headers } = await download({ 'accept-encoding': 'gzip' }, { method: 'HEAD' });
    if (headers.etag === etag) return;
    etag = headers.etag;
    const [identity, gzip] = await Promise.all(
      ENCODINGS.map(async (each) => (await download({ 'accept-encoding': each })).bytes),
    );
    whole = { identity, gzip } as typeof whole;
  });

  it('contains each card once, in both encodings', async () => {
    const rows: Record<string, string>[] = parse(whole.identity, { columns: true });
    const ids = await query<{ id: string }>(
      databaseUrl,
      "select encode(card_id, 'hex') as id from cards order by card_id",
    );
    expect(rows.map(({ card_id }) => card_id)).toEqual(ids.map(({ id }) => id));
    expect(gunzipSync(whole.gzip).equals(whole.identity)).toBe(true);
    expect(whole.gzip.length).toBeGreaterThan(1_000_000);
  });

  it.each(ENCODINGS)('returns exactly the requested bytes for any range: %s', async (encoding) => {
    const { length } = whole[encoding];
    const edges = [0, 1, 32_767, 32_768, 131_071, 131_072, 262_143, 262_144, length - 1];
    for (const first of [...edges, ...edges.map(() => randomInt(length))]) {
      const last = Math.min(length - 1, first + randomInt(600_000));
      const range = `bytes=${first}-${last}`;
      const { status, bytes } = await download({ 'accept-encoding': encoding, range });
      expect([range, status, bytes.length]).toEqual([range, 206, last + 1 - first]);
      expect(bytes.equals(whole[encoding].subarray(first, last + 1))).toBe(true);
    }
  });

  it.each(ENCODINGS)(
    'has the same content if it is interrupted at random positions and resumed: %s',
    async (encoding) => {
      const headers = { 'accept-encoding': encoding };
      const hangUp = (): RawHttpOptions => {
        const after = randomInt(Math.floor(whole[encoding].length / 4));
        return { onData: (received) => received < after };
      };
      const { bytes, cuts } = await resume(await download(headers, hangUp()), headers, hangUp);
      expect(cuts).toBeGreaterThan(2);
      expect(bytes.equals(whole[encoding])).toBe(true);
    },
  );

  it.each(ENCODINGS)(
    'continues with the old build until it is complete, even if a new build is published meanwhile: %s',
    async (encoding) => {
      const headers = { 'accept-encoding': encoding };
      const during = await download(
        headers,
        inTheMiddle(() => rebuild(1)),
      );
      expect(during.isCut).toBe(false);
      expect(during.bytes.equals(whole[encoding])).toBe(true);
      expect((await download(headers)).headers.etag).not.toBe(during.headers.etag);
    },
  );

  it('resumes from the old build after a new one is published', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const cut = await download(headers, { onData: () => false });
    await rebuild(1);
    const { bytes } = await resume(cut, headers);
    expect(bytes.equals(whole.gzip)).toBe(true);
  });

  it('starts again with the newest build if the old one is no longer available', async () => {
    const cut = await download({}, { onData: () => false });
    for (let time = 0; time < 3; time += 1) await rebuild(1);
    const rest = await download({
      range: `bytes=${cut.bytes.length}-`,
      'if-range': String(cut.headers.etag),
    });
    expect([rest.status, rest.headers['content-range']]).toEqual([200, undefined]);
    expect(parse(rest.bytes, { columns: true }).length).toBeGreaterThan(CARDS);
  });

  it('completes even if one of two instances is killed', async () => {
    const { bytes, isCut } = await download(
      {},
      inTheMiddle(async () => {
        running.instances[0]?.kill('SIGKILL');
        await running.instances[0]?.exited;
      }),
    );
    expect([isCut, bytes.equals(whole.identity)]).toEqual([false, true]);
    running.instances[0] = await startInstance();
  });

  it('completes even if one of two instances stalls', async () => {
    const { bytes, isCut } = await download(
      {},
      inTheMiddle(async () => running.instances[0]?.kill('SIGSTOP')),
    ).finally(() => running.instances[0]?.kill('SIGCONT'));
    expect([isCut, bytes.equals(whole.identity)]).toEqual([false, true]);
  });

  it('pauses while all instances are restarted, and then completes', async () => {
    const { bytes, isCut } = await download(
      { 'accept-encoding': 'gzip' },
      inTheMiddle(async () => {
        await Promise.all(running.instances.map((instance) => instance.stop()));
        void Promise.all([startInstance(), startInstance()]).then((started) => {
          running.instances = started;
        });
      }),
    );
    expect([isCut, bytes.equals(whole.gzip)]).toEqual([false, true]);
    await eventually(async () => expect((await download()).status).toBe(200));
  });

  it('is completed by the example client even if connections break and an instance is killed', async () => {
    const proxy = await startProxy(`http://127.0.0.1:${running.gateway.port}`, 4_000_000);
    const directory = mkdtempSync(path.join(tmpdir(), 'gcd-example-'));
    const file = path.join(directory, 'psa.csv.gz');
    const start = () =>
      spawn(process.execPath, [EXAMPLE, proxy.url, 'psa', file], {
        env: { GCD_API_KEY: testEnvironment('TEST_API_KEY') },
        stdio: 'ignore',
      });
    const size = (name: string): number => statSync(name, { throwIfNoEntry: false })?.size ?? 0;
    const killed = start();
    await eventually(async () => expect(size(`${file}.part`)).toBeGreaterThan(100_000));
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const run = start();
    for (const part of [0.4, 0.7]) {
      await eventually(async () =>
        expect(size(`${file}.part`)).toBeGreaterThan(whole.gzip.length * part),
      );
      proxy.cut();
      proxy.mend();
    }
    const [status] = await once(run, 'exit');
    proxy.close();
    expect(status).toBe(0);
    expect(readFileSync(file).equals(whole.gzip)).toBe(true);
  });

  it('is not delayed by clients that disconnect or stop reading', async () => {
    const stuck = await Promise.all(Array.from({ length: 20 }, stuckDownload));
    const { bytes } = await download({ 'accept-encoding': 'gzip' });
    expect(bytes.equals(whole.gzip)).toBe(true);
    await Promise.all(stuck.map((end) => end()));
  });

  it('is rejected with 503 while the account already has 32 downloads in progress', async () => {
    const stuck = await Promise.all(Array.from({ length: 32 }, stuckDownload));
    const rejected = await download();
    expect(rejected.status).toBe(503);
    await Promise.all(stuck.map((end) => end()));
    await eventually(async () => expect((await download()).status).toBe(200));
  });

  it('completes even if the client reads slowly, and uses little memory', async () => {
    const before = memoryOf(running.gateway.pid);
    const downloadSlowly = async (encoding = ''): Promise<RawHttpResponse> => {
      for (;;) {
        const onData = () => pause(20).then(() => true);
        const response = await download({ 'accept-encoding': encoding }, { onData });
        // A busy gateway may reject some of the requests, because they arrive at once.
        if (response.status !== 503) return response;
      }
    };
    const slow = Array.from({ length: 20 }, (_, index) => downloadSlowly(ENCODINGS[index % 2]));
    const responses = await Promise.all(slow);
    expect(responses.map(({ isCut }) => isCut)).not.toContain(true);
    expect(
      responses.every(({ bytes }, index) => bytes.equals(whole[ENCODINGS[index % 2] ?? 'gzip'])),
    ).toBe(true);
    expect(memoryOf(running.gateway.pid) - before).toBeLessThan(150);
  });

  it('fails if the object store loses the file, and succeeds after the next build', async () => {
    const lose = async (): Promise<void> => {
      for await (const { bucket } of new Objm(connection).list()) {
        await (await new Objm(connection).open(bucket)).destroy();
      }
      // Restart the catalogs service, because its caches still contain the lost file.
      await Promise.all(running.instances.map((instance) => instance.stop()));
      running.instances = await Promise.all([startInstance(), startInstance()]);
    };
    // The file must be large. Otherwise, the socket buffers could already contain the rest of it when the object store
    // loses the file.
    await rebuild(2 * CARDS);
    const { bytes } = await download();
    expect(bytes.length).toBeGreaterThan(10_000_000);
    const cut = await download({}, inTheMiddle(lose));
    expect(cut.isCut).toBe(true);
    expect(cut.bytes.equals(bytes.subarray(0, cut.bytes.length))).toBe(true);
    expect((await download()).status).toBe(503);
    await rebuild(1);
    expect((await download()).status).toBe(200);
  });
});
