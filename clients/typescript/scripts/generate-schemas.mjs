// Writes src/schemas.ts: the schemas of docs/openapi.json by name, lists of their literals, and the version of the package.
// `npm run build` runs this program.
import { readFileSync, writeFileSync } from 'node:fs';

const read = (file) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
const { schemas } = read('../../../docs/openapi.json').components;
const LISTS = {
  GRADERS: 'Grader',
  GRADER_NAMES: 'GraderName',
  GRADE_KEYS: 'GradeKey',
  ERROR_CODES: 'ErrorCode',
  ERROR_REASONS: 'ErrorReason',
};

const types = Object.entries(schemas).map(([name, { description }]) => {
  const comment = description ? `/** ${description.split('\n', 1)[0]} */\n` : '';
  return `${comment}export type ${name} = components['schemas']['${name}'];\n`;
});
const lists = Object.entries(LISTS).map(
  ([list, name]) => `export const ${list} = ${JSON.stringify(schemas[name].enum)} as const;\n`,
);
writeFileSync(
  new URL('../src/schemas.ts', import.meta.url),
  `// Generated from docs/openapi.json: do not edit.
import type { components } from './openapi.js';

export const VERSION = ${JSON.stringify(read('../package.json').version)};
${lists.join('')}
${types.join('')}`,
);
