import { StringDecoder } from 'node:string_decoder';

export interface CsvRecord {
  /** Line number of the record's first line, starting at 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Reason why the record cannot be parsed. If present, `cells` must not be used. */
  readonly broken?: string;
}

// Maximum length of a line, and of a record with quotes, in characters. A longer record is assumed to have an unclosed
// quote.
const MAX_RECORD = 1 << 20;
const FIRST_LINE_END = /\r?\n|\r(?=.)/s;

/**
 * Reads CSV of any size with little memory (RFC 4180, UTF-8, with or without a byte-order mark; lines end with LF, CRLF
 * or CR). If a record is
 * malformed, only its first line is rejected, and parsing continues with the next line, even after an unclosed quote.
 * Lines without quotes are split at commas, which is several times faster than checking each character.
 * @returns one batch of records per chunk, without blank lines; the first record of the first batch is the header
 */
export async function* readCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord[]> {
  const reader = new CsvReader();
  for await (const chunk of chunks) {
    const records = reader.read(chunk);
    if (records.length) yield records;
  }
  const records = reader.end();
  if (records.length) yield records;
}

class CsvReader {
  readonly #decoder = new StringDecoder('utf8');
  #text = '';
  #line = 1;
  #width = 0;
  #started = false;
  /** Whether lines end with CR alone; undefined until the first line end is read. */
  #endsWithCr: boolean | undefined;

  read(chunk: Uint8Array): CsvRecord[] {
    this.#text += this.#decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length));
    if (!this.#started && this.#text) {
      this.#started = true;
      if (this.#text.startsWith('\ufeff')) this.#text = this.#text.slice(1);
    }
    this.#replaceCr();
    return this.#records(false);
  }

  end(): CsvRecord[] {
    this.#text += this.#decoder.end();
    if (!this.#text.endsWith('\n')) this.#text += '\n';
    return this.#records(true);
  }

  /** Replaces line ends that are CR alone, if the first line ends with one. */
  #replaceCr(): void {
    // A CR at the end of the text may be the first half of CRLF.
    const [lineEnd] = this.#endsWithCr === undefined ? (FIRST_LINE_END.exec(this.#text) ?? []) : [];
    if (lineEnd) this.#endsWithCr = lineEnd === '\r';
    if (this.#endsWithCr) this.#text = this.#text.replaceAll('\r', '\n');
  }

  #records(isEnd: boolean): CsvRecord[] {
    const text = this.#text;
    const records: CsvRecord[] = [];
    let start = 0;
    let quote = text.indexOf('"');
    let lineEnd: number;
    for (;;) {
      lineEnd = text.indexOf('\n', start);
      if (lineEnd < 0) break;
      if (lineEnd - start > MAX_RECORD) {
        records.push(this.#broken(`The line has more than ${MAX_RECORD} characters.`));
        this.#line += 1;
        start = lineEnd + 1;
        continue;
      }
      if (quote >= 0 && quote < start) quote = text.indexOf('"', start);
      if (quote < 0 || quote > lineEnd) {
        const line = text.slice(start, text[lineEnd - 1] === '\r' ? lineEnd - 1 : lineEnd);
        if (line) records.push(this.#record(line.split(',')));
        this.#line += 1;
        start = lineEnd + 1;
        continue;
      }
      const quoted = readQuotedRecord(text, start);
      if (quoted === 'open' && !isEnd && text.length - start < MAX_RECORD) break;
      start = this.#takeQuoted(records, quoted, text, start, lineEnd);
    }
    // Keep one character more than the maximum, so that the rest of the line is recognized as part of a longer line.
    this.#text = lineEnd < 0 ? text.slice(start, start + MAX_RECORD + 1) : text.slice(start);
    return records;
  }

  /**
   * Adds a record that contains quotes. If the record is malformed, only its first line is added.
   * @returns the start of the next record
   */
  #takeQuoted(
    records: CsvRecord[],
    quoted: QuotedRecord,
    text: string,
    start: number,
    lineEnd: number,
  ): number {
    let record: CsvRecord;
    if (quoted === 'open')
      record = this.#broken(
        'A quoted field is not closed. Close the quote, and double every quote inside a quoted field.',
      );
    else if (quoted === 'misplaced')
      record = this.#broken(
        'A quote is out of place. Quote the whole field, and double every quote inside it.',
      );
    else {
      record = this.#record(quoted.cells);
      // Reject only the first line of a malformed record. Otherwise, one unclosed quote would invalidate all records up
      // to the next quote.
      if (!record.broken) {
        records.push(record);
        this.#line += countLines(text, start, quoted.end);
        return quoted.end;
      }
    }
    records.push(record);
    this.#line += 1;
    return lineEnd + 1;
  }

  #record(cells: string[]): CsvRecord {
    this.#width ||= cells.length;
    if (cells.length === this.#width) return { line: this.#line, cells };
    return this.#broken(
      `The row has ${cells.length} columns, but the header has ${this.#width}. Quote fields that contain commas.`,
    );
  }

  #broken(reason: string): CsvRecord {
    return { line: this.#line, cells: [], broken: reason };
  }
}

/**
 * A parsed record and its end position, or the reason why the record is malformed: `open` for an unclosed quote,
 * `misplaced` for a quote that is not allowed at its position.
 */
type QuotedRecord = { readonly cells: string[]; readonly end: number } | 'open' | 'misplaced';

function readQuotedRecord(text: string, start: number): QuotedRecord {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1);
      // A quote at the end of the text may be the first half of a doubled quote.
      if (close < 0 || close === text.length - 1) return 'open';
      cells.push(text.slice(at + 1, close).replaceAll('""', '"'));
      at = close + 1;
      if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
      else if (text[at] === '\r' && at === text.length - 1) return 'open';
    } else {
      const end = plainEnd(text, at);
      if (end < 0) return 'open';
      const carriageReturn = text[end] === '\n' && end > at && text[end - 1] === '\r' ? 1 : 0;
      const cell = text.slice(at, end - carriageReturn);
      if (cell.includes('"')) return 'misplaced';
      cells.push(cell);
      at = end;
    }
    if (text[at] === '\n') return { cells, end: at + 1 };
    if (text[at] !== ',') return 'misplaced';
    at += 1;
  }
}

function closingQuote(text: string, from: number): number {
  let close = text.indexOf('"', from);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  return close;
}

function plainEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 44 || code === 10) return at;
  }
  return -1;
}

function countLines(text: string, start: number, end: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) {
    lines += 1;
  }
  return lines;
}
