import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { GradedCardDataClient } from '@gcd/client';
import { Mirror, type MirrorUpdate } from '@gcd/client/node';
import { eventually } from '@gcd/testing/eventually.js';
import { type FeedStack, startFeedStack } from '@gcd/testing/feed.js';
import {
  differences,
  importCards,
  importOverAndOver,
  killMirror,
  matches,
  populations,
  psa,
  sgc,
  startMirror,
  updateMirror,
} from '@gcd/testing/mirror.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

const IMPORTS = 4;
const KILLS = 4;
const EXAMPLE = fileURLToPath(
  new URL('../../../examples/follow-changes/follow-changes.mjs', import.meta.url),
);

let stack: FeedStack;
let client: GradedCardDataClient;
let directory: string;
beforeAll(async () => {
  stack = await startFeedStack('gcd_mirror', { instances: 1, apps: ['cards', 'catalogs'] });
  client = new GradedCardDataClient({ baseUrl: stack.address, apiKey: stack.key });
  await importCards(stack);
});
afterAll(() => stack.stop());
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'mirror-'));
});

describe('gcd mirror', () => {
  it('ends with the same data as the database, even if it is killed at random during imports', async () => {
    const kill = async (): Promise<void> => {
      for (let killed = 0; killed < KILLS; killed += 1) await killMirror(stack, directory);
    };
    await Promise.all([importOverAndOver(stack, IMPORTS), kill()]);
    await updateMirror(stack, directory);
    expect(await differences(stack, directory)).toEqual([]);
    expect(existsSync(path.join(directory, 'populations.csv.part'))).toBe(false);
    expect(await updateMirror(stack, directory)).toBe(0);
  });

  it('rejects a directory that another process uses, and accepts it after that process was killed', async () => {
    const first = startMirror(stack, directory, '--poll', '1');
    await eventually(async () =>
      expect(readFileSync(path.join(directory, 'mirror.pid'), 'utf8')).toBe(
        `${first.process.pid}\n`,
      ),
    );
    const { status, stderr } = await startMirror(stack, directory, '--once').ended;
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(
        `Process ${first.process.pid} already uses the mirror in ${directory}.`,
      ),
    ]);
    first.process.kill('SIGKILL');
    await first.ended;
    await updateMirror(stack, directory);
    expect(await differences(stack, directory)).toEqual([]);
  });

  it.each(['x\n', `${process.pid}\n`])(
    'accepts a directory whose lock %j does not belong to a running mirror',
    async (content) => {
      const lock = path.join(directory, 'mirror.pid');
      writeFileSync(lock, content);
      // The id of a process from before the computer started may belong to another process now.
      utimesSync(lock, 0, 0);
      await updateMirror(stack, directory);
    },
  );

  it('rejects a directory whose cursor belongs to another API', async () => {
    await updateMirror(stack, directory);
    writeFileSync(path.join(directory, 'changes.ndjson'), '{"cursor":"another"}\n');
    const { status, stderr } = await startMirror(stack, directory, '--once').ended;
    expect([status, stderr]).toEqual([1, expect.stringContaining('invalid_parameter')]);
  });
});

