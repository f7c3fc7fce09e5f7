// Measures how often search finds the intended card, and how long it takes.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readOptions } from './harness/options.mjs';
import { Results } from './harness/results.mjs';
import { run } from './harness/run.mjs';
import { accuracy } from './search/accuracy.mjs';
import { speed } from './search/speed.mjs';

const HELP = `Usage: npm run bench:search -- --data DIR [--only accuracy|speed] [--search opensearch]
accuracy       measures how often the search finds the intended card
speed          measures how long searches take
--data DIR     directory with checklist_cards_to2019.csv.gz, checklist_sets.csv.gz, pokemon_prints.csv.gz,
               pokemon_sets.csv.gz, pairs_market_checklist.csv.gz
--misses       prints the typed queries of the development half whose card is not first
--cards N      grader cards for speed (default: 2000000)
--search NAME  postgres (default), or opensearch: on three nodes, which needs Java and Maven; speed measures both
--state DIR    directory to keep the databases in; later runs reuse them`;

const values = readOptions(HELP, {
  data: '',
  only: '',
  misses: false,
  cards: 2_000_000,
  search: 'postgres',
  state: '',
});
if (!existsSync(path.join(values.data, 'checklist_cards_to2019.csv.gz'))) {
  console.error(`There are no checklists in --data "${values.data}".\n\n${HELP}`);
  process.exit(2);
}

await run(async () => {
  const results = new Results('search');
  if (values.only !== 'speed') await accuracy(values, results);
  if (values.only !== 'accuracy') await speed(values, results);
});
