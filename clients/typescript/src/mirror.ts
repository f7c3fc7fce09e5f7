import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { GradedCardDataClient } from './client.js';
import { linesOf, MirrorFiles } from './mirror-files.js';
import { lockFile } from './lock-file.js';
import {
  type GraderCard,
  type GraderCards,
  type MirroredCard,
  toMirroredCard,
} from './mirrored-card.js';
import type { RequestOptions } from './options.js';
import { downloadPart, forgetPart, type SaveOptions } from './save-catalog.js';
import type { Change } from './types.js';

const POPULATIONS = 'card_id,universal_card_id,grader,total,gem_total,';

/** The changes that one page of the feed made to a mirror. */
export interface MirrorUpdate {
  readonly changed: readonly MirroredCard[];
  /**
   * Ids that are no longer in the mirror. Their cards were matched, so the mirror now stores them under their universal
   * card ids.
   */
  readonly removed: readonly string[];
}

/** Options for following changes. */
export interface FollowMirrorOptions extends RequestOptions {
  /** Stops when the mirror is up to date, instead of waiting for new changes. */
  readonly once?: boolean;
  /** Seconds to wait while there are no more changes (default: 60). */
  readonly poll?: number;
  /** Number of cards on a page of the feed, at most 1000 (default: 1000). */
  readonly limit?: number;
}

/**
 * A local copy of the totals of every card, kept up to date by the change feed. Its directory contains `cards.ndjson`,
 * and `changes.ndjson`, the log of later changes. After a stop or a crash, the next run resumes. Only one process at a
 * time may use a directory. The key needs the permission `changes` and, for the first download, access to the catalog
 * `all`.
 */
export class Mirror {
  private readonly lines = new Map<string, string>();
  /** Maps the id of each grader card to the id of its universal card, if the two differ. */
  private readonly universal = new Map<string, string>();
  private readonly files: MirrorFiles;
  /** Path of the first download, without the ending of its temporary file. */
  private readonly download: string;
  private cursor: string | null = null;
  /** Whether the cards in memory contain changes that the files do not contain. */
  private isAhead = false;

  private constructor(
    private readonly client: GradedCardDataClient,
    directory: string,
  ) {
    this.files = new MirrorFiles(directory);
    this.download = path.join(directory, 'populations.csv');
  }

  /**
   * Opens the mirror in a directory. If there is none, a mirror is created from the catalog of all cards.
   * @throws Error if another process on this computer uses the directory
   */
  static async open(
    client: GradedCardDataClient,
    directory: string,
    options: Omit<SaveOptions, 'populations'> = {},
  ): Promise<Mirror> {
    await mkdir(directory, { recursive: true });
    await lockFile(path.join(directory, 'mirror.pid'), `the mirror in ${directory}`);
    const mirror = new Mirror(client, directory);
    await mirror.load();
    if (mirror.cursor === null) await mirror.begin(options);
    await forgetPart(mirror.download);
    return mirror;
  }

  /** Number of cards in the mirror. */
  get size(): number {
    return this.lines.size;
  }

  /** Returns one card. @param cardId a universal card id, or the id of an unmatched card */
  get(cardId: string): MirroredCard | undefined {
    const line = this.lines.get(cardId);
    return line === undefined ? undefined : JSON.parse(line);
  }

  /** Yields all cards in the mirror. */
  *[Symbol.iterator](): Generator<MirroredCard, void> {
    for (const line of this.lines.values()) yield JSON.parse(line);
  }

