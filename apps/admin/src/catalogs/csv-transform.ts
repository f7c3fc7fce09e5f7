const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const COMMA = 0x2c;
const CR = 0x0d;
const LF = 0x0a;

/** Lookup table of the bytes that, at the start of a cell, make a spreadsheet interpret the cell as a formula. */
const FORMULA_STARTS = new Uint8Array(256);
for (const start of '=+-@\t\r\n') FORMULA_STARTS[start.charCodeAt(0)] = 1;

/**
 * Converts PostgreSQL's CSV output to the CSV format of catalogs. Rows end with CRLF. A cell that a spreadsheet would
 * interpret as a formula gets a leading apostrophe. A formula that already has leading apostrophes gets another one, so
 * that clients can restore every cell by removing one.
 */
export class CsvTransform {
  /** Number of rows read so far, excluding the header. */
  rows = -1;
  private isQuoted = false;
  /** Whether the current cell has contained only apostrophes so far. */
  private atStart = true;
  private output = Buffer.alloc(0);

  /**
   * @param csv output of `COPY … (format csv, header)`, in chunks of any size
   * @param blockBytes size in bytes of every resulting block except the last, which may be smaller
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

  /**
   * Transforms one chunk. A row may continue in the next chunk.
   * @returns a buffer that is valid only until the next call
   */
  private finish(piece: Buffer): Buffer {
    // Each input byte produces at most two output bytes.
    if (this.output.length < 2 * piece.length) this.output = Buffer.allocUnsafe(2 * piece.length);
    const { output } = this;
    let { isQuoted, atStart, rows } = this;
    let size = 0;
    for (let index = 0; index < piece.length; index += 1) {
      const byte = piece[index] as number;
      if (byte === QUOTE) {
        // The opening quote is syntax, not the first character of the cell.
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
