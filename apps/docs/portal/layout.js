import { escapeHtml } from './markdown.js';

/** Maximum number of headings in a table of contents. If a page has more, only the main headings are listed. */
const MAX_HEADINGS = 40;

/**
 * Renders a page as HTML.
 * @param page `{ url, title, description, html, headings, previous, next, isWide }`
 * @param navigation sections of links: `{ title, links: [{ url, title, path }] }`
 */
export function layout(page, navigation) {
  const { url, title, description, html, headings = [], previous, next, isWide } = page;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(description)}">
<title>${escapeHtml(title)} · Graded Card Data API</title>
<link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml">
<link rel="alternate" type="text/markdown" href="${markdownUrl(url)}">
<link rel="stylesheet" href="/docs/assets/portal.css">
<script src="/docs/assets/theme.js"></script>
<script src="/docs/assets/portal.js" type="module"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="/docs">Graded Card Data <span>API</span></a>
<button class="find" id="find" type="button" aria-haspopup="dialog"><span>Search</span> <kbd>/</kbd></button>
<nav aria-label="Main">
<a href="/docs/guides/quickstart">Guides</a>
<a href="/docs/reference">Reference</a>
<a href="/openapi.json">OpenAPI</a>
</nav>
<button class="theme" id="theme" type="button">Theme</button>
<button class="menu" id="menu" type="button" aria-expanded="false" aria-controls="navigation">Menu</button>
</header>
<div class="frame">
<nav class="side" id="navigation" aria-label="Documentation">
${navigation.map((section) => navigationSection(section, url)).join('\n')}
</nav>
<main id="main" tabindex="-1"${isWide ? ' class="wide"' : ''}>
${html}
<footer>
${adjacent(previous, next)}
<p><a href="${markdownUrl(url)}">This page as Markdown</a></p>
</footer>
</main>
${tableOfContents(isWide ? [] : headings)}
</div>
<dialog id="search" aria-label="Search the documentation"></dialog>
</body>
</html>
`;
}

/** Returns the URL of the Markdown version of a page. */
export const markdownUrl = (url) => (url === '/docs' ? '/docs/index.md' : `${url}.md`);

function navigationSection({ title, links }, current) {
  const items = links.map(({ url, title: name, path }) => {
    const here = url === current ? ' aria-current="page"' : '';
    const tip = path ? ` title="GET ${escapeHtml(path)}"` : '';
    return `<li><a href="${url}"${here}${tip}>${escapeHtml(name)}</a></li>`;
  });
  return `<p>${escapeHtml(title)}</p>\n<ul aria-label="${escapeHtml(title)}">\n${items.join('\n')}\n</ul>`;
}

function adjacent(previous, next) {
  if (!previous && !next) return '';
  const link = (page, rel, label) =>
    page
      ? `<a rel="${rel}" href="${page.url}"><span>${label}</span> ${escapeHtml(page.title)}</a>`
      : '<span></span>';
  return `<nav class="adjacent" aria-label="Adjacent pages">${link(previous, 'prev', 'Previous')}${link(next, 'next', 'Next')}</nav>`;
}

function tableOfContents(headings) {
  const most = headings.length > MAX_HEADINGS ? 2 : 3;
  const shown = headings.filter(({ depth }) => depth <= most);
  if (shown.length < 2) return '';
  const items = shown.map(
    ({ depth, id, text }) =>
      `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="toc" aria-label="On this page">
<p>On this page</p>
<ul>
${items.join('\n')}
</ul>
</nav>`;
}
