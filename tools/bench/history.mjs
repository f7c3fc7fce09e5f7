// Compares the duration of a history request with that of its SQL statement, on the servers of a running `npm start`.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getCardHistory } from '@gcd/contracts';
import { dataDir, findRunning, startApp, startNats } from '@gcd/local';
import { CHANGES_COLUMN, GROUP_COLUMNS, JOIN_GROUP, joinHistoryDays } from '@gcd/population';
import { connectNats, createLogger, OperationClient } from '@gcd/service';
import getPort from 'get-port';
import { median } from './percentile.mjs';
import { readOptions } from './options.mjs';

const CHARIZARD = '85c82c158cac20785082526b3bb6248031db6a66';
const ROUNDS = 3;
const REQUESTS = 400;
const WARM_UP = 50;

const HELP = `Usage: npm run bench:history -- [--card CARD_ID]
--card CARD_ID  card id, 40 hexadecimal digits (default: the 1999 Charizard of the sample)
Requires psql and a running \`npm start\`.`;

const cardId = readOptions(HELP, { card: CHARIZARD }).values.card;
const running = findRunning(dataDir());
if (!running || !/^[0-9a-f]{40}$/.test(cardId)) {
  console.error('Run `npm start` first. A card id has 40 hexadecimal digits.');
  process.exit(2);
}

const statement =
  `select ${GROUP_COLUMNS}, population.first_recorded, dataset.as_of, ${CHANGES_COLUMN}
  from cards requested ${JOIN_GROUP} cross join dataset ${joinHistoryDays('null', 'null')} where requested.card_id = decode('${cardId}', 'hex')`.replace(
    /\n/g,
    ' ',
  );
const medianOf = (times) => median(times.slice(WARM_UP));
const directory = mkdtempSync(path.join(tmpdir(), 'bench-history-'));
chmodSync(directory, 0o755);

function inPsql(preparation, command) {
  const file = path.join(directory, 'bench.sql');
  writeFileSync(
    file,
    `${preparation}\n\\timing on\n${`${command} \\g /dev/null\n`.repeat(REQUESTS)}`,
  );
  const output = execFileSync('psql', [running.databaseUrl, '-q', '-f', file], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  return medianOf([...output.matchAll(/Time: ([\d.]+) ms/g)].map((match) => Number(match[1])));
}

async function overNats(nats) {
  const client = new OperationClient(nats);
  const request = { card_id: cardId, interval: 'two_week', grader: null };
  const times = [];
  for (let sent = 0; sent < REQUESTS; sent += 1) {
    const start = performance.now();
    await client.call(getCardHistory, request, 'bench');
    times.push(performance.now() - start);
  }
  return medianOf(times);
}

/** Returns the total time in seconds that the service spent on history requests, and their number, from its metrics. */
async function secondsInService() {
  const text = await (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text();
  const value = (name) =>
    Number(
      new RegExp(
        `^gcd_operation_duration_seconds_${name}\\{subject="cards.v1.history",status="200"\\} (\\S+)`,
        'm',
      ).exec(text)?.[1] ?? 0,
    );
  return { sum: value('sum'), count: value('count') };
}

// Start a separate service with its own NATS server.
const healthPort = await getPort({ host: '127.0.0.1' });
const server = await startNats({
  dir: path.join(directory, 'nats'),
  keep: false,
  log: console.error,
});
const cards = await startApp(
  'cards',
  { DATABASE_URL: running.databaseUrl, NATS_URL: server.url, HEALTH_PORT: String(healthPort) },
  directory,
);
const nats = await connectNats(server.url, 'bench', createLogger('bench', 'silent'));
await overNats(nats);
const rows = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const plain = inPsql('', statement);
  const prepared = inPsql(
    `set plan_cache_mode = force_generic_plan; prepare history as ${statement};`,
    'execute history',
  );
  const before = await secondsInService();
  const request = await overNats(nats);
  const after = await secondsInService();
  const service = ((after.sum - before.sum) / (after.count - before.count)) * 1000;
  rows.push({
    'psql ms': plain,
    'psql, prepared ms': prepared,
    'service ms': Number(service.toFixed(3)),
    'service ÷ psql': Number((service / plain).toFixed(2)),
    'request over NATS ms': Number(request.toFixed(3)),
    'request ÷ psql': Number((request / plain).toFixed(2)),
  });
}
console.table(rows);
await nats.close();
await cards.stop();
await server.stop();
rmSync(directory, { recursive: true });
