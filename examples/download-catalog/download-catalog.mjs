// Downloads a catalog as gzip. If the connection breaks, or the program is stopped and started again, the
// download resumes.
//
// GCD_API_KEY=… node download-catalog.mjs https://api.example.com psa psa.csv.gz
import { createWriteStream } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';

const MAX_FAILURES = 10;
const [address, catalog, file] = process.argv.slice(2);
if (!file || !process.env.GCD_API_KEY) {
  console.error('GCD_API_KEY=… node download-catalog.mjs URL CATALOG FILE.csv.gz');
  process.exit(2);
}
const url = new URL(`/v1/catalogs/${catalog}`, address);
const partFile = `${file}.part`;
const etagFile = `${file}.etag`;

const received = async () => (await stat(partFile).catch(() => ({ size: 0 }))).size;

/**
 * Sends a request with `https` or `http`. `fetch` would decompress the response, but this program must count the
 * received bytes.
 */
function get(headers) {
  const { get } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    get(url, { headers, timeout: 30_000 }, resolve)
      .on('timeout', function () {
        this.destroy(new Error('the connection stalled'));
      })
      .on('error', reject);
  });
}

/**
 * Requests the missing bytes.
 * @returns the number of seconds to wait before the next attempt, or null if the file is complete
 */
async function attempt() {
  const size = await received();
  const etag = size > 0 && (await readFile(etagFile, 'utf8').catch(() => null));
  const response = await get({
    'x-api-key': process.env.GCD_API_KEY,
    'accept-encoding': 'gzip',
    // Requests the rest of the same build. If that build is no longer available, the API sends the newest build from
    // the beginning.
    ...(etag && { range: `bytes=${size}-`, 'if-range': etag }),
  });
  const { statusCode, headers } = response;
  if (statusCode === 200 || statusCode === 206) {
    // Delete the part before its ETag is replaced, so that bytes of two builds are never joined.
    if (statusCode === 200) await rm(partFile, { force: true });
    await writeFile(etagFile, headers.etag);
    await pipeline(
      response,
      createWriteStream(partFile, { flags: statusCode === 206 ? 'a' : 'w' }),
    );
    return null;
  }
  const body = await text(response);
  if (statusCode === 416 && headers['content-range'] === `bytes */${size}`) return null;
  if (statusCode === 429 || statusCode >= 500) return Number(headers['retry-after'] ?? 5);
  throw Object.assign(new Error(`${statusCode} ${body}`), { isFinal: true });
}

for (let failures = 0; ; ) {
  const before = await received();
  let wait;
  try {
    wait = await attempt();
    if (wait === null) break;
    console.error(`Not available at the moment. Trying again in ${wait} s.`);
  } catch (error) {
    if (error.isFinal) throw error;
    wait = 1;
    console.error(`${error.message} after ${await received()} bytes. Resuming.`);
  }
  failures = (await received()) > before ? 0 : failures + 1;
  if (failures > MAX_FAILURES)
    throw new Error('The download failed. Start the program again to resume it.');
  await pause(wait * 1000);
}
await rename(partFile, file);
await rm(etagFile, { force: true });
console.log(`${file}: ${(await stat(file)).size} bytes`);
