// Prints how many files of code, and lines of them, each service imports from this repository. With `--list APP`, prints the files.
// Fails if a service imports more than its limits, because its developers have to know these files.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';

/** Maximum number of files, and of their lines. Only search reads titles and queries. */
const LIMITS = {
  certs: [58, 5400],
  changes: [43, 3400],
  catalogs: [46, 4000],
  cards: [75, 6150],
  search: [96, 10200],
};

/** Returns the files that an app imports, directly or indirectly, with their numbers of lines. */
function closureOf(app) {
  const lines = new Map();
  const waiting = [`apps/${app}/src/main.ts`];
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (lines.has(file) || file.endsWith('.json')) continue;
    const text = readFileSync(file, 'utf8');
    lines.set(file, text.split('\n').length - 1);
    const { body } = parseSync(text, { syntax: 'typescript', decorators: true });
    for (const { source } of body) if (source) waiting.push(...filesOf(source.value, file));
  }
  return lines;
}

/** Returns the source file of an import; none if it belongs to another repository. */
function filesOf(name, importer) {
  if (name.startsWith('.')) {
    return [path.join(path.dirname(importer), name).replace(/\.js$/, '.ts')];
  }
  const [, library, part = ''] = /^@gcd\/([\w-]+)(\/.*)?$/.exec(name) ?? [];
  const manifest = `libs/${library}/package.json`;
  if (!library || !existsSync(manifest)) return [];
  const { exports } = JSON.parse(readFileSync(manifest, 'utf8'));
  const built =
    typeof exports === 'string'
      ? exports
      : (exports[`.${part}`] ?? exports['./*'].replace('/*', part));
  return [path.join('libs', library, built.replace('/dist/', '/src/').replace(/\.js$/, '.ts'))];
}

const [option, listed] = process.argv.slice(2);
if (option === '--list') {
  for (const [file, count] of closureOf(listed))
    console.log(`${String(count).padStart(5)} ${file}`);
} else {
  for (const [app, [files, maxLines]] of Object.entries(LIMITS)) {
    const lines = closureOf(app);
    const sum = [...lines.values()].reduce((total, count) => total + count, 0);
    console.log(
      `${app.padEnd(10)}${String(lines.size).padStart(4)} files ${String(sum).padStart(6)} lines`,
    );
    if (lines.size > files || sum > maxLines) {
      console.error(`${app} imports more than ${files} files or ${maxLines} lines`);
      process.exitCode = 1;
    }
  }
}
