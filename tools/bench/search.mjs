// Compares the product's search with a typical implementation. Measures how often each finds the intended card, and how
// long each takes.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readOptions } from './options.mjs';
import { accuracy } from './search/accuracy.mjs';
import { fitRanking } from './search/fit.mjs';
import { names } from './search/names.mjs';
import { speed } from './search/speed.mjs';

const HELP = `Usage: npm run bench:search -- --data DIR [accuracy] [fit] [speed] [names]
Without names, accuracy and speed run.
accuracy        measures how often the search finds the intended card
speed           measures how long searches take
fit             fits the weights of the ranking to the development half, with cross-validation
names           measures how often the name of a PSA card, typed as it is, finds the card
--data DIR      directory with checklist_cards_to2019.csv.gz, checklist_sets.csv.gz, pokemon_prints.csv.gz,
                pokemon_sets.csv.gz, pairs_market_checklist.csv.gz, pairs_pokemon.csv.gz
--titles N      titles of each kind (default: 1000); 0 for typed queries only
--misses N      number of titles to print whose card was not ranked first (default: 0)
--no-minisearch skips the MiniSearch baseline, which takes 3 GB of memory and half an hour
--entries N     grader cards for speed (default: 2000000)
--state DIR     directory for the database of speed; later runs reuse it
--kinds REGEX   kinds of queries for speed; 'hostile' is one of them (default: all)
--database URL  database with the sample for names, such as that of npm start
--hostile A,B   runs the hostile queries from A to B of 20,000 (default: all)`;

const { values, positionals } = readOptions(
  HELP,
  {
    data: '',
    titles: 1000,
    misses: 0,
    minisearch: true,
    entries: 2_000_000,
    state: '',
    kinds: '',
    hostile: '',
    database: '',
  },
  ['accuracy', 'fit', 'speed', 'names'],
);
function exitWith(problem) {
  console.error(`${problem}\n\n${HELP}`);
  process.exit(2);
}

if (positionals.includes('names')) {
  if (!values.database) exitWith('--database is missing.');
  await names(values.database, values.misses);
  if (positionals.length === 1) process.exit();
}
if (!values.data) exitWith('--data is missing.');
if (!existsSync(path.join(values.data, 'checklist_cards_to2019.csv.gz'))) {
  exitWith(`There are no checklists in ${values.data} (--data).`);
}
const [, first, end] = /^(\d+),(\d+)$/.exec(values.hostile) ?? [];
if (values.hostile && !(Number(first) < Number(end))) {
  exitWith(`--hostile must be two whole numbers such as 0,500, not "${values.hostile}".`);
}
const wanted = (part) => positionals.length === 0 || positionals.includes(part);
if (wanted('accuracy')) {
  const { data, titles, misses, minisearch } = values;
  await accuracy({ data, titles, misses, minisearch });
}
if (positionals.includes('fit')) await fitRanking({ data: values.data });
if (wanted('speed')) {
  const { data, entries, state, kinds } = values;
  const range = values.hostile ? [Number(first), Number(end)] : undefined;
  await speed({ data, entries, state: state || undefined, kinds, hostile: range });
}
