import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

// Puts the reference page and the few files that it needs of Swagger UI into dist/docs, so that the package itself is no part
// of an installation. Browsers get the compressed copies.
const own = path.dirname(fileURLToPath(import.meta.url));
const theirs = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const target = path.join(own, '../dist/docs');

const FILES = {
  [own]: ['index.html', 'reference.js', 'reference.css'],
  [theirs]: ['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png', 'LICENSE', 'NOTICE'],
};

mkdirSync(target, { recursive: true });
for (const [directory, names] of Object.entries(FILES)) {
  for (const name of names) {
    copyFileSync(path.join(directory, name), path.join(target, name));
    if (!/\.(js|css)$/.test(name)) continue;
    const compressed = brotliCompressSync(readFileSync(path.join(directory, name)));
    writeFileSync(path.join(target, `${name}.br`), compressed);
  }
}
