import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type LogEntry, MirrorFiles } from './mirror-files.js';
import { type MirroredCard, toMirroredCard } from './mirrored-card.js';

const card = (id: string, total: number): MirroredCard =>
  toMirroredCard(id, { psa: { card_id: id, total, gem_total: 1 } });
const PAGES: LogEntry[] = [
  { cursor: 'one', changed: [card('a', 2), card('b', 2)], removed: [] },
  { cursor: 'two', changed: [card('a', 3)], removed: ['b'] },
  { cursor: 'thrée', changed: [card('b', 4)], removed: ['a'] },
];

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'mirror-files-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const linesOf = (cards: ReadonlyMap<string, MirroredCard>): Map<string, string> =>
  new Map([...cards].map(([id, each]) => [id, JSON.stringify(each)]));

function applyTo(cards: Map<string, MirroredCard>, { changed = [], removed = [] }: LogEntry): void {
  for (const id of removed) cards.delete(id);
  for (const each of changed) cards.set(each.card_id, each);
}

async function load(files = new MirrorFiles(directory)) {
  const cards = new Map<string, MirroredCard>();
  const cursor = await files.load(
    (line) => {
      const each: MirroredCard = JSON.parse(line);
      cards.set(each.card_id, each);
    },
    (page) => applyTo(cards, page),
  );
  return { cursor, cards, files };
}

/** Returns the cards that a mirror is expected to contain after a number of pages. */
function after(pages: number): Map<string, MirroredCard> {
  const cards = new Map([['a', card('a', 1)]]);
  for (const page of PAGES.slice(0, pages)) applyTo(cards, page);
  return cards;
}

async function write(): Promise<MirrorFiles> {
  const files = new MirrorFiles(directory);
  await files.replace(linesOf(after(0)), 'zero');
  for (const page of PAGES) await files.append(page);
  return files;
}

describe('the files of a mirror', () => {
  it('describe an empty mirror if the directory is empty', async () => {
    expect((await load()).cursor).toBeNull();
  });

  it('keep all complete pages and accept new ones, wherever the log is truncated', async () => {
    await write();
    const log = readFileSync(path.join(directory, 'changes.ndjson'));
    const cursors = ['zero', ...PAGES.map(({ cursor }) => cursor)];
    for (let size = log.indexOf(10) + 1; size <= log.length; size += 1) {
      writeFileSync(path.join(directory, 'changes.ndjson'), log.subarray(0, size));
      const whole = log.subarray(0, size).toString().split('\n').length - 2;
      const { cursor, cards, files } = await load();
      expect([cursor, cards]).toEqual([cursors[whole], after(whole)]);
      await files.append({ cursor: 'more', changed: [card('c', 1)] });
      expect((await load()).cards).toEqual(new Map([...after(whole), ['c', card('c', 1)]]));
    }
  });

  it.each([
    ['cards.ndjson', 'not JSON'],
    ['changes.ndjson', 'not JSON\n'],
    ['changes.ndjson', '{"place":"one"}\n'],
    ['changes.ndjson', ''],
  ])('fail to load, and say what to do, if %s contains "%s"', async (name, content) => {
    await write();
    writeFileSync(path.join(directory, name), content);
    await expect(load()).rejects.toThrow(/^The mirror in .* cannot be read: .* start again\.$/);
  });

  it('fail to load if the cards are missing', async () => {
    await write();
    rmSync(path.join(directory, 'cards.ndjson'));
    await expect(load()).rejects.toThrow(/cannot be read: ENOENT/);
  });

  it('yield the same cards even if the card file is newer than the log', async () => {
    const files = await write();
    const old = path.join(directory, 'old');
    copyFileSync(path.join(directory, 'changes.ndjson'), old);
    await files.replace(linesOf(after(3)), 'thrée');
    expect(files.isLogEmpty).toBe(true);
    copyFileSync(old, path.join(directory, 'changes.ndjson'));
    const { cursor, cards } = await load();
    expect([cursor, cards]).toEqual(['thrée', after(3)]);
  });
});
