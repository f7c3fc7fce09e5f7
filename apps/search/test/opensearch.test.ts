import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { missingForOpenSearch, type Server, startOpenSearch } from '@gcd/local';
import { runAdmin, runInAdminProcess } from '@gcd/testing/admin-process.js';
import { fixtureCard } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { importDirectory } from '@gcd/testing/import-directory.js';
import { createMigratedDatabase } from '@gcd/testing/migrated-database.js';
import { type OwnServices, START_TIMEOUT_MS, startServices } from '@gcd/testing/own-services.js';
import { ROOT } from '@gcd/testing/root.js';
import { log, sharedFolder } from '@gcd/testing/servers.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ADMIN = path.join(ROOT, 'apps/admin/dist/main.js');
const PASSWORD = 'password-of-the-cluster';

const missing = missingForOpenSearch();
if (missing) log(`Skipped: the tests of search in OpenSearch. ${missing}`);

/** Queries that people typed. Most of their cards are not in the sample, so many have no exact match. */
const TYPED = readFileSync(path.join(ROOT, 'tools/bench/search/what-people-type.tsv'), 'utf8')
  .split('\n')
  .filter((line, at) => line !== '' && !line.startsWith('#') && at % 6 === 0)
  .map((line) => line.split('\t')[1] as string);

const simple = (query: string) => `/v1/cards/search/simple?${new URLSearchParams({ query })}`;
const structured = (query: string) => simple(query).replace('simple', 'structured');
const suggest = (query: string) => simple(query).replace('simple', 'suggest');

