import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { eventually } from '@gcd/testing/eventually.js';
import {
  expectCardNumbers,
  expectCertNumbers,
  expectSearchNumbers,
  expectSetNumbers,
} from '@gcd/testing/site-numbers.js';
import { ROOT } from '@gcd/testing/root.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { testExamples } from './examples.js';
import { directory, npmRun, type Started, start, stop } from './npm-start.js';
import { descendants, stillRunning } from './processes.js';

const DATA_DIR = path.join(directory, 'data');
const KEY_FILE = path.join(directory, 'demo.key');
/** URL of the site in the examples of the documentation. */
const DOCUMENTED_SITE = 'http://localhost:3001';
const TIMEOUT_MS = 600_000;

/** Processes that the tests kill, each with a pattern for its command line. */
const ENDING: [string, RegExp][] = [
  ['PostgreSQL', /postgres\0-D\0/],
  ['NATS', /^\S*nats-server\0/],
  ['Redis', /^\S*redis-server[\0 ]/],
  ['certs', /certs\/dist\/main\.js/],
  ['gateway', /gateway\/dist\/main\.js/],
];

function ports({ apiUrl, siteUrl }: Started): number[] {
  const state = JSON.parse(readFileSync(path.join(DATA_DIR, 'running.json'), 'utf8'));
  const urls = [apiUrl, siteUrl, state.databaseUrl, state.natsUrl, state.redisUrl];
  return urls.map((url) => Number(new URL(url).port));
}

/** Finds the pid of a direct or indirect child process. @throws Error if there is none */
function descendant({ process: child }: Started, command: RegExp): number {
  const found = descendants(child.pid ?? 0).find((one) => command.test(one.command));
  if (!found) throw new Error(`no process of ${command}`);
  return found.pid;
}

const expectEnded = (pids: number[]): Promise<void> =>
  eventually(async () => expect(stillRunning(pids)).toEqual([]));

const pidsOf = ({ process: child }: Started): number[] =>
  descendants(child.pid ?? 0).map(({ pid }) => pid);

const CURL = /^ {2}curl -H '(x-api-key): (\w+)' '(http:[^']+)'$/gm;

/**
 * Sends the requests that `npm start` printed as curl commands. curl itself is not used, because it may not be
 * installed.
 */
async function requestPrinted({ output }: Started) {
  const lines = [...output().matchAll(CURL)];
  const responses = lines.map(([, header = '', key = '', url = '']) =>
    fetch(url, { headers: { [header]: key } }),
  );
  return Promise.all(
    (await Promise.all(responses)).map(async (response) => ({
      status: response.status,
      body: (await response.json()) as { data: { card_url: string } },
    })),
  );
}

/** Checks that only the owner can read a key file, and that the key was not printed. */
function expectUntold(file: string, { output }: Started): void {
  const key = readFileSync(file, 'utf8').trim();
  expect(key).toMatch(/^gcd_live_/);
  expect(statSync(file).mode & 0o077).toBe(0);
  const logs = path.join(DATA_DIR, 'logs');
  const logged = readdirSync(logs).map((log) => readFileSync(path.join(logs, log), 'utf8'));
  for (const text of [output(), ...logged]) expect(text).not.toContain(key);
}

interface CertRow {
  readonly grader: string;
  readonly cert: string;
  readonly card_id: string;
  readonly grade: string;
  readonly has_auto_grade: string;
}

/** Returns a cert of the sample for each grade, with and without an autograph. */
function certsOfEachKind(): CertRow[] {
  const file = path.join(ROOT, 'tools/sample/data/certs.csv.gz');
  const rows: CertRow[] = parse(gunzipSync(readFileSync(file)), { columns: true });
  const kinds = rows.map(
    (row) => [`${row.grader} ${row.grade} ${row.has_auto_grade}`, row] as const,
  );
  return [...new Map(kinds).values()];
}

/** Checks 8 items at a time. */
async function inGroups<T>(all: readonly T[], check: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += 8) await Promise.all(all.slice(at, at + 8).map(check));
}

