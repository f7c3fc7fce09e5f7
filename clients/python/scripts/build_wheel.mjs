// Builds a wheel into dist without Python, which the machine that builds the images does not have. `npm run build` runs
// this program.
//
// A wheel of pure Python is a zip file with the modules and three files of metadata:
// https://packaging.python.org/en/latest/specifications/binary-distribution-format/
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { parse } from 'smol-toml';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const read = (file) => readFileSync(path.join(PACKAGE, file));

const { project } = parse(read('pyproject.toml').toString());
const [, version] = /__version__ = "(.+)"/.exec(read('src/gcd_client/_version.py'));
const base = `${project.name.replaceAll('-', '_')}-${version}`;
const extras = Object.entries(project['optional-dependencies']);

const METADATA = `Metadata-Version: 2.1
Name: ${project.name}
Version: ${version}
Summary: ${project.description}
Requires-Python: ${project['requires-python']}
${project.classifiers.map((each) => `Classifier: ${each}\n`).join('')}${project.dependencies
  .map((each) => `Requires-Dist: ${each}\n`)
  .join('')}${extras
  .map(
    ([extra, names]) =>
      `Provides-Extra: ${extra}\n${names.map((each) => `Requires-Dist: ${each}; extra == '${extra}'\n`).join('')}`,
  )
  .join('')}Description-Content-Type: text/markdown

${read(project.readme)}`;

const WHEEL = `Wheel-Version: 1.0
Generator: build_wheel.mjs (${version})
Root-Is-Purelib: true
Tag: py3-none-any
`;

const files = {};
for (const name of readdirSync(path.join(PACKAGE, 'src'), { recursive: true }).sort())
  if (/^gcd_client.*\.(py|typed)$/.test(name)) files[name] = read(`src/${name}`);
const info = `${base}.dist-info`;
files[`${info}/METADATA`] = Buffer.from(METADATA);
files[`${info}/WHEEL`] = Buffer.from(WHEEL);
const hashes = Object.entries(files).map(([name, bytes]) => {
  const hash = createHash('sha256').update(bytes).digest('base64url');
  return `${name},sha256=${hash},${bytes.length}\n`;
});
files[`${info}/RECORD`] = Buffer.from(`${hashes.join('')}${info}/RECORD,,\n`);

rmSync(path.join(PACKAGE, 'dist'), { recursive: true, force: true });
mkdirSync(path.join(PACKAGE, 'dist'));
// The same sources always result in the same file.
const wheel = zipSync(files, { mtime: '1980-01-01T00:00:00' });
writeFileSync(path.join(PACKAGE, `dist/${base}-py3-none-any.whl`), wheel);
