import { mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import path from 'node:path';

const CARD_ID = /^[0-9a-f]{40}$/;

/**
 * A copy of populations in a directory: a file for each card, and `state.json` with the place in the feed up to which the copy
 * is complete. Killed at any moment, by a power failure too, every file is whole, and nothing before that place is missing.
 */
export class Copy {
  #directory;
  /** Directories with names that the disk may not have yet. */
  #touched = new Set();

  constructor(directory) {
    this.#directory = directory;
  }

  /** Where the copy of a card is. */
  fileOf(cardId) {
    // It becomes a name of a file: nobody may send us elsewhere.
    if (!CARD_ID.test(cardId)) throw new Error(`not a card id: ${cardId}`);
    return path.join(this.#directory, 'cards', cardId.slice(0, 2), `${cardId}.json`);
  }

  async put(cardId, data) {
    const file = this.fileOf(cardId);
    await mkdir(path.dirname(file), { recursive: true });
    await writeWhole(file, data);
    this.#touched.add(path.dirname(file));
  }

  async drop(cardId) {
    const file = this.fileOf(cardId);
    await unlink(file).catch(ignoreMissing);
    this.#touched.add(path.dirname(file));
  }

  /** @returns null when there is none */
  async get(cardId) {
    return readJson(this.fileOf(cardId));
  }

  /** What was kept by `save`; empty at first. */
  async state() {
    return (await readJson(path.join(this.#directory, 'state.json'))) ?? {};
  }

  /** Keeps the state, after all that was put and dropped before is on the disk. */
  async save(state) {
    await mkdir(this.#directory, { recursive: true });
    for (const directory of this.#touched) await syncDirectory(directory);
    this.#touched.clear();
    await writeWhole(path.join(this.#directory, 'state.json'), state);
    await syncDirectory(this.#directory);
  }
}

/** Whoever reads the file finds all of the old content or all of the new. */
async function writeWhole(file, data) {
  const temporary = `${file}.new`;
  const handle = await open(temporary, 'w');
  try {
    await handle.writeFile(JSON.stringify(data));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}

async function syncDirectory(directory) {
  const handle = await open(directory).catch(ignoreMissing);
  await handle?.sync().finally(() => handle.close());
}

async function readJson(file) {
  const text = await readFile(file, 'utf8').catch(ignoreMissing);
  return text === undefined ? null : JSON.parse(text);
}

function ignoreMissing(error) {
  if (error.code !== 'ENOENT') throw error;
}
