import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readFile, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ignoreMissing, replaceFile } from './files.js';
import type { MirroredCard } from './mirrored-card.js';

const LINES_PER_WRITE = 10_000;
// The log is merged into `cards.ndjson` when it exceeds both `MIN_LOG_BYTES` and this fraction of the size of
// `cards.ndjson`.
const MAX_LOG_SHARE = 0.25;
const MIN_LOG_BYTES = 1_000_000;

/** The changes on one page of the change feed. Applying them more than once has no further effect. */
export interface LogEntry {
  /** The cursor that follows the page. */
  readonly cursor: string;
  readonly changed?: readonly MirroredCard[];
  readonly removed?: readonly string[];
}

/**
 * The files of a mirror. `cards.ndjson` contains one line of JSON per card. `changes.ndjson`, the log, contains one
 * line for each later page of the change feed. The last line contains the current cursor. Each page is a single line,
 * so it is appended atomically. When both files are replaced, `cards.ndjson` is replaced first, because applying an old
 * log to newer cards has no effect.
 */
export class MirrorFiles {
  private readonly cards: string;
  private readonly log: string;
  private cardsBytes = 0;
  private logBytes = 0;
  private pages = 0;

  constructor(private readonly directory: string) {
    this.cards = path.join(directory, 'cards.ndjson');
    this.log = path.join(directory, 'changes.ndjson');
  }

  /** Whether the log is empty, so that `cards.ndjson` alone is up to date. */
  get isLogEmpty(): boolean {
    return this.pages === 0;
  }

  /** Whether the log should be merged into `cards.ndjson`. */
  get isLogLong(): boolean {
    return this.logBytes > Math.max(MIN_LOG_BYTES, this.cardsBytes * MAX_LOG_SHARE);
  }

  /**
   * Reads the mirror, and removes an incomplete page at the end of the log.
   * @param onCard called with each line of `cards.ndjson`: the JSON of one card
   * @param onPage called for each page in the log
   * @returns the cursor; null if there is no mirror yet
   * @throws Error if the files cannot be read or are damaged
   */
  async load(
    onCard: (line: string) => void,
    onPage: (page: LogEntry) => void,
  ): Promise<string | null> {
    try {
      return await this.read(onCard, onPage);
    } catch (cause) {
      const reason = (cause as Error).message;
      throw new Error(
        `The mirror in ${this.directory} cannot be read: ${reason}. If its files are damaged or have the format of ` +
          'another version, delete cards.ndjson and changes.ndjson, and start again.',
        { cause },
      );
    }
  }

  private async read(onCard: (line: string) => void, onPage: (page: LogEntry) => void) {
    const log = await readFile(this.log).catch(ignoreMissing);
    if (!log) return null;
    const end = log.lastIndexOf(10) + 1;
    if (end < log.length) await truncate(this.log, end);
    for await (const line of linesOf(this.cards)) onCard(line);
    const pages = log.subarray(0, end).toString().split('\n').filter(Boolean);
    let cursor = '';
    for (const line of pages) {
      const page: LogEntry = JSON.parse(line);
      if (!page.cursor) throw new Error('a page in changes.ndjson has no cursor');
      onPage(page);
      cursor = page.cursor;
    }
    if (!cursor) throw new Error('changes.ndjson has no complete page');
    this.logBytes = end;
    this.pages = pages.length - 1;
    this.cardsBytes = (await stat(this.cards)).size;
    return cursor;
  }

  async append(page: LogEntry): Promise<void> {
    const line = `${JSON.stringify(page)}\n`;
    await appendFile(this.log, line, { flush: true });
    this.logBytes += Buffer.byteLength(line);
    this.pages += 1;
  }

  /** Replaces the cards and starts a new log. @param lines JSON of the cards, by card id */
  async replace(lines: ReadonlyMap<string, string>, cursor: string): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    await replaceFile(this.cards, async (handle) => {
      const ids = [...lines.keys()].sort();
      for (let at = 0; at < ids.length; at += LINES_PER_WRITE) {
        const some = ids.slice(at, at + LINES_PER_WRITE).map((id) => `${lines.get(id)}\n`);
        await handle.appendFile(some.join(''));
      }
      this.cardsBytes = (await handle.stat()).size;
    });
    const first = `${JSON.stringify({ cursor })}\n`;
    await replaceFile(this.log, (handle) => handle.writeFile(first));
    this.logBytes = Buffer.byteLength(first);
    this.pages = 0;
  }
}

export function linesOf(file: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
}