(missing ? describe.skip : describe)('search in OpenSearch', () => {
  let databaseUrl: string;
  let nodes: Server[] = [];
  let [postgres, openSearch]: OwnServices[] = [];

  beforeAll(async () => {
    databaseUrl = await createMigratedDatabase('gcd_search_engine');
    nodes = await startOpenSearch({ dir: sharedFolder(), keep: false, log, nodes: 3 });
    await importDirectory(databaseUrl, path.join(ROOT, 'tools/sample/data'));
    await admin('search', 'build');
    postgres = await startServices(databaseUrl, ['search']);
    openSearch = await startServices(databaseUrl, ['search'], {
      settingsOf: () => ({ SEARCH_URL: searchUrl() }),
    });
    // On a busy machine, the first searches of new nodes may take longer than a request has.
    await eventually(async () => {
      expect((await openSearch?.get(simple(TYPED[0] as string)))?.status).toBe(200);
    }, START_TIMEOUT_MS);
  }, 3 * START_TIMEOUT_MS);
  afterAll(async () => {
    await Promise.all([openSearch?.stop(), postgres?.stop()]);
    await Promise.all(nodes.map((node) => node.stop()));
  });

  const searchUrl = () => nodes.map(({ url }) => url.replace('//', `//gcd:${PASSWORD}@`)).join(',');
  const environment = () => ({ DATABASE_URL: databaseUrl, SEARCH_URL: searchUrl() });
  const admin = (...args: string[]) => runAdmin<{ cards: number }>(args, environment());
  /** Sends a GET request to the first node. */
  // biome-ignore lint/suspicious/noExplicitAny: each target returns other data
  const engine = async (target: string): Promise<any> =>
    (await fetch(`${nodes[0]?.url}${target}`)).json();
  const searches = async () => (await engine('/_stats/search'))._all.total.search.query_total;
  const indexes = () => engine('/_cat/indices/gcd-cards-*?format=json');
  const found = async (services: OwnServices | undefined, target: string) =>
    (await services?.get(target))?.body;
  /** Expects both services to find the same. */
  const expectSame = async (...targets: string[]) => {
    for (const target of targets) {
      expect([target, await found(openSearch, target)]).toEqual([
        target,
        await found(postgres, target),
      ]);
    }
  };
  /** Expects both services to find the same until `work` has ended. */
  const expectSameDuring = async (work: Promise<unknown>) => {
    let isDone = false;
    const ended = work.finally(() => {
      isDone = true;
    });
    for (let at = 0; !isDone; at += 1) await expectSame(simple(TYPED[at % TYPED.length] as string));
    await ended;
  };
  const load = async (name: string, url = searchUrl()) => {
    const cards = `card_id,grader,description,year,set_name,name,card_number
${fixtureCard('a1')},psa,2023 Prizm ${name} #136,2023,Prizm,${name},136`;
    const directory = mkdtempSync(path.join(tmpdir(), 'gcd-engine-'));
    writeFileSync(path.join(directory, 'cards.csv'), cards);
    const { status, stderr } = await runInAdminProcess(['import', directory], {
      ...environment(),
      SEARCH_URL: url,
    });
    rmSync(directory, { recursive: true });
    expect(status).toBe(0);
    return stderr;
  };
  const totalOf = async (query: string) => {
    const { data } = (await found(openSearch, simple(query))) as { data: { total: number } };
    return data.total;
  };

  it('finds the same cards as in PostgreSQL, for queries that people type', async () => {
    const before = await searches();
    await expectSame(...TYPED.map(simple));
    expect(await searches()).toBeGreaterThan(before + TYPED.length);
  });

  it('finds the same cards for each grader, and the same suggestions', async () => {
    await expectSame(...TYPED.map(structured));
    await expectSame(...['umbr', 'charizard base', 'pikachu 58', 'lugia neo ge'].map(suggest));
  });

  it('finds the same cards while a word or a number is being typed', async () => {
    const text = 'umbreon 215';
    await expectSame(...[...text].map((_, at) => simple(text.slice(0, at + 1))));
  });

  it('applies filters before it limits the number of cards', async () => {
    for (const filter of ['grader=cgc', 'category=Pokemon&year=1999', 'year=1850']) {
      await expectSame(`${simple('charizard')}&${filter}`);
    }
  });

  it('finds an imported card, and a renamed card only by its new name', async () => {
    await load('Wembanyama');
    await eventually(async () => expect(await totalOf('wembanyama prizm')).toBe(1));
    await load('Quokkasaurus');
    await eventually(async () => expect(await totalOf('quokkasaurus prizm')).toBe(1));
    // Each copy of the index shows new cards at another time.
    await eventually(() => expectSame(simple('wembanyama'), simple('2023 prizm quokkasaurus 136')));
  });

  it('finds cards that an import could not send after `admin search update`', async () => {
    expect(await load('Bandicootasaurus', 'http://127.0.0.1:1')).toContain('admin search update');
    await runInAdminProcess(['search', 'update'], environment());
    await eventually(async () => expect(await totalOf('bandicootasaurus prizm')).toBe(1));
  });

  it('finds the same cards while the index is built again, and after a build was killed', async () => {
    await expectSameDuring(admin('search', 'build'));
    const killed = spawn(process.execPath, [ADMIN, 'search', 'build', '--shards', '2'], {
      env: { ...process.env, ...environment() },
      stdio: 'ignore',
    });
    const exited = once(killed, 'exit');
    await eventually(async () => expect(await indexes()).toHaveLength(2));
    killed.kill('SIGKILL');
    await exited;
    await expectSame(...TYPED.slice(0, 20).map(simple));
    const { cards } = await admin('search', 'build');
    expect(await indexes()).toMatchObject([{ 'docs.count': String(cards) }]);
    await expectSame(...TYPED.slice(0, 20).map(simple));
  });

  it('finds the same cards when a node is killed', async () => {
    await eventually(async () =>
      expect(await engine('/_cluster/health')).toMatchObject({ status: 'green' }),
    );
    process.kill(nodes[2]?.pid as number, 'SIGKILL');
    await expectSame(...TYPED.slice(0, 100).map(simple));
  });

  it('finds the same cards in PostgreSQL while OpenSearch cannot be reached', async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await expectSame(...TYPED.slice(0, 100).map(simple));
    const { logDir = '' } = openSearch?.options ?? {};
    const lines = readFileSync(path.join(logDir, 'search.log'), 'utf8');
    expect(lines).toContain('OpenSearch fails');
    expect(lines).not.toContain(PASSWORD);
  });
});
