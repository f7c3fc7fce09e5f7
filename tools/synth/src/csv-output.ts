import { type FileHandle, open } from 'node:fs/promises';

const CHUNK = 1 << 18;

export class CsvOutput {
  readonly #file: FileHandle;
  #text: string;
  #rows = 0;
  #bytes = 0;

  private constructor(file: FileHandle, header: string) {
    this.#file = file;
    this.#text = `${header}\n`;
  }

  static async create(path: string, header: string): Promise<CsvOutput> {
    return new CsvOutput(await open(path, 'w'), header);
  }

  get rows(): number {
    return this.#rows;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Adds a line. @param line text that ends with a line feed */
  add(line: string): void {
    this.#text += line;
    this.#rows += 1;
  }

  /** Writes the buffered lines if they have at least `atLeast` bytes. Call this method often to limit memory usage. */
  async flush(atLeast = CHUNK): Promise<void> {
    if (this.#text.length < atLeast) return;
    const chunk = Buffer.from(this.#text);
    this.#text = '';
    this.#bytes += chunk.length;
    await this.#file.writeFile(chunk);
  }

  async close(): Promise<void> {
    await this.flush(0);
    await this.#file.close();
  }
}

export function csvCell(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
