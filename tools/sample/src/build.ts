import { mkdir } from 'node:fs/promises';
import { Random } from '@gcd/synth';
import { makeCards } from './cards.js';
import { type Cert, CertMaker } from './certs.js';
import { CsvFile } from './csv-file.js';
import { EntryMaker } from './entries.js';
import { authentications, imagesOf, type Line, specsWithoutCard } from './extras.js';
import { matchCards, type MatchingResult } from './matching.js';
import type { Counts, Entry, PopulationRow } from './model.js';
import { readSource } from './source.js';

export interface BuildOptions {
  readonly from: string;
  readonly out: string;
  readonly seed: string;
  /** Share of the less popular sets to include. */
  readonly share: number;
}

const COLUMNS = {
  cards:
    'card_id,grader,description,spec_id,grader_id2,category,year,set_name,name,card_number,parallel,subset,set_url,universal_card_id',
  populations: 'card_id,date,grades,qualifiers,auto_grades,auto_qualifiers',
  certs:
    'grader,cert,card_id,grade,qualifier_type,retrieved_month,centering,corners,edges,surface,has_auto_grade,auto_grade_label,grade_label,description',
  images: 'grader,cert,image_front,image_back',
  specs: 'grader,spec_id,status',
  matches: 'card_id,universal_card_id',
  authentications: 'cert,description,result,primary_subjects,other_subjects,retrieved_month',
};

type FileName = keyof typeof COLUMNS;

export interface BuildResult {
  /** Number of rows in each file. */
  readonly rows: Record<FileName, number>;
  readonly matching: MatchingResult;
}

/** Builds the dataset. The same source files and options produce the same bytes. */
export async function buildDataset(options: BuildOptions): Promise<BuildResult> {
  const { from, out, seed, share } = options;
  const source = await readSource(from);
  await mkdir(out, { recursive: true });
  const files = Object.fromEntries(
    Object.entries(COLUMNS).map(([name, columns]) => [
      name,
      new CsvFile(out, name, columns.split(',')),
    ]),
  ) as Record<FileName, CsvFile>;

  const entryMaker = new EntryMaker(seed);
  const certMaker = new CertMaker(source.certs, seed);
  const realCerts = new Set(source.certs.map((row) => row.cert));
  const random = new Random(`${seed} images`);
  const writeCert = async (cert: Cert) => {
    await files.certs.write(cert);
    const isReal = cert.grader === 'psa' && realCerts.has(cert.cert);
    await files.images.write(imagesOf(cert, isReal, random));
  };

  const cards = makeCards(source, share, seed).map((card) => entryMaker.entriesOf(card));
  const { universalIds, decisions, result } = matchCards(cards);
  for (const entry of cards.flat()) {
    await files.cards.write(cardLine(entry, universalIds.get(entry)));
    await writeAll(files.populations, populationLines(entry));
    for (const cert of certMaker.certsOf(entry)) await writeCert(cert);
  }
  for (const cert of certMaker.certsWithoutCard()) await writeCert(cert);
  await writeAll(files.matches, decisions);
  await writeAll(files.specs, specsWithoutCard(cards.flat()));
  await writeAll(files.authentications, authentications(seed));

  for (const file of Object.values(files)) await file.close();
  const rows = Object.fromEntries(
    Object.entries(files).map(([name, { rows }]) => [name, rows]),
  ) as Record<FileName, number>;
  return { rows, matching: result };
}

async function writeAll(file: CsvFile, lines: readonly Line[]): Promise<void> {
  for (const line of lines) await file.write(line);
}

function cardLine(entry: Entry, universalId = ''): Line {
  return {
    card_id: entry.cardId,
    grader: entry.grader,
    description: entry.description,
    spec_id: entry.specId,
    grader_id2: entry.graderId2,
    category: entry.category,
    year: entry.year,
    set_name: entry.setName,
    name: entry.name,
    card_number: entry.cardNumber,
    parallel: entry.parallel,
    subset: entry.subset,
    set_url: entry.setUrl,
    universal_card_id: universalId,
  };
}

function populationLines({ cardId, population }: Entry): Line[] {
  return population.map(({ date, counts, autographed }: PopulationRow) => ({
    card_id: cardId,
    date,
    grades: countsText(counts, isPlain) || '{}',
    qualifiers: countsText(counts, isQualifier),
    auto_grades: countsText(autographed, isPlain),
    auto_qualifiers: countsText(autographed, isQualifier),
  }));
}

const isQualifier = (key: string) => key.startsWith('psa_q');
const isPlain = (key: string) => !isQualifier(key);

/** Formats counts as JSON; an empty string if there are none. */
function countsText(counts: Counts, include: (key: string) => boolean): string {
  const entries = Object.entries(counts).filter(([key]) => include(key));
  return entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries));
}
