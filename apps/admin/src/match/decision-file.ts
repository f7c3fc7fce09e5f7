import { appendFile, readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { CliError } from '../cli-error.js';

/** A decision about a grader card, as in a row of `matches.csv`. */
export interface Decision {
  readonly cardId: string;
  /** Null if the grader card belongs to no universal card. */
  readonly universalCardId: string | null;
}

const HEADER = 'card_id,universal_card_id';

/**
 * Reads a `matches.csv` file, and returns the ids of the grader cards in its decisions. If the file does not exist,
 * returns an empty set.
 * @throws CliError if the file is not a valid `matches.csv`
 */
export async function readDecided(file: string): Promise<ReadonlySet<string>> {
  const text = await readIfThere(file);
  if (text === null) return new Set();
  try {
    const rows = parse<{ card_id?: string }>(text, { columns: true, bom: true });
    return new Set(rows.map(({ card_id: cardId }) => (cardId ?? '').toLowerCase()));
  } catch (error) {
    throw new CliError(`${file} is not a matches.csv: ${(error as Error).message}`);
  }
}

/**
 * Adds a decision to a `matches.csv`, and creates the file if it does not exist. The decision is applied when the file
 * is next imported.
 * @throws CliError if the file already has a decision about the grader card
 */
export async function addDecision(file: string, decision: Decision): Promise<void> {
  const { cardId, universalCardId } = decision;
  if ((await readDecided(file)).has(cardId)) {
    throw new CliError(`${file} has a decision about the card ${cardId}. Change that row instead.`);
  }
  const text = await readIfThere(file);
  if (
    text !== null &&
    text
      .split('\n', 1)[0]
      ?.replace(/^\uFEFF/, '')
      .trim() !== HEADER
  ) {
    throw new CliError(`The first line of ${file} must be ${HEADER}.`);
  }
  const before = text === null ? `${HEADER}\n` : text.endsWith('\n') ? '' : '\n';
  await appendFile(file, `${before}${cardId},${universalCardId ?? ''}\n`);
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new CliError(`Cannot read ${file}: ${message}`);
  }
}
