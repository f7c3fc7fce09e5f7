import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Random } from './random.js';
import { cardsOf } from './cards.js';
import { CERT_COLUMNS, CertWriter } from './certs.js';
import { CsvOutput } from './csv-output.js';
import {
  CARD_COLUMNS,
  type GraderCard,
  GraderCardMaker,
  type ListedCard,
  POPULATION_COLUMNS,
  populationLines,
} from './grader-cards.js';
import { AUTHENTICATION_COLUMNS, authenticationLines, SPEC_COLUMNS, specLines } from './extras.js';
import { countCopies, listSets } from './listings.js';
import { DRAWN_ON, dayOf } from './population.js';

export interface SynthesisOptions {
  readonly directory: string;
  /** The same seed and options produce identical files. The default is 1. */
  readonly seed?: string;
  /** Number of rows in `cards.csv`: grader cards from all graders. */
  readonly cards: number;
  readonly certs: number;
  /** Number of days of populations to generate before `until`. */
  readonly days: number;
  /** Date of the latest populations. The default is the date of the measured distributions. */
  readonly until?: string;
  /** Whether to replace an existing dataset in the directory. */
  readonly overwrite?: boolean;
  /** @param done fraction from 0 to 1, if known */
  progress?(phase: string, done?: number): void;
  warn?(message: string): void;
}

const COLUMNS = {
  cards: CARD_COLUMNS,
  matches: 'card_id,universal_card_id',
  specs: SPEC_COLUMNS,
  certs: CERT_COLUMNS,
  populations: POPULATION_COLUMNS,
  images: 'grader,cert,image_front,image_back',
  authentications: AUTHENTICATION_COLUMNS,
};

/** Name of a dataset file, without `.csv`. */
type KindName = keyof typeof COLUMNS;

const DEFAULTS = {
  seed: '1',
  until: DRAWN_ON,
  overwrite: false,
  progress: (_phase: string, _done?: number): void => undefined,
  warn: (_message: string): void => undefined,
};

type Settings = SynthesisOptions & typeof DEFAULTS;

type Files = Readonly<Record<KindName, CsvOutput>>;

const NAMES = Object.keys(COLUMNS) as KindName[];
const DATASET_FILE = new RegExp(`^(${NAMES.join('|')})(-\\d+)?\\.csv(\\.gz)?$`);
const PARTIAL_FILE = /^\.\w+\.csv\.partial$/;

/** Share of certs with images. */
const IMAGES = 0.03;
/** Share of certs without a card. */
const WITHOUT_CARD = 0.001;

/**
 * Writes a synthetic dataset. Memory usage does not depend on the size of the dataset, and its content depends only on
 * the options. Files are renamed to their final names once all are complete, so a run that is killed leaves no
 * incomplete dataset.
 * @returns the number of rows and bytes of each file
 * @throws Error if the directory is not empty and `overwrite` is false
 */
export async function synthesize(
  given: SynthesisOptions,
): Promise<Record<KindName, { rows: number; bytes: number }>> {
  const options = { ...DEFAULTS, ...given };
  const { directory } = options;
  await prepareDirectory(options);
  const partial = (name: KindName) => join(directory, `.${name}.csv.partial`);
  const created = await Promise.all(
    NAMES.map(async (name) => [name, await CsvOutput.create(partial(name), COLUMNS[name])]),
  );
  const files: Files = Object.fromEntries(created);
  await writeAll(files, options);
  for (const file of Object.values(files)) await file.close();
  for (const name of NAMES) await rename(partial(name), join(directory, `${name}.csv`));
  const report = NAMES.map((name) => [name, { rows: files[name].rows, bytes: files[name].bytes }]);
  return Object.fromEntries(report);
}

async function prepareDirectory({ directory, overwrite }: Settings): Promise<void> {
  await mkdir(directory, { recursive: true });
  const found = (await readdir(directory)).filter((name) => !PARTIAL_FILE.test(name));
  if (found.length > 0 && !overwrite) {
    throw new Error(
      `${directory} is not empty. Use a new directory, or add --overwrite to replace the dataset in it.`,
    );
  }
  for (const name of found) if (DATASET_FILE.test(name)) await rm(join(directory, name));
}

async function writeAll(files: Files, options: Settings): Promise<void> {
  const { seed, cards, progress } = options;
  progress('counting copies');
  const withoutCard = Math.floor(options.certs * WITHOUT_CARD);
  const linked = options.certs - withoutCard;
  const counted = countCopies(seed, cards);
  const scale = Math.max(1, Math.ceil(linked / Math.max(1, counted)));
  if (scale > 1 && cards > 0) {
    options.warn(
      `the requested cards have only about ${counted} copies. All populations are multiplied by ${scale}, so that each cert has a copy`,
    );
  }
  const copies = counted * scale;
  const maker = new GraderCardMaker(seed);
  const certs = new CertWriter(seed, options.certs);
  const random = new Random(`${seed} images`);
  const writeCert = (line: string, grader: string, cert: string) => {
    files.certs.add(line);
    if (!random.chance(IMAGES)) return;
    const side = (name: string) => `https://images.example.com/${grader}/${cert}-${name}.jpg`;
    const back = random.chance(0.06) ? '' : side('back');
    files.images.add(`${grader},${cert},${side('front')},${back}\n`);
  };

  let copiesSoFar = 0;
  const drawCerts = (graderCard: GraderCard) => {
    const before = Math.floor((copiesSoFar / copies) * linked);
    copiesSoFar += sum(graderCard.counts);
    const count = Math.floor((copiesSoFar / copies) * linked) - before;
    certs.draw(graderCard, count, (line, cert) => writeCert(line, graderCard.grader, cert));
  };

  for (const { set, copies: copiesOfSet } of listSets(seed, cards)) {
    let at = 0;
    for (const card of cardsOf(set, new Random(`${seed} ${set.key} cards`))) {
      const listed = copiesOfSet[at]?.map(([grader, count]) => [grader, count * scale] as const);
      if (!listed) break;
      const made = maker.graderCardsOf(card, at, listed);
      at += 1;
      for (const graderCard of made.graderCards) {
        writeGraderCard(files, maker, graderCard, made, options);
        drawCerts(graderCard);
        for (const file of Object.values(files)) await file.flush();
      }
    }
    progress('writing cards', files.cards.rows / cards);
  }
  for (let at = 0; at < withoutCard; at += 1) {
    files.certs.add(certs.withoutCard(`Card without an entry ${at + 1}`));
    await files.certs.flush();
  }
  for (const line of specLines(cards)) files.specs.add(line);
  for (const line of authenticationLines(seed, options.certs)) {
    files.authentications.add(line);
    await files.authentications.flush();
  }
}

function writeGraderCard(
  files: Files,
  maker: GraderCardMaker,
  graderCard: GraderCard,
  made: ListedCard,
  { until, days }: Settings,
): void {
  files.cards.add(maker.cardLine(graderCard, made));
  if (made.matched === 'matches') {
    files.matches.add(`${graderCard.cardId},${made.graderCards[0]?.cardId}\n`);
  }
  const last = dayOf(until);
  for (const line of populationLines(graderCard, last - days, last)) files.populations.add(line);
}

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
