import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  cardId,
  createTestDatabase,
  csv,
  directoryOf,
  removeDirectories,
  startAdmin,
  type TestDatabase,
  until,
} from './admin.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());
afterAll(removeDirectories);

/** Abbreviations of card names: the first letter stands for the grader. */
const GRADERS: Record<string, string> = { p: 'psa', b: 'beckett', s: 'sgc', c: 'cgc' };

/** Cards of Trout and Acuna as each grader writes them. */
const TROUT = {
  p1: '2011 TOPPS UPDATE #US175 MIKE TROUT ROOKIE',
  b1: '2011 Topps Update Baseball #US175 Mike Trout RC',
  s1: '2011 Topps Update Baseball Mike Trout #US-175',
  c1: '2011 Topps Update Mike Trout US175',
};
const TROUT_GOLD = {
  p2: '2011 TOPPS UPDATE #US175 MIKE TROUT GOLD',
  b2: '2011 Topps Update Baseball Gold #US175 Mike Trout',
};
const ACUNA = {
  b3: '2018 Topps Chrome Baseball #193 Ronald Acuña Jr.',
  c3: '2018 Topps Chrome Ronald Acuna Jr 193',
};

type Decisions = [string, string | null][];

async function load(cards: Record<string, string>, decisions: Decisions = []) {
  const directory = await directoryOf({
    'cards.csv': csv(
      'card_id,grader,description',
      ...Object.entries(cards).map(([name, description]) => [
        cardId(name),
        GRADERS[name[0] ?? ''] ?? '',
        description,
      ]),
    ),
    'matches.csv': csv(
      'card_id,universal_card_id',
      ...decisions.map(([name, universal]) => [
        cardId(name),
        universal === null ? '' : cardId(universal),
      ]),
    ),
  });
  const { result } = await database.json('import', directory);
  expect(result.warnings).toEqual([]);
  return result;
}

async function run(...options: string[]) {
  const { status, result } = await database.json('match', ...options);
  expect(status).toBe(0);
  return result;
}

const NAMES = ['p1', 'p2', 'p3', 'b1', 'b2', 'b3', 's1', 's2', 'c1', 'c3'];

/** Lists universal cards by the short names of their grader cards; the promoted one comes first. */
async function groups(): Promise<string[]> {
  const rows = await database.query<{ members: string[] }>(`
    select array_agg(encode(c.card_id, 'hex') order by c.id <> u.id, c.grader) as members
    from cards c join cards u on u.id = c.universal group by u.id`);
  const nameOf = (id: string) => NAMES.find((name) => cardId(name) === id) ?? '?';
  return rows.map(({ members }) => members.map(nameOf).join(' ')).sort();
}

const versionOf = async () =>
  (await database.query('select version::integer from dataset'))[0]?.version;

