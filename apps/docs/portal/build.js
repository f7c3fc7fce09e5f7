// Builds the documentation into dist: pages as HTML and Markdown, styles and scripts. The gateway serves
// these files unchanged, and sends compressed copies to clients that accept Brotli or gzip. `downloads` has the packages
// of the clients.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { openApiDocument } from '@gcd/contracts/openapi';
import { build } from 'esbuild';
import { layout, markdownUrl } from './layout.js';
import { llmsFullTxt, llmsTxt } from './llms.js';
import { navigationOf, pagesOf, searchEntries, servedMarkdown } from './pages.js';

const own = path.dirname(fileURLToPath(import.meta.url));
const target = path.join(own, '../dist');
const assets = path.join(target, 'assets');

const NOT_FOUND = {
  url: '/docs',
  title: 'Page not found',
  description: 'There is no such page.',
  html: '<h1>Page not found</h1>\n<p>There is no such page. Search the documentation, or start with the <a href="/docs">overview</a>.</p>',
  isWide: true,
};

function write(name, text) {
  const file = path.join(target, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  writeFileSync(`${file}.br`, brotliCompressSync(text));
  writeFileSync(`${file}.gz`, gzipSync(text));
}

rmSync(target, { recursive: true, force: true });
const pages = pagesOf(openApiDocument(), path.join(own, '../guides'));
const navigation = navigationOf(pages);
for (const [index, page] of pages.entries()) {
  const neighbors = { previous: pages[index - 1], next: pages[index + 1] };
  const name = page.url === '/docs' ? 'index' : page.url.slice('/docs/'.length);
  write(`${name}.html`, layout({ ...page, description: page.summary, ...neighbors }, navigation));
  write(markdownUrl(page.url).slice('/docs/'.length), servedMarkdown(page.markdown));
}
write('404.html', layout(NOT_FOUND, navigation));
write('llms.txt', llmsTxt(pages));
write('llms-full.txt', llmsFullTxt(pages));
write('assets/search.json', JSON.stringify(searchEntries(pages)));

const { outputFiles } = await build({
  entryPoints: ['portal.js', 'theme.js', 'portal.css'].map((name) =>
    path.join(own, 'assets', name),
  ),
  outdir: assets,
  bundle: true,
  splitting: true,
  format: 'esm',
  minify: true,
  write: false,
});
for (const { path: file, contents } of outputFiles) {
  write(path.relative(target, file), Buffer.from(contents));
}
cpSync(path.join(own, 'assets/icon.svg'), path.join(assets, 'icon.svg'));

const downloads = path.join(target, 'downloads');
const clients = path.join(own, '../../../clients');
mkdirSync(downloads);
execFileSync('npm', ['pack', '--silent', '--pack-destination', downloads], {
  cwd: path.join(clients, 'typescript'),
});
cpSync(path.join(clients, 'python/dist'), downloads, { recursive: true });
const browserFile = path.join(clients, 'typescript/dist/browser.min.js');
const { version } = JSON.parse(readFileSync(path.join(clients, 'typescript/package.json'), 'utf8'));
write(`downloads/gcd-client-${version}.min.js`, readFileSync(browserFile));
write(`downloads/gcd-mcp-${version}.mjs`, readFileSync(path.join(own, '../../mcp/dist/main.js')));
for (const { url, markdown } of pages)
  for (const [, name] of markdown.matchAll(/\/downloads\/([\w.-]+)/g))
    if (!existsSync(path.join(downloads, name))) throw new Error(`${url}: there is no ${name}`);