describe('Mirror', () => {
  let load = IMPORTS;
  const change = (...numbers: number[]) =>
    stack.load({ 'populations.csv': populations(++load, numbers) });
  const match = (...rows: [number, number | null][]) =>
    stack.load({
      'matches.csv': matches(
        ...rows.map(([card, to]) => [sgc(card), to === null ? '' : psa(to)] as const),
      ),
    });
  /** Numbers of cards that no earlier test has matched. */
  const P = [1000, 1001, 1002];
  beforeAll(() =>
    stack.load({
      'cards.csv': `card_id,grader,description\n${P.map((n) => `${psa(n)},psa,x\n${sgc(n)},sgc,x\n`).join('')}`,
      'populations.csv': populations(0, P),
    }),
  );

  const update = async (mirror: Mirror): Promise<MirrorUpdate[]> => {
    const updates: MirrorUpdate[] = [];
    for await (const each of mirror.follow({ once: true, limit: 100 })) updates.push(each);
    return updates;
  };

  it('yields cards that changed and cards that were matched, and requests only pages of the feed', async () => {
    const requested = new Set<string>();
    const counting = new GradedCardDataClient({
      baseUrl: stack.address,
      apiKey: stack.key,
      fetch: (url, init) => {
        requested.add(new URL(String(url)).pathname);
        return fetch(url, init);
      },
    });
    const mirror = await Mirror.open(counting, directory);
    await update(mirror);
    expect([...mirror]).toHaveLength(mirror.size);
    requested.clear();
    const { size } = mirror;
    await change(1000);
    const [counts] = await update(mirror);
    expect(counts?.removed).toEqual([]);
    expect(counts?.changed.map(({ card_id }) => card_id)).toEqual([psa(1000), sgc(1000)]);
    await match([1000, 1001]);
    const [matching] = await update(mirror);
    expect([...requested]).toEqual(['/v1/cards/population/changes']);
    expect(matching?.removed).toEqual([sgc(1000)]);
    expect(matching?.changed).toEqual([mirror.get(psa(1001))]);
    expect([mirror.size, mirror.get(sgc(1000))]).toEqual([size - 1, undefined]);
    expect(await differences(stack, directory)).toEqual([]);
    await match([1000, null]);
  });

  it('detects a match even if the feed shows only a later population change for the card', async () => {
    await match([1000, 1000], [1001, 1001]);
    const mirror = await Mirror.open(client, directory);
    await update(mirror);
    // SGC card 1002 replaces SGC card 1000, which replaces SGC card 1001. SGC card 1001 stays unmatched.
    await match([1000, null], [1001, null]);
    await match([1002, 1000], [1000, 1001]);
    await change(1000, 1001, 1002);
    await update(mirror);
    expect(await differences(stack, directory)).toEqual([]);
    // SGC cards 1000 and 1002 swap their universal cards, so that no card stays unmatched.
    await match([1000, null], [1002, null]);
    await match([1000, 1000], [1002, 1001]);
    await change(1000, 1001, 1002);
    await update(mirror);
    for (const number of P) {
      const { population } = await client.getCardPopulation(psa(number));
      const { total, gem_total } = population.population_data;
      expect(mirror.get(psa(number))).toMatchObject({ total, gem_total });
    }
  });

  /** Processes a page without completing it. @returns its update */
  const interrupt = async (mirror: Mirror): Promise<MirrorUpdate> => {
    const interrupted = mirror.follow({ once: true });
    const { value } = await interrupted.next();
    await interrupted.return();
    return value as MirrorUpdate;
  };

  it('yields and stores the same removals again if the same mirror follows again after an interruption', async () => {
    await match([1000, null], [1001, null], [1002, null]);
    const mirror = await Mirror.open(client, directory);
    await update(mirror);
    await match([1000, 1001]);
    const first = await interrupt(mirror);
    expect(first.removed).toEqual([sgc(1000)]);
    expect(await update(mirror)).toEqual([first]);
    expect((await Mirror.open(client, directory)).get(sgc(1000))).toBeUndefined();
    expect(await differences(stack, directory)).toEqual([]);
  });

  it('reports each change once in the example program', async () => {
    const run = async () => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [EXAMPLE, directory, '--once'],
        { env: { PATH: process.env.PATH, GCD_API_URL: stack.address, GCD_API_KEY: stack.key } },
      );
      return stdout;
    };
    await run();
    expect(await run()).toBe('');
    await change(1002);
    const lines = (await run()).trimEnd().split('\n');
    const cards = readFileSync(path.join(directory, 'cards.ndjson'), 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const [cardId, total] = line.split('\t');
      const card = cards.map((each) => JSON.parse(each)).find(({ card_id }) => card_id === cardId);
      expect(String(card.total)).toBe(total);
    }
    rmSync(directory, { recursive: true });
  });
});