describe('admin match', () => {
  it('matches grader cards of four graders, keeps a parallel separate, and promotes by grader priority', async () => {
    await load({ ...ACUNA, ...TROUT_GOLD, ...TROUT });
    const report = await run();
    expect(report).toMatchObject({
      dry_run: false,
      version: 2,
      entries: 8,
      groups_made: 3,
      groups_extended: 0,
      matched: 8,
      unmatched: 0,
      in_doubt: 0,
      without_year_or_number: 0,
    });
    expect(await groups()).toEqual(['b3 c3', 'p1 b1 s1 c1', 'p2 b2']);
  });

  it('reports no changes in a second run', async () => {
    await load({ ...TROUT, ...ACUNA });
    await run();
    const again = await run();
    expect(again).toMatchObject({
      version: 2,
      groups_made: 0,
      groups_extended: 0,
      matched: 0,
      unmatched: 0,
    });
    expect(await groups()).toEqual(['b3 c3', 'p1 b1 s1 c1']);
  });

  it('shows the result of a dry run without changing anything', async () => {
    await load(TROUT);
    const report = await run('--dry-run');
    expect(report).toMatchObject({
      load: null,
      dry_run: true,
      version: 1,
      groups_made: 1,
      matched: 4,
    });
    expect(await groups()).toEqual([]);
    expect(await versionOf()).toBe(1);
    expect(await database.query('select from loads')).toHaveLength(1);
  });

  it('records the run like an import, and admin status shows it', async () => {
    await load(TROUT);
    const { load: id } = await run();
    const { last_import } = (await database.json('status')).result;
    expect(last_import).toMatchObject({ id, directory: 'admin match', status: 'finished' });
    expect(last_import.summary).toMatchObject({ groupsMade: 1, matched: 4 });
  });

  it('leaves one search row per universal card', async () => {
    await load(TROUT);
    const rows = () => database.query<{ entries: string }>('select entries from search_cards');
    expect(await rows()).toHaveLength(4);
    await run();
    expect(await rows()).toHaveLength(1);
    expect((await rows())[0]?.entries.split('\n')).toHaveLength(4);
  });

  it('publishes each match and unmatch in the feed, under the universal card id and the ids of the unmatched cards', async () => {
    await load({ ...TROUT, p2: TROUT_GOLD.p2 });
    const feed = async () => {
      const rows = await database.query<{ id: string; seq: string }>(
        `select encode(card_id, 'hex') as id, seq from card_changes order by seq`,
      );
      return rows.map(({ id }) => NAMES.find((name) => cardId(name) === id));
    };
    const before = await feed();
    await run();
    expect(await feed()).toEqual([...before.filter((name) => name === 'p2'), 'p1']);
    await run();
    expect(await feed()).toEqual([...before.filter((name) => name === 'p2'), 'p1']);
    await load({ c1: '2018 Topps Chrome Mike Trout 7' });
    await run();
    expect((await feed()).slice(-2).sort()).toEqual(['c1', 'p1']);
  });

  it('leaves a grader card unmatched if it is similar to two cards of another grader', async () => {
    const b2 = '2011 Topps Update Baseball #US175 Mike Trout';
    await load({ p1: TROUT.p1.replace(' ROOKIE', ''), b1: b2, b2 });
    const report = await run();
    expect(report).toMatchObject({ groups_made: 0, matched: 0, in_doubt: 3 });
    expect(report.doubts).toEqual({ 'another grader card is equally similar': 2 });
  });

  it('counts and skips grader cards without a year or number', async () => {
    await load({ p1: 'TOPPS MIKE TROUT', b1: 'Topps Mike Trout' });
    expect(await run()).toMatchObject({ matched: 0, without_year_or_number: 2 });
  });

  it('prints a summary', async () => {
    await load(TROUT);
    const { status, stdout } = await database.admin('match');
    expect(status).toBe(0);
    expect(stdout).toContain('Universal cards created: 1, extended: 0');
    expect(stdout).toContain('Left in doubt: 0');
  });
});

describe('existing universal cards', () => {
  it('gain grader cards and keep their id, even if a grader with higher priority joins', async () => {
    const { p1, ...others } = TROUT;
    await load(others, [['s1', 'c1']]);
    expect(await run()).toMatchObject({ groups_made: 0, groups_extended: 1, matched: 1 });
    expect(await groups()).toEqual(['c1 b1 s1']);
    await load({ p1 });
    await run();
    expect(await groups()).toEqual(['c1 p1 b1 s1']);
  });

  it('are never merged, because their ids are permanent', async () => {
    await load(TROUT, [
      ['b1', 'p1'],
      ['s1', 's1'],
      ['c1', 's1'],
    ]);
    const report = await run();
    expect(report).toMatchObject({ matched: 0 });
    expect(report.doubts).toEqual({ 'both belong to universal cards': 4 });
    expect(await groups()).toEqual(['p1 b1', 's1 c1']);
  });

  it('keep the first grader card of each grader', async () => {
    await load(TROUT);
    await run();
    await load({ p3: TROUT.p1 });
    expect(await run()).toMatchObject({ matched: 0, in_doubt: 1 });
    expect(await groups()).toEqual(['p1 b1 s1 c1']);
  });

  it('lose a grader card whose correction no longer matches, but keep the promoted one', async () => {
    const { p1, b1 } = TROUT;
    await load({ p1, b1 });
    await run();
    await load({ b1: TROUT_GOLD.b2, p2: TROUT_GOLD.p2 });
    expect(await run()).toMatchObject({ unmatched: 1, matched: 2, groups_made: 1 });
    expect(await groups()).toEqual(['p1', 'p2 b1']);
    expect(await run()).toMatchObject({ unmatched: 0, matched: 0 });
  });

  it('lose a grader card whose number was corrected', async () => {
    const { p1, b1 } = TROUT;
    await load({ p1, b1 });
    await run();
    await load({ b1: b1.replace('US175', 'US176') });
    expect(await run()).toMatchObject({ unmatched: 1 });
    expect(await groups()).toEqual(['p1']);
  });
});