describe('npm start with the sample', () => {
  let started: Started;
  beforeAll(async () => {
    started = await start(['--demo-key-file', KEY_FILE], {
      SITE_URL: DOCUMENTED_SITE,
      VISITOR_PAGES_PER_SECOND: '1000',
    });
  }, TIMEOUT_MS);

  it('imports the sample, prints curl commands that work, and serves catalogs and pages', async () => {
    expect(started.output()).toContain('Importing the sample');
    const responses = await requestPrinted(started);
    expect(responses).toEqual(
      Array(3).fill({ status: 200, body: { data: expect.any(Object), meta: expect.any(Object) } }),
    );
    const catalog = `${started.apiUrl}/v1/catalogs/pokemon`;
    const { status } = await fetch(catalog, { headers: { 'x-api-key': started.key } });
    expect(status).toBe(200);
    const cardUrl = responses[0]?.body.data.card_url ?? '';
    const page = await fetch(cardUrl.replace(DOCUMENTED_SITE, started.siteUrl));
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Charizard, 1st Edition, 1999 Base Set #4');
  });

  it('shows the numbers of the API on the pages of cards, sets, searches and each kind of slab', async () => {
    const sources = {
      api: async (target: string) => {
        const headers = { 'x-api-key': started.key };
        let body: { data?: unknown } = {};
        // The demo key allows 100 requests per second.
        await eventually(async () => {
          const response = await fetch(started.apiUrl + target, { headers });
          body = (await response.json()) as { data?: unknown };
          expect([target, response.status]).toEqual([target, 200]);
        }, TIMEOUT_MS);
        return body.data;
      },
      async page(target: string): Promise<string> {
        const page = await fetch(started.siteUrl + target);
        expect([target, page.status]).toEqual([target, 200]);
        return page.text();
      },
    };
    const certs = certsOfEachKind();
    expect(certs.length).toBeGreaterThan(60);
    await inGroups(certs, ({ grader, cert }) => expectCertNumbers(sources, grader, cert));
    const cards = certs.filter(({ grade }) => grade.includes('_q')).map(({ card_id }) => card_id);
    await inGroups([...new Set(cards)], (id) => expectCardNumbers(sources, id));
    const sets = (await sources.api('/v1/sets')) as { set_id: string }[];
    for (const { set_id } of sets.slice(0, 10)) await expectSetNumbers(sources, set_id);
    for (const query of ['charizard', 'umbreon']) await expectSearchNumbers(sources, query);
  });

  it('writes the demo key to a file that only the owner can read, and does not print the key of the site', () => {
    expect(readFileSync(KEY_FILE, 'utf8').trim()).toBe(started.key);
    expect(statSync(KEY_FILE).mode & 0o077).toBe(0);
    expectUntold(path.join(DATA_DIR, 'site-key'), started);
  });

  testExamples(() => ({ apiUrl: started.apiUrl, key: started.key, dataDir: DATA_DIR }));

  it(
    'leaves nothing running after SIGINT, and keeps the data and the key across a restart',
    async () => {
      const pids = pidsOf(started);
      expect(await stop(started, 'SIGINT')).toBe(0);
      await expectEnded(pids);
      const { key } = started;
      started = await start();
      expect(started.output()).not.toContain('Importing the sample');
      expect(started.key).toBe(key);
      const [response] = await requestPrinted(started);
      const page = await fetch(response?.body.data.card_url ?? '');
      expect([page.status, new URL(page.url).origin]).toEqual([200, started.siteUrl]);
      expect(await page.text()).toContain('the numbers are generated');
    },
    TIMEOUT_MS,
  );

  it('lets `npm run admin` connect, and rejects a second start in the same directory', async () => {
    const { rows } = JSON.parse(await npmRun('admin -- status --json'));
    expect(rows.cards.count).toBeGreaterThan(10_000);
    await expect(start()).rejects.toThrow(/is already running on/);
  });

  it(
    'restarts killed processes, and leaves nothing running after it is killed itself',
    async () => {
      const used = ports(started);
      for (const [, command] of ENDING) process.kill(descendant(started, command), 'SIGKILL');
      await eventually(async () => {
        for (const [title, command] of ENDING) {
          expect(started.output()).toContain(`${title} exited unexpectedly. Restarting it`);
          descendant(started, command);
        }
        const again = await requestPrinted(started);
        expect(again.map(({ status }) => status)).toEqual([200, 200, 200]);
      });
      expect(ports(started)).toEqual(used);
      const pids = pidsOf(started);
      started.process.kill('SIGKILL');
      await expectEnded([started.process.pid ?? 0, ...pids]);
    },
    TIMEOUT_MS,
  );
});
