const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const COMMA = 0x2c;
const CR = 0x0d;
const LF = 0x0a;

/** What makes a spreadsheet take a cell for a formula, when the cell begins with it. */
const FORMULA_STARTS = new Uint8Array(256);
for (const start of '=+-@\t\r\n') FORMULA_STARTS[start.charCodeAt(0)] = 1;

/**
 * Makes PostgreSQL's CSV the catalog's: rows end with CRLF, and a cell that a spreadsheet would take for a formula has an apostrophe
 * in front. So has one that looks as if it had that already, or else it could not be told which of the two it was.
 */
export class CsvFinish {
  /** Rows so far, without the header. */
  rows = -1;
  private isQuoted = false;
  /** Whether the cell has had nothing yet but apostrophes. */
  private atStart = true;
  private output = Buffer.alloc(0);

  /**
   * @param csv what `COPY … (format csv, header)` writes, in pieces of any size
   * @param blockBytes of the blocks that come out; only the last one has fewer
   */
  async *blocks(csv: AsyncIterable<Buffer>, blockBytes: number): AsyncGenerator<Buffer> {
    let block = Buffer.allocUnsafe(blockBytes);
    let filled = 0;
    for await (const piece of csv) {
      let rest = this.finish(piece);
      while (rest.length > 0) {
        const copied = rest.copy(block, filled);
        filled += copied;
        rest = rest.subarray(copied);
        if (filled < blockBytes) continue;
        yield block;
        block = Buffer.allocUnsafe(blockBytes);
        filled = 0;
      }
    }
    if (filled > 0) yield block.subarray(0, filled);
  }

  /** Reads byte by byte where in a row it is. @returns bytes that hold until the next call */
  private finish(piece: Buffer): Buffer {
    // At most one byte is added to each.
    if (this.output.length < 2 * piece.length) this.output = Buffer.allocUnsafe(2 * piece.length);
    const { output } = this;
    let { isQuoted, atStart, rows } = this;
    let size = 0;
    for (let index = 0; index < piece.length; index += 1) {
      const byte = piece[index] as number;
      if (byte === QUOTE) {
        // The quote that opens a cell is none of its text.
        if (isQuoted) atStart = false;
        isQuoted = !isQuoted;
      } else if (!isQuoted && byte === COMMA) {
        atStart = true;
      } else if (!isQuoted && byte === LF) {
        output[size++] = CR;
        atStart = true;
        rows += 1;
      } else if (atStart && byte !== APOSTROPHE) {
        if (FORMULA_STARTS[byte]) output[size++] = APOSTROPHE;
        atStart = false;
      }
      output[size++] = byte;
    }
    Object.assign(this, { isQuoted, atStart, rows });
    return output.subarray(0, size);
  }
}