  /**
   * Updates the mirror page by page, and then follows new changes. The mirror stores a page when the next page is
   * requested. If the processing of a page is interrupted, the next call therefore yields that page again.
   */
  async *follow(options: FollowMirrorOptions = {}): AsyncGenerator<MirrorUpdate, void> {
    if (this.isAhead) await this.load();
    let update: Partial<MirrorUpdate> = {};
    const store = {
      load: async () => this.cursor,
      save: async (cursor: string) => {
        await this.files.append({ cursor, ...update });
        [this.cursor, update, this.isAhead] = [cursor, {}, false];
        if (this.files.isLogLong) await this.files.replace(this.lines, cursor);
      },
    };
    for await (const { changes = [] } of this.client.followChanges({
      ...options,
      store,
      include: 'population',
    })) {
      this.isAhead = true;
      const applied = this.apply(changes);
      update = applied;
      yield applied;
    }
    if (this.cursor !== null && !this.files.isLogEmpty)
      await this.files.replace(this.lines, this.cursor);
  }

  /** Reads the files, and discards changes that they do not contain. */
  private async load(): Promise<void> {
    this.lines.clear();
    this.universal.clear();
    this.cursor = await this.files.load(
      (line) => this.put(JSON.parse(line)),
      ({ changed = [], removed = [] }) => {
        for (const cardId of removed) this.remove(cardId);
        for (const card of changed) this.put(card);
      },
    );
    this.isAhead = false;
  }

  private async begin(options: SaveOptions): Promise<void> {
    const { changeCursor } = await downloadPart(this.client, 'all', this.download, {
      ...options,
      populations: true,
    });
    for (const [cardId, members] of await readPopulations(`${this.download}.part`)) {
      this.put(toMirroredCard(cardId, members));
    }
    await this.files.replace(this.lines, changeCursor);
    this.cursor = changeCursor;
  }

  /** Applies a page of the feed, whose changes contain the members of each card with their counts. */
  private apply(changes: readonly Change[]): MirrorUpdate {
    const affected = new Set<string>();
    for (const { card_id, by_grader } of changes) {
      for (const { card_id: member } of Object.values(by_grader)) {
        const before = this.universal.get(member);
        if (before !== undefined && before !== card_id) affected.add(this.detach(member, before));
        if (member !== card_id && this.lines.has(member)) {
          this.remove(member);
          affected.add(member);
        }
      }
      this.put(toMirroredCard(card_id, by_grader));
      affected.add(card_id);
    }
    const changed = [...affected].flatMap((cardId) => this.get(cardId) ?? []);
    return { changed, removed: [...affected].filter((cardId) => !this.lines.has(cardId)) };
  }

  /** Removes a member from a universal card, which the feed lists too, but maybe on a later page. @returns its id */
  private detach(member: string, from: string): string {
    const card = this.get(from);
    const others = Object.entries(card?.by_grader ?? {}).filter(
      ([, { card_id }]) => card_id !== member,
    );
    this.put(toMirroredCard(from, Object.fromEntries(others)));
    return from;
  }

  private put(card: MirroredCard): void {
    this.remove(card.card_id);
    for (const { card_id } of Object.values(card.by_grader)) {
      if (card_id !== card.card_id) this.universal.set(card_id, card.card_id);
    }
    this.lines.set(card.card_id, JSON.stringify(card));
  }

  private remove(cardId: string): void {
    for (const { card_id } of Object.values(this.get(cardId)?.by_grader ?? {})) {
      if (this.universal.get(card_id) === cardId) this.universal.delete(card_id);
    }
    this.lines.delete(cardId);
  }
}

/**
 * Reads the populations file of the catalog.
 * @returns grader cards, grouped by universal card id or, if unmatched, by their own id
 */
async function readPopulations(file: string): Promise<Map<string, GraderCards>> {
  const groups = new Map<string, Record<string, GraderCard>>();
  let isHeader = true;
  for await (const line of linesOf(file)) {
    if (isHeader && !line.startsWith(POPULATIONS))
      throw new Error(`${file} has unexpected columns.`);
    const [cardId = '', universal, grader = '', total, gemTotal] = line.split(',', 5);
    if (!isHeader) {
      const id = universal || cardId;
      const members = groups.get(id) ?? {};
      members[grader] = { card_id: cardId, total: Number(total), gem_total: Number(gemTotal) };
      groups.set(id, members);
    }
    isHeader = false;
  }
  return groups;
}
