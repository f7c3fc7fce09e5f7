import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Marked } from 'marked';

/** The guides, in the order in which they are listed. */
export const GUIDES = [
  'first-call',
  'batches',
  'keys-and-limits',
  'errors-and-retrying',
  'following-changes',
  'sets-and-movers',
  'catalogs',
  'matching',
  'changelog',
];

const LANGUAGES = { sh: 'Shell', ts: 'TypeScript', python: 'Python', json: 'JSON' };

const escapeHtml = (text) =>
  text.replace(
    /[&<>"]/g,
    (each) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[each],
  );

const slug = (text) => text.toLowerCase().replace(/[^\w]+/g, '-');

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${slug(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    code({ text, lang }) {
      const name = LANGUAGES[lang] ?? lang ?? '';
      return `<figure><figcaption>${escapeHtml(name)}</figcaption><pre tabindex="0"><code>${escapeHtml(text)}</code></pre></figure>\n`;
    },
    link({ href, tokens }) {
      return `<a href="${escapeHtml(placeOf(href))}">${this.parser.parseInline(tokens)}</a>`;
    },
  },
});

/** Where a page of a guide finds what the Markdown links to. */
function placeOf(href) {
  if (href.endsWith('docs/openapi.json')) return '../../openapi.json';
  const guide = /^([\w-]+)\.md(#.*)?$/.exec(href);
  if (guide && GUIDES.includes(guide[1])) return `${guide[1]}.html${guide[2] ?? ''}`;
  if (/^(https?:|#)/.test(href)) return href;
  throw new Error(`A guide links to ${href}, which is not served.`);
}

/** Reads the guides of a directory. @returns of each its name, title, first paragraph and text */
export function readGuides(directory) {
  return GUIDES.map((name) => {
    const text = readFileSync(path.join(directory, `${name}.md`), 'utf8');
    const [title, summary] = text.replace(/^# /, '').split('\n\n');
    return { name, title, summary, text };
  });
}

/** The links that every page begins with. @param base from the page to `/docs/` @param current the name of the guide */
export function navigation(guides, base, current) {
  const here = (name) => (name === current ? ' aria-current="page"' : '');
  const links = guides.map(
    ({ name, title }) =>
      `<a href="${base}guides/${name}.html"${here(name)}>${escapeHtml(title)}</a>`,
  );
  return `<nav class="guides"><a href="${base}"${here('reference')}>Reference</a>${links.join('')}</nav>`;
}

/** The page of a guide. */
export function pageOf(guide, guides) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Graded Card Data: ${escapeHtml(guide.title)}</title>
    <link rel="icon" href="../favicon-32x32.png">
    <link rel="stylesheet" href="../guides.css">
  </head>
  <body>
    ${navigation(guides, '../', guide.name)}
    <main class="guide">
${marked.parse(guide.text)}    </main>
  </body>
</html>
`;
}

/** What programs that read for people begin with (https://llmstxt.org). @param operations `[path, summary]` */
export function llmsTxt(guides, operations) {
  const brief = ({ summary }) => summary.replace(/\s+/g, ' ');
  return `# Graded Card Data

> A read-only JSON API over graded trading cards: certs, populations and their history, search, a feed of changes, catalogs. Every call is a GET with the header x-api-key.

## Guides

${guides.map((guide) => `- [${guide.title}](/docs/guides/${guide.name}.html): ${brief(guide)}`).join('\n')}
- [All guides in one text](/llms-full.txt)

## Reference

- [OpenAPI document](/openapi.json): every operation, parameter, field and error

## Operations

${operations.map(([path, summary]) => `- \`GET ${path}\`: ${summary}`).join('\n')}
`;
}

/** All guides in one text. */
export function llmsFullTxt(guides) {
  return guides.map(({ text }) => text).join('\n');
}
