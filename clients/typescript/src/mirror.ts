import path from 'node:path';
import type { GradedCardDataClient } from './client.js';
import { linesOf, MirrorFiles } from './mirror-files.js';
import { lockMirror } from './mirror-lock.js';
import {
  fromPopulation,
  type GraderCard,
  type GraderCards,
  type MirroredCard,
  membersOf,
  toMirroredCard,
} from './mirrored-card.js';
import type { RequestOptions } from './options.js';
import { downloadPart, forgetPart, type SaveOptions } from './save-catalog.js';
import type { Change } from './types.js';

const MAX_BATCH = 100;
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
  private cursor: string | null = null;
  /** Whether the cards in memory contain changes that the files do not contain. */
  private isAhead = false;

  private constructor(
    private readonly client: GradedCardDataClient,
    private readonly directory: string,
  ) {
    this.files = new MirrorFiles(directory);
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
    await lockMirror(directory);
    const mirror = new Mirror(client, directory);
    await mirror.load();
    if (mirror.cursor === null) await mirror.begin(options);
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
      const applied = await this.apply(changes, options);
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
    const file = path.join(this.directory, 'populations.csv');
    const { changeCursor } = await downloadPart(this.client, 'all', file, {
      ...options,
      populations: true,
    });
    for (const [cardId, members] of await readPopulations(`${file}.part`)) {
      this.put(toMirroredCard(cardId, members));
    }
    await this.files.replace(this.lines, changeCursor);
    await forgetPart(file);
    this.cursor = changeCursor;
  }

  /**
   * Applies a page of the feed that includes counts. Requests the members of a universal card from the API if they may
   * have changed: after a match, if the graders differ from the known ones, or if the feed lists a known member
   * separately. The reason in the feed is not sufficient, because the feed contains only the latest change of a card.
   */
  private async apply(
    changes: readonly Change[],
    { signal }: RequestOptions,
  ): Promise<MirrorUpdate> {
    const affected = new Set<string>();
    const requested = new Set<string>();
    for (const { card_id, reason, by_grader } of changes) {
      const left = this.universal.get(card_id);
      if (left !== undefined) requested.add(left);
      const members = membersOf(card_id, by_grader, this.get(card_id));
      if (members && (reason === 'population' || Object.keys(members).length === 1)) {
        this.put(toMirroredCard(card_id, members));
        affected.add(card_id);
      } else requested.add(card_id);
    }
    const pending = [...requested];
    while (pending.length > 0) {
      const some = pending.splice(0, MAX_BATCH);
      const { cards } = await this.client.getCardPopulations(some, {}, { signal });
      const found = new Map(cards.map((card) => [card.requested_id, card]));
      for (const cardId of some) {
        affected.add(cardId);
        const population = found.get(cardId);
        const card = population ? fromPopulation(cardId, population) : null;
        if (!card) this.remove(cardId);
        for (const other of card ? this.replaceMembers(card) : []) {
          affected.add(other);
          if (!this.lines.has(other) || requested.has(other)) continue;
          requested.add(other);
          pending.push(other);
        }
      }
    }
    const changed = [...affected].flatMap((cardId) => this.get(cardId) ?? []);
    return { changed, removed: [...affected].filter((cardId) => !this.lines.has(cardId)) };
  }

  /** Stores a card whose members were requested. @returns the ids under which the mirror stored its members before */
  private replaceMembers(card: MirroredCard): string[] {
    const others: string[] = [];
    for (const { card_id } of Object.values(card.by_grader)) {
      if (card_id === card.card_id) continue;
      const before = this.universal.get(card_id);
      if (before !== undefined && before !== card.card_id) others.push(before);
      if (!this.lines.has(card_id)) continue;
      this.remove(card_id);
      others.push(card_id);
    }
    this.put(card);
    return others;
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