describe('manual decisions', () => {
  it('prevent an unmatched card from being matched again', async () => {
    await load(TROUT);
    await run();
    await load({}, [['b1', null]]);
    expect(await groups()).toEqual(['p1 s1 c1']);
    expect(await run()).toMatchObject({ matched: 0, in_doubt: 0 });
    expect(await groups()).toEqual(['p1 s1 c1']);
  });

  it('prevent a card that was never matched from being matched, until they change', async () => {
    await load(TROUT, [['s1', null]]);
    await run();
    expect(await groups()).toEqual(['p1 b1 c1']);
    await load({}, [['s1', 'p1']]);
    expect(await groups()).toEqual(['p1 b1 s1 c1']);
  });

  it('take precedence over similarity', async () => {
    await load({ ...TROUT, ...TROUT_GOLD }, [['b2', 'p1']]);
    await run();
    // The matcher adds s1 and c1 to b1, because they resemble p1 and not b2.
    expect(await groups()).toEqual(['b1 s1 c1', 'p1 b2']);
    expect(await run()).toMatchObject({ matched: 0, unmatched: 0 });
  });

  it('move a grader card that the matcher had matched elsewhere', async () => {
    await load({ ...TROUT, ...TROUT_GOLD });
    await run();
    await load({}, [
      ['b2', null],
      ['c1', 'p2'],
    ]);
    expect(await groups()).toEqual(['p1 b1 s1', 'p2 c1']);
    expect(await run()).toMatchObject({ matched: 0, unmatched: 0 });
  });

  it('displace a grader card that the matcher had matched and may match again', async () => {
    const { p1, b1 } = TROUT;
    await load({ p1, b1, ...TROUT_GOLD });
    await run();
    expect(await groups()).toEqual(['p1 b1', 'p2 b2']);
    const result = await load({ b3: 'something else' }, [['b3', 'p1']]);
    expect(result).toMatchObject({ rejected: 0 });
    expect(await groups()).toEqual(['p1 b3', 'p2 b2']);
    await load({ p1: 'something else' });
    await load({ p3: p1 });
    await run();
    expect(await groups()).toEqual(['p1 b3', 'p2 b2', 'p3 b1']);
  });

  it('unmatch a promoted grader card together with everything that the matcher added to it', async () => {
    await load(TROUT);
    await run();
    expect(await load({}, [['p1', null]])).toMatchObject({ rejected: 0 });
    expect(await groups()).toEqual([]);
    await run();
    expect(await groups()).toEqual(['b1 s1 c1']);
  });

  it('do not undo matches of the matcher if they are rejected', async () => {
    await load(TROUT);
    await run();
    await load({ b3: 'something else' }, [['b3', 'c1']]);
    expect(await groups()).toEqual(['p1 b1 s1 c1']);
  });

  it('confirm a match of the matcher when they repeat it', async () => {
    const { p1, b1 } = TROUT;
    await load({ p1, b1 });
    await run();
    const version = await versionOf();
    await load({}, [['b1', 'p1']]);
    expect(await versionOf()).toBe(version);
    await load({ b1: TROUT_GOLD.b2 });
    expect(await run()).toMatchObject({ unmatched: 0 });
    expect(await groups()).toEqual(['p1 b1']);
  });
});

describe('admin match --explain', () => {
  it('compares the parts of two grader cards and explains the decision', async () => {
    await load({ ...TROUT, ...TROUT_GOLD });
    await run();
    await load({ s2: TROUT.s1 });
    const { result, status } = await database.json(
      'match',
      '--explain',
      cardId('p1').toUpperCase(),
    );
    expect(status).toBe(0);
    expect(result).toMatchObject({
      card_id: cardId('p1'),
      universal_card_id: cardId('p1'),
      reads: { year: '2011', number: 'US175', words: expect.stringContaining('topps') },
      same_from: 0.75,
    });
    const byId = new Map(
      result.candidates.map((each: { card_id: string }) => [each.card_id, each]),
    );
    expect(byId.get(cardId('b1'))).toMatchObject({ verdict: 'same card: matched by the matcher' });
    expect(byId.get(cardId('b2'))).toMatchObject({
      verdict: expect.stringMatching(/different|doubt/),
      parts: expect.arrayContaining([
        expect.objectContaining({
          part: 'words',
          finding: expect.stringContaining('gold'),
          cost: expect.any(Number),
        }),
      ]),
    });
    expect(byId.get(cardId('s2'))).toMatchObject({ verdict: expect.stringMatching(/^in doubt: /) });
    const text = await database.admin('match', '--explain', cardId('p1'));
    expect(text.stdout).toContain('same card: matched by the matcher');
    expect(text.stdout).toMatch(/words: .*only one has: .*gold/);
    expect(await groups()).toEqual(['p1 b1 s1 c1', 'p2 b2']);
  });

  it('predicts the result of a run, and explains why a grader card is not compared', async () => {
    await load(TROUT, [['b1', null]]);
    const explain = async (name: string) =>
      (await database.json('match', '--explain', cardId(name))).result;
    const verdicts = (await explain('p1')).candidates.map(
      (each: { verdict: string }) => each.verdict,
    );
    expect(verdicts.sort()).toEqual([
      'not compared: unmatched in matches.csv',
      'same card: would be matched',
      'same card: would be matched',
    ]);
    expect((await explain('b1')).left_alone).toContain('matches.csv');
    await load({ p3: 'nothing to read' });
    expect((await explain('p3')).left_alone).toContain('no readable year or number');
  });

  it('fails for an unknown card', async () => {
    const { status, stderr } = await database.admin('match', '--explain', cardId('nobody'));
    expect(status).toBe(1);
    expect(stderr).toContain(cardId('nobody'));
  });
});

