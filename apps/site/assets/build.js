import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { glyphsOf } from './glyphs.js';

// Copies the files that browsers load to dist/assets. Only one file of the font package is copied, so that container
// images do not need the package.
const own = path.dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);
const font = path.dirname(require.resolve('@fontsource/barlow-condensed/package.json'));
const target = path.join(own, '../dist/assets');

mkdirSync(target, { recursive: true });
for (const name of ['site.js', 'icon.svg']) {
  copyFileSync(path.join(own, name), path.join(target, name));
}
const styles = readdirSync(path.join(own, 'styles')).sort();
const sheet = styles.map((name) => readFileSync(path.join(own, 'styles', name), 'utf8')).join('\n');
writeFileSync(path.join(target, 'site.css'), sheet);
copyFileSync(
  path.join(font, 'files/barlow-condensed-latin-600-normal.woff2'),
  path.join(target, 'barlow-condensed.woff2'),
);
writeFileSync(
  path.join(target, '../glyphs.json'),
  JSON.stringify(glyphsOf(path.join(font, 'files/barlow-condensed-latin-600-normal.woff'))),
);
copyFileSync(path.join(font, 'LICENSE'), path.join(target, 'barlow-condensed.LICENSE'));
