// A child process of catalogs.mjs. The message `read` starts 20 clients, which download a total of 10 MB/s, and the
// message `rest` stops them. Half of the clients are slow. The clients are curl processes, which need little CPU time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

const BYTES_A_SECOND = [...Array(10).fill(200_000), ...Array(10).fill(800_000)];
// Time in milliseconds to wait before the measurement, because downloads are faster while buffers fill.
const SETTLING_MS = 8000;
let curls = [];

process.on('message', async (order) => {
  if (order === 'rest') {
    const ended = curls.map((curl) => curl.exitCode ?? once(curl, 'exit'));
    for (const curl of curls) curl.kill();
    await Promise.all(ended);
    process.send('rests');
    return;
  }
  curls = BYTES_A_SECOND.map(read);
  await pause(SETTLING_MS);
  process.send('steady');
});

function read(bytesASecond, index) {
  const encoding = index % 2 ? 'gzip' : 'identity';
  return spawn(
    'curl',
    [
      ...['--silent', '--fail', '--output', '/dev/null', '--limit-rate', bytesASecond],
      ...['--header', `x-api-key: ${process.env.KEY}`],
      ...['--header', `accept-encoding: ${encoding}`],
      process.env.ADDRESS,
    ],
    { stdio: 'inherit' },
  );
}
