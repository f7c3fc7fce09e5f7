import { markdownUrl } from './layout.js';
import { navigationOf, servedMarkdown } from './pages.js';

/** Renders the index of all pages for language models (https://llmstxt.org). */
export function llmsTxt(pages) {
  const summaryOf = (url) => pages.find((page) => page.url === url).summary;
  const sections = navigationOf(pages).map(({ title, links }) => {
    const lines = links.map(
      ({ url, title: name, path }) =>
        `- [${name}](${markdownUrl(url)}): ${path ? `\`GET ${path}\`: ` : ''}${summaryOf(url)}`,
    );
    return `## ${title}\n\n${lines.join('\n')}`;
  });
  return `# Graded Card Data

> A read-only JSON API over graded trading cards: certs, populations and their history, search, sets, a change feed, catalogs. Every request is a GET with the header x-api-key.

- [OpenAPI document](/openapi.json): every operation, parameter, field and error
- [All pages in one text](/llms-full.txt)

${sections.join('\n\n')}
`;
}

/** Renders all pages as a single document for language models. */
export function llmsFullTxt(pages) {
  return pages.map(({ markdown }) => servedMarkdown(markdown)).join('\n');
}
