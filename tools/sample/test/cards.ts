import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { sampleDirectory } from '../src/index.js';

/** A row of a file. Keys are column names. */
export type Row = Readonly<Record<string, string>>;

export const pathOf = (name: string) => join(sampleDirectory, `${name}.csv.gz`);

export function read(name: string): Row[] {
  return parse(gunzipSync(readFileSync(pathOf(name))), { columns: true });
}

export const cards = read('cards');

/** The universal card id of each matched grader card, from both files that contain matches. */
const universalIds = new Map<string, string>();
for (const { card_id: id = '', universal_card_id: universal = '' } of [
  ...cards,
  ...read('matches'),
]) {
  if (universal) universalIds.set(id, universal).set(universal, universal);
}

const byUniversalId = new Map<string, Row[]>();
for (const card of cards) {
  const id = universalIds.get(card.card_id ?? '') ?? card.card_id ?? '';
  byUniversalId.set(id, [...(byUniversalId.get(id) ?? []), card]);
}
/** Grader cards, grouped by universal card. */
export const groups = [...byUniversalId.values()];
