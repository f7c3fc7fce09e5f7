import { readFileSync } from 'node:fs';

const LINE_FEED = 10;

/** The lines of a file, stored as bytes because there may be millions. */
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

  /** Returns a random line. */
  random(): string {
    const line = Math.floor(Math.random() * (this.starts.length - 1));
    return this.text.toString('latin1', this.starts[line], (this.starts[line + 1] ?? 0) - 1);
  }
}

const files = new Map<string, Lines>();

function linesOf(file: string): Lines {
  const lines = files.get(file) ?? new Lines(file);
  files.set(file, lines);
  return lines;
}

/** Creates a function that returns requests with random paths from one file and random keys from another. */
export function requestMaker(pathsFile: string, keysFile: string): () => string {
  const [paths, keys] = [linesOf(pathsFile), linesOf(keysFile)];
  return () =>
    `GET ${paths.random()} HTTP/1.1\r\nhost: bench\r\nx-api-key: ${keys.random()}\r\n\r\n`;
}
