import { readFileSync } from 'node:fs';
import type { Random } from '@gcd/synth';
import type { Traffic } from './job.js';
import { Zipf } from './zipf.js';

const LINE_FEED = 10;

/** The lines of a file. They are stored as bytes, because there may be millions of lines. */
class Lines {
  private readonly text: Buffer;
  private readonly starts: Uint32Array;

  constructor(file: string) {
    this.text = readFileSync(file);
    const starts = [0];
    for (
      let at = this.text.indexOf(LINE_FEED);
      at >= 0;
      at = this.text.indexOf(LINE_FEED, at + 1)
    ) {
      starts.push(at + 1);
    }
    this.starts = Uint32Array.from(starts);
    if (this.starts.length < 2) throw new Error(`${file} has no lines`);
  }

  get count(): number {
    return this.starts.length - 1;
  }

  /** Returns one line. @param index from 0 */
  at(index: number): string {
    return this.text.toString('latin1', this.starts[index], (this.starts[index + 1] ?? 0) - 1);
  }
}

/**
 * Factor that scatters popular paths across a file. Otherwise, popular paths could belong to neighboring rows of the
 * database.
 */
const SCATTER = 1_000_000_007;

const files = new Map<string, Lines>();

function linesOf(file: string): Lines {
  const lines = files.get(file) ?? new Lines(file);
  files.set(file, lines);
  return lines;
}

/** Creates a function that returns random lines of a file, with a uniform or a Zipf distribution. */
function drawLines(file: string, exponent: number | undefined, random: Random): () => string {
  const lines = linesOf(file);
  const { count } = lines;
  if (exponent === undefined) return () => lines.at(Math.floor(random.next() * count));
  const zipf = new Zipf(count, exponent, random);
  return () => lines.at((zipf.next() * SCATTER) % count);
}

/**
 * Creates a function that returns random requests, with paths chosen according to the traffic, and keys from a file.
 */
export function requestMaker(
  traffic: readonly Traffic[],
  keysFile: string,
  random: Random,
): () => string {
  const key = drawLines(keysFile, undefined, random);
  const paths = traffic.map(({ pathsFile, exponent }) => drawLines(pathsFile, exponent, random));
  const shares = traffic.map(({ share }) => share);
  const path =
    paths.length === 1
      ? (paths[0] as () => string)
      : () => (paths[random.weighted(shares)] as () => string)();
  return () => `GET ${path()} HTTP/1.1\r\nhost: bench\r\nx-api-key: ${key()}\r\n\r\n`;
}
