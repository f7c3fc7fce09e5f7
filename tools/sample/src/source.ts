import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';
import type { Print } from './model.js';

/** A row of a source file. Keys are column names. */
export type SourceRow = Readonly<Record<string, string>>;

/** All data from the directory with the source files. */
export interface Source {
  readonly prints: readonly Print[];
  readonly cardPopulations: readonly SourceRow[];
  readonly populationPanel: readonly SourceRow[];
  readonly certs: readonly SourceRow[];
}

export async function readSource(directory: string): Promise<Source> {
  const read = (name: string) => readRows(join(directory, `${name}.csv.gz`));
  const sets = new Map<string, SourceRow>();
  for (const set of await read('pokemon_sets')) {
    if (set.region === 'international') sets.set(set.set_id ?? '', set);
  }
  return {
    prints: (await read('pokemon_prints'))
      .filter(isPhysicalEnglish)
      .map((row) => toPrint(row, sets)),
    cardPopulations: await read('card_populations'),
    populationPanel: await read('psa10_total_panel'),
    certs: await read('certs'),
  };
}

async function readRows(path: string): Promise<SourceRow[]> {
  const parser = createReadStream(path)
    .pipe(createGunzip())
    .pipe(parse({ columns: true, bom: true }));
  return parser.toArray() as Promise<SourceRow[]>;
}

/**
 * Whether a print is an English card that can be graded. Cards of the series `tcgp` exist only in an app, and jumbo
 * cards are too large.
 */
function isPhysicalEnglish(row: SourceRow): boolean {
  return (
    row.region === 'international' &&
    row.serie_id !== 'tcgp' &&
    row.language === 'en' &&
    row.size !== 'jumbo'
  );
}

function toPrint(row: SourceRow, sets: ReadonlyMap<string, SourceRow>): Print {
  const text = (column: string) => row[column] ?? '';
  const set = sets.get(text('set_id'));
  return {
    id: text('id'),
    serieId: text('serie_id'),
    setId: text('set_id'),
    setName: text('set_name'),
    abbreviation: set?.abbreviation ?? '',
    officialCount: Number(set?.official_count ?? 0),
    releaseDate: text('release_date'),
    year: Number(text('year')),
    number: text('number'),
    name: text('name'),
    rarity: text('rarity'),
    category: text('category'),
    stage: text('stage'),
    suffix: text('suffix'),
    variantType: text('variant_type'),
    variantSubtype: text('variant_subtype'),
    foil: text('foil'),
    stamps: text('stamps'),
  };
}
