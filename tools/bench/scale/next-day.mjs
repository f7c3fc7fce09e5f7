import path from 'node:path';
import { synthesize } from '@gcd/synth';
import pg from 'pg';
import { timedAdmin } from '../admin.mjs';
import { directoryWith } from './prepare.mjs';

const DAY_MS = 86_400_000;

/** Imports populations of all cards for the day after the latest one. */
export async function importNextDay(sizes) {
  const [rate, rewritten] = [new Map(), new Map()];
  for (const size of sizes) {
    const client = new pg.Client(size.databaseUrl);
    await client.connect();
    await client.query('vacuum populations, population_dates');
    const { rows } = await client.query(
      `select extract(epoch from as_of)::float8 * 1000 as day from dataset`,
    );
    const until = new Date(rows[0].day + DAY_MS).toISOString().slice(0, 10);
    const data = path.join(size.directory, 'next-day');
    const { cards } = size;
    await synthesize({ directory: data, cards, certs: 0, days: 0, until, overwrite: true });
    const update = directoryWith(data, ['populations']);
    const { result, seconds } = await timedAdmin(['import', update], {
      DATABASE_URL: size.databaseUrl,
    });
    rate.set(size, result.files.populations.read / seconds);
    rewritten.set(size, await rewrittenPercent(client));
    await client.end();
  }
  return [
    { what: "import of a day's populations of all cards, rows/s", digits: 0, values: rate },
    { what: 'rows of `populations` rewritten by this import, %', digits: 2, values: rewritten },
  ];
}

/** Returns the percentage of rows that the last import wrote. */
async function rewrittenPercent(client) {
  const { rows } = await client.query(
    `select 100.0 * count(*) filter (where xmin = (select xmin from dataset)) / count(*) as percent from populations`,
  );
  return Number(rows[0].percent);
}
