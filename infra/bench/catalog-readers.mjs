// For catalogs.mjs: 20 readers that download at 10 MB a second together, half of them slowly, over and over until told to stop.
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const BYTES_A_SECOND = [...Array(10).fill(0.2e6), ...Array(10).fill(0.8e6)];
let received = 0;
const isStopping = false;

async function read(index) {
  const headers = {
    'x-api-key': process.env.KEY,
    'accept-encoding': index % 2 ? 'gzip' : 'identity',
  };
  while (!isStopping) {
    const response = await new Promise((resolve, reject) => {
      get(process.env.ADDRESS, { headers }, resolve).on('error', reject);
    });
    if (response.statusCode !== 200) throw new Error(`answered ${response.statusCode}`);
    const began = performance.now();
    let bytes = 0;
    for await (const chunk of response) {
      bytes += chunk.length;
      received += chunk.length;
      const ahead = (bytes / BYTES_A_SECOND[index]) * 1000 - (performance.now() - began);
      if (ahead > 0) await pause(ahead);
      if (isStopping) break;
    }
  }
}

process.on('message', () => {
  process.send(Number((received / 1e6 / ((performance.now() - began) / 1000)).toFixed(1)));
  process.exit();
});
const readers = BYTES_A_SECOND.map((_rate, index) => read(index));
// The buffers on the way fill faster than that; then it is steady.
await pause(3000);
received = 0;
const began = performance.now();
process.send('steady');
await Promise.all(readers);
