import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { openApiDocument } from '@gcd/contracts/openapi';
import { llmsFullTxt, llmsTxt, navigation, pageOf, readGuides } from './guides.js';

// Puts the guides, the reference page and the few files that it needs of Swagger UI into dist/docs, so that the package itself is no
// part of an installation. Browsers get the compressed copies.
const own = path.dirname(fileURLToPath(import.meta.url));
const theirs = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const target = path.join(own, '../dist/docs');

const FILES = {
  [own]: ['reference.js', 'reference.css', 'guides.css'],
  [theirs]: ['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png', 'LICENSE', 'NOTICE'],
};

mkdirSync(path.join(target, 'guides'), { recursive: true });
for (const [directory, names] of Object.entries(FILES)) {
  for (const name of names) {
    copyFileSync(path.join(directory, name), path.join(target, name));
    if (!/\.(js|css)$/.test(name)) continue;
    const compressed = brotliCompressSync(readFileSync(path.join(directory, name)));
    writeFileSync(path.join(target, `${name}.br`), compressed);
  }
}

const guides = readGuides(path.join(own, '../guides'));
const operations = Object.entries(openApiDocument().paths).map(([at, { get }]) => [
  at,
  get.summary,
]);
const reference = readFileSync(path.join(own, 'index.html'), 'utf8');
const pages = {
  'index.html': reference.replace('<!-- guides -->', navigation(guides, './', 'reference')),
  'llms.txt': llmsTxt(guides, operations),
  'llms-full.txt': llmsFullTxt(guides),
  ...Object.fromEntries(
    guides.map((guide) => [`guides/${guide.name}.html`, pageOf(guide, guides)]),
  ),
};
for (const [name, text] of Object.entries(pages)) writeFileSync(path.join(target, name), text);