describe('admin match --review', () => {
  const b2 = '2011 Topps Update Baseball #US175 Mike Trout';
  /** Two Beckett cards that are equally similar to one PSA card. */
  const doubtful = { p1: '2011 TOPPS UPDATE #US175 MIKE TROUT', b1: b2, b2 };
  const cardsOf = (doubts: { card: { card_id: string } }[]) =>
    doubts.map(({ card }) => NAMES.find((name) => cardId(name) === card.card_id)).sort();

  it('lists uncertain pairs, and records decisions that the next import applies', async () => {
    await load(doubtful);
    const directory = await directoryOf({});
    const file = join(directory, 'matches.csv');
    const review = async () => (await run('--review', '--decisions', file)).doubts;
    const doubts = await review();
    expect(cardsOf(doubts)).toEqual(['b1', 'b2']);
    expect(doubts[0]).toMatchObject({
      reason: 'another grader card is equally similar',
      card: { grader: 'beckett', description: b2, universal_card_id: null },
      other: { card_id: cardId('p1'), grader: 'psa' },
      universal_card_id: cardId('p1'),
    });
    const text = await database.admin('match', '--review', '--decisions', file);
    expect(text.stdout).toContain(`--accept ${cardId('b1')}=${cardId('p1')}`);
    await run('--accept', `${cardId('b1')}=${cardId('p1')}`, '--decisions', file);
    expect(cardsOf(await review())).toEqual(['b2']);
    expect((await database.json('import', directory)).result).toMatchObject({ rejected: 0 });
    expect(await groups()).toEqual(['p1 b1']);
    expect(await review()).toEqual([]);
  });

  it('records that a card belongs to no universal card', async () => {
    await load(doubtful);
    const directory = await directoryOf({});
    const file = join(directory, 'matches.csv');
    await run('--reject', cardId('b2'), '--decisions', file);
    expect(await readFile(file, 'utf8')).toBe(`card_id,universal_card_id\n${cardId('b2')},\n`);
    await database.json('import', directory);
    await run();
    expect(await groups()).toEqual(['p1 b1']);
  });

  it('rejects a second decision about a card', async () => {
    const file = join(await directoryOf({}), 'matches.csv');
    await run('--reject', cardId('c3'), '--decisions', file);
    const again = await database.admin('match', '--reject', cardId('c3'), '--decisions', file);
    expect(again.status).toBe(1);
    expect(again.stderr).toContain('Change that row');
  });
});

describe('admin match with concurrent writers', () => {
  /** Pauses a run just before it writes, and runs `work` meanwhile. */
  async function inTheMiddle(work: (run: ReturnType<TestDatabase['start']>) => Promise<void>) {
    const blocker = await database.connect();
    try {
      await blocker.query('begin');
      await blocker.query('select from cards for update');
      const started = database.start('match', '--json');
      await until(async () => {
        const waiting = await database.query(
          `select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`,
        );
        return waiting.length > 0;
      });
      await work(started);
    } finally {
      await blocker.end();
    }
  }

  it('is invisible until it is complete, and changes nothing if it is killed', async () => {
    await load(TROUT);
    await inTheMiddle(async (started) => {
      expect(await groups()).toEqual([]);
      started.process.kill('SIGKILL');
      await started.ended;
    });
    expect(await groups()).toEqual([]);
    expect(await versionOf()).toBe(1);
    await run();
    expect(await groups()).toEqual(['p1 b1 s1 c1']);
    const states = await database.query<{ status: string }>('select status from loads order by id');
    expect(states.map(({ status }) => status)).toEqual(['finished', 'failed', 'finished']);
  });

  it('fails with --no-wait while another process writes', async () => {
    await load(TROUT);
    await inTheMiddle(async (started) => {
      const { status, stderr } = await database.admin('match', '--no-wait');
      expect(status).toBe(1);
      expect(stderr).toContain('--no-wait');
      started.process.kill('SIGKILL');
      await started.ended;
    });
  });
});

it('reports invalid usage without a database', async () => {
  const { status, stderr } = await startAdmin(['match', '--explain', 'xyz'], {}).ended;
  expect(status).toBe(2);
  expect(stderr).toContain('--explain');
});
