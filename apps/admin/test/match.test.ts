import { describe, expect, it } from '@jest/globals';
import { cardId, type TestDatabase } from './admin.js';
import { ACUNA, dataVersion, groups, load, NAMES, run, TROUT, TROUT_GOLD } from './match-cards.js';
import { database } from './new-database.js';

describe('admin match', () => {
  it('matches cards from four graders but not their parallels, and uses the id from the highest-priority grader', async () => {
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
  });

  it('reports no changes when it runs a second time', async () => {
    await load({ ...TROUT, ...ACUNA });
    await run();
    const again = await run();
    expect(again).toMatchObject({
      version: 2,
      universal_cards_created: 0,
      universal_cards_extended: 0,
      matched: 0,
      unmatched: 0,
    });
    expect(await groups()).toEqual(['b3 c3', 'p1 b1 s1 c1']);
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

  it('stores one search row per universal card', async () => {
    await load(TROUT);
    const rows = () => database.query<{ entries: string }>('select entries from search_cards');
    expect(await rows()).toHaveLength(4);
    await run();
    expect(await rows()).toHaveLength(1);
    expect((await rows())[0]?.entries.split('\n')).toHaveLength(4);
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

  it('leaves a grader card unmatched if it is similar to two cards from another grader', async () => {
    const b2 = '2011 Topps Update Baseball #US175 Mike Trout';
    await load({ p1: TROUT.p1.replace(' ROOKIE', ''), b1: b2, b2 });
    const report = await run();
    expect(report).toMatchObject({ universal_cards_created: 0, matched: 0, uncertain_cards: 3 });
    expect(report.uncertain_pairs).toEqual({ 'another grader card is equally similar': 2 });
  });

  it('counts and skips grader cards with no year', async () => {
    await load({ p1: 'TOPPS #5 MIKE TROUT', b1: 'Topps #5 Mike Trout' });
    expect(await run()).toMatchObject({ matched: 0, without_year: 2 });
  });

  it('matches cards without a number by all their words, but not to cards with other words', async () => {
    await load({
      p1: '1909-11 T206 TY COBB BAT ON SHOULDER',
      b1: '1909 T206 Ty Cobb Bat On Shoulder',
      s1: '1909-11 T206 Ty Cobb Bat Off Shoulder',
      p2: '2000 POKEMON MOVIE PROMO ANCIENT MEW',
      b2: '2000 Pokemon Movie Promo Ancient Mew',
    });
    expect(await run()).toMatchObject({ matched: 4, without_year: 0 });
    expect(await groups()).toEqual(['p1 b1', 'p2 b2']);
  });

  it('lists similar cards without a number for review', async () => {
    await load({ p1: '1909-11 T206 TY COBB PORTRAIT', b1: '1909 T206 Ty Cobb Portrait Game' });
    expect(await run()).toMatchObject({ matched: 0, uncertain_cards: 2 });
    const { result } = await database.json('match', '--review');
    expect(result.pairs).toHaveLength(1);
  });

  it('tells the numbers ! and ? apart', async () => {
    await load({
      p1: '2007 POKEMON DIAMOND & PEARL #! UNOWN',
      b1: '2007 Pokemon Diamond & Pearl #! Unown',
      p2: '2007 POKEMON DIAMOND & PEARL #? UNOWN',
      b2: '2007 Pokemon Diamond & Pearl #? Unown',
    });
    await run();
    expect(await groups()).toEqual(['p1 b1', 'p2 b2']);
  });

  it('matches a card that only one grader annotates', async () => {
    await load({
      p1: '1985 TOPPS #401 MARK MCGWIRE',
      b1: '1985 Topps Baseball #401 Mark McGwire XRC UER',
    });
    await run();
    expect(await groups()).toEqual(['p1 b1']);
  });

  it('prints the number of new universal cards and of uncertain pairs', async () => {
    await load(TROUT);
    const { status, stdout } = await database.admin('match');
    expect(status).toBe(0);
    expect(stdout).toContain('Universal cards created: 1, extended: 0');
    expect(stdout).toContain('Left unmatched because of uncertain pairs: 0\n');
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

  it('are never merged, because their ids are permanent', async () => {
    await load(TROUT, [
      ['b1', 'p1'],
      ['s1', 's1'],
      ['c1', 's1'],
    ]);
    const report = await run();
    expect(report).toMatchObject({ matched: 0 });
    expect(report.uncertain_pairs).toEqual({ 'both belong to universal cards': 4 });
    expect(await groups()).toEqual(['p1 b1', 's1 c1']);
  });

  it("keep a grader's card when another card from that grader also matches", async () => {
    await load(TROUT);
    await run();
    await load({ p3: TROUT.p1 });
    expect(await run()).toMatchObject({ matched: 0, uncertain_cards: 1 });
    expect(await groups()).toEqual(['p1 b1 s1 c1']);
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

  it('fails with --no-wait while another process is writing', async () => {
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
