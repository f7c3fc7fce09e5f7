import { readFileSync } from 'node:fs';

const LINE_FEED = 10;
/**
 * Factor that scatters popular paths across a file. Otherwise, popular paths could belong to neighboring rows of the
 * database.
 */
const SCATTER = 1_000_000_007;

/** The lines of a file. They are stored as bytes, because there may be millions of lines. */
class Lines {
  #text;
  #starts;

  constructor(file) {
    this.#text = readFileSync(file);
    const starts = [0];
    for (
      let at = this.#text.indexOf(LINE_FEED);
      at >= 0;
      at = this.#text.indexOf(LINE_FEED, at + 1)
    )
      starts.push(at + 1);
    this.#starts = Uint32Array.from(starts);
    if (this.count < 1) throw new Error(`${file} has no lines`);
  }

  get count() {
    return this.#starts.length - 1;
  }

  at(index) {
    return this.#text.toString('latin1', this.#starts[index], this.#starts[index + 1] - 1);
  }
}

const files = new Map();

function linesOf(file) {
  const lines = files.get(file) ?? new Lines(file);
  files.set(file, lines);
  return lines;
}

/** Returns a function that draws indexes from 0, each with a probability in proportion to its weight. */
function drawWeighted(count, weightOf) {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let index = 0; index < count; index += 1) {
    sum += weightOf(index);
    sums[index] = sum;
  }
  return () => {
    const drawn = Math.random() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] > drawn) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

/** Returns a function that draws lines of a file, with a uniform or a Zipf distribution. */
function drawLines(file, exponent) {
  const lines = linesOf(file);
  const { count } = lines;
  if (exponent === undefined) return () => lines.at(Math.floor(Math.random() * count));
  const drawRank = drawWeighted(count, (rank) => (rank + 1) ** -exponent);
  return () => lines.at((drawRank() * SCATTER) % count);
}

/** Returns a function that makes requests with random paths and keys. The parameters are those of a load's job. */
export function requestMaker(traffic, keysFile) {
  const drawKey = drawLines(keysFile);
  const drawPath = traffic.map(({ pathsFile, exponent }) => drawLines(pathsFile, exponent));
  const drawKind = drawWeighted(traffic.length, (kind) => traffic[kind].share);
  return () =>
    `GET ${drawPath[drawKind()]()} HTTP/1.1\r\nhost: bench\r\nx-api-key: ${drawKey()}\r\n\r\n`;
}
