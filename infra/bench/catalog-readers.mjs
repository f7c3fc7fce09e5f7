// For catalogs.mjs: 20 readers that download at 10 MB a second together, half of them slowly, over and over between `read` and `rest`.
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const BYTES_A_SECOND = [...Array(10).fill(0.2e6), ...Array(10).fill(0.8e6)];
// Until then the buffers on the way are filled, faster than it goes on.
const SETTLING_MS = 8000;
let resting = true;
let readers = Promise.resolve([]);
let received = 0;
let began = 0;

process.on('message', async (order) => {
  resting = order === 'rest';
  if (resting) {
    const seconds = (performance.now() - began) / 1000;
    const rate = Number((received / 1e6 / seconds).toFixed(1));
    await readers;
    process.send(rate);
    return;
  }
  readers = Promise.all(BYTES_A_SECOND.map((rate, index) => read(rate, index)));
  await pause(SETTLING_MS);
  received = 0;
  began = performance.now();
  process.send('steady');
});

async function read(bytesASecond, index) {
  const headers = {
    'x-api-key': process.env.KEY,
    'accept-encoding': index % 2 ? 'gzip' : 'identity',
  };
  while (!resting) {
    const response = await new Promise((resolve, reject) => {
      get(process.env.ADDRESS, { headers }, resolve).on('error', reject);
    });
    if (response.statusCode !== 200) throw new Error(`answered ${response.statusCode}`);
    const start = performance.now();
    let bytes = 0;
    for await (const chunk of response) {
      bytes += chunk.length;
      received += chunk.length;
      const ahead = (bytes / bytesASecond) * 1000 - (performance.now() - start);
      if (ahead > 0) await pause(ahead);
      if (resting) break;
    }
  }
}
