import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { dataDir } from '@gcd/local';

/** Results of a benchmark as Markdown, on standard output and in a file in DATA_DIR/results. */
export class Results {
  #file;

  /** @param name name of the benchmark */
  constructor(name) {
    const directory = path.join(dataDir(), 'results');
    mkdirSync(directory, { recursive: true });
    this.#file = path.join(directory, `${name}-${new Date().toISOString().replace(/:/g, '-')}.md`);
    console.error(`Results are written to ${this.#file}`);
  }

  text(text) {
    console.log(`\n${text}`);
    appendFileSync(this.#file, `${text}\n\n`);
  }

  /** Writes a table. @param rows one object per row, with the cells by column */
  table(title, rows) {
    const columns = Object.keys(rows[0] ?? {});
    const line = (cells) => `| ${cells.join(' | ')} |`;
    this.text(
      [
        `### ${title}\n`,
        line(columns),
        line(columns.map(() => '---')),
        ...rows.map((row) => line(columns.map((column) => cell(row[column])))),
      ].join('\n'),
    );
  }
}

function cell(value) {
  if (typeof value === 'number') return Number.isNaN(value) ? '–' : value.toLocaleString('en-US');
  return value ?? '';
}
