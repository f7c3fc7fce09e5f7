import { readFileSync, writeFileSync } from 'node:fs';
import { datasetGuide } from './dataset-guide.js';
import { FILE_KINDS } from './import/kinds/index.js';

// Implements `npm run dataset-docs`: writes docs/dataset.md, or the file given as an argument.
const examples = FILE_KINDS.map(({ name }): [string, string] => {
  const url = new URL(`../../../examples/dataset/${name}.csv`, import.meta.url);
  return [`${name}.csv`, readFileSync(url, 'utf8')];
});
writeFileSync(process.argv[2] ?? 'docs/dataset.md', datasetGuide(new Map(examples)));
