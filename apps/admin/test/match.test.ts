import { describe, expect, it } from '@jest/globals';
import { cardId, type TestDatabase } from './admin.js';
import { ACUNA, dataVersion, groups, load, NAMES, run, TROUT, TROUT_GOLD } from './match-cards.js';
import { database } from './new-database.js';

describe('admin match', () => {
  it('matches cards from four graders but not their parallels, uses the id from the highest-priority grader, and then changes nothing', async () => {
    await load({ ...ACUNA, ...TROUT_GOLD, ...TROUT });
    const report = await run();
    expect(report).toMatchObject({
      dry_run: false,
      version: 2,
      grader_cards: 8,
      universal_cards_created: 3,
      universal_cards_extended: 0,
      matched: 8,
      unmatched: 0,
      uncertain_cards: 0,
      without_year: 0,
    });
    expect(await groups()).toEqual(['b3 c3', 'p1 b1 s1 c1', 'p2 b2']);
    const nothing = { universal_cards_created: 0, universal_cards_extended: 0, matched: 0 };
    expect(await run()).toMatchObject({ version: 2, ...nothing, unmatched: 0 });
  });

  it('with --dry-run, reports the result without changing anything', async () => {
    await load(TROUT);
    const report = await run('--dry-run');
    expect(report).toMatchObject({
      import: null,
      dry_run: true,
      version: 1,
      universal_cards_created: 1,
      matched: 4,
    });
    expect(await groups()).toEqual([]);
    expect(await dataVersion()).toBe(1);
    expect(await database.query('select from loads')).toHaveLength(1);
  });

  it('records the run, and admin status prints it', async () => {
    await load(TROUT);
    const { import: id } = await run();
    const { last_import, last_match } = (await database.json('status')).result;
    expect(last_match).toMatchObject({ id, directory: 'admin match', status: 'finished' });
    expect(last_match.summary).toMatchObject({ universalCardsCreated: 1, matched: 4 });
    expect(last_import).toMatchObject({ id: id - 1, status: 'finished' });
  });

  it('adds the universal card and every unmatched card to the change feed', async () => {
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
});

describe('existing universal cards', () => {
  it('keep their id when a grader card is added, even from a grader with a higher priority', async () => {
    const { p1, ...others } = TROUT;
    await load(others, [['s1', 'c1']]);
    expect(await run()).toMatchObject({
      universal_cards_created: 0,
      universal_cards_extended: 1,
      matched: 1,
    });
    expect(await groups()).toEqual(['c1 b1 s1']);
    await load({ p1 });
    await run();
    expect(await groups()).toEqual(['c1 p1 b1 s1']);
  });

  it('lose a grader card whose corrected description no longer matches', async () => {
    const { p1, b1 } = TROUT;
    await load({ p1, b1 });
    await run();
    await load({ b1: TROUT_GOLD.b2, p2: TROUT_GOLD.p2 });
    expect(await run()).toMatchObject({
      unmatched: 1,
      matched: 2,
      universal_cards_created: 1,
    });
    expect(await groups()).toEqual(['p1', 'p2 b1']);
    expect(await run()).toMatchObject({ unmatched: 0, matched: 0 });
  });
});

describe('admin match with concurrent writers', () => {
  /** Starts a run of the matcher and pauses it immediately before it writes. Runs `work` during the pause. */
  async function inTheMiddle(work: (run: ReturnType<TestDatabase['start']>) => Promise<void>) {
    const blocker = await database.connect();
    try {
      await blocker.query('begin');
      await blocker.query('select from cards for update');
      const started = database.start('match', '--json');
      await database.untilBlocked();
      await work(started);
    } finally {
      await blocker.end();
    }
  }

  it('makes no changes visible until it ends, and changes nothing if it is killed', async () => {
    await load(TROUT);
    await inTheMiddle(async (started) => {
      expect(await groups()).toEqual([]);
      started.process.kill('SIGKILL');
      await started.ended;
    });
    expect(await groups()).toEqual([]);
    expect(await dataVersion()).toBe(1);
    await run();
    expect(await groups()).toEqual(['p1 b1 s1 c1']);
    const states = await database.query<{ status: string }>('select status from loads order by id');
    expect(states.map(({ status }) => status)).toEqual(['finished', 'failed', 'finished']);
  });
});

describe('admin match --explain', () => {
  it('compares a grader card with similar ones and explains each decision', async () => {
    await load({ ...TROUT, ...TROUT_GOLD });
    await run();
    await load({ s2: TROUT.s1 });
    const { result } = await database.json('match', '--explain', cardId('p1').toUpperCase());
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
      verdict: expect.stringMatching(/different|uncertain/),
      parts: expect.arrayContaining([
        expect.objectContaining({
          part: 'words',
          finding: expect.stringContaining('gold'),
          cost: expect.any(Number),
        }),
      ]),
    });
    expect(byId.get(cardId('s2'))).toMatchObject({
      verdict: expect.stringMatching(/^uncertain: /),
    });
    const text = await database.admin('match', '--explain', cardId('p1'));
    expect(text.stdout).toContain('same card: matched by the matcher');
    expect(text.stdout).toMatch(/words: .*only one has: .*gold/);
    expect(await groups()).toEqual(['p1 b1 s1 c1', 'p2 b2']);
  });

  it('shows which cards the next run of the matcher would match, and why a grader card is excluded', async () => {
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
    expect((await explain('p3')).left_alone).toContain('no readable year');
  });
});
