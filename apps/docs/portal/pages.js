import { readFileSync } from 'node:fs';
import path from 'node:path';
import { foldedFields } from './field-list.js';
import { Markdown, slug } from './markdown.js';
import { operationsOf } from './operations.js';
import { operationMarkdown, wholeMarkdown } from './reference.js';
import { dictionaryOf } from './schema.js';
import { GUIDES, SECTIONS } from './sections.js';
import { tryIt } from './try-it.js';

const LANDING = 'README';
const OPENAPI = '../../../docs/openapi.json';

/**
 * Builds every page of the documentation, in the order of the navigation.
 * @param directory directory that contains the guides
 * @returns `{ url, title, summary, section, markdown, html, headings, isWide, path, isAlias }` for each page
 */
export function pagesOf(document, directory) {
  const operations = operationsOf(document);
  const markdown = new Markdown(
    linkOf,
    (text) => operations.find(({ path: at }) => at === text)?.url,
  );
  const guide = (name, section) =>
    guidePage(name, section, directory, markdown, document, operations);
  return [
    guide(LANDING),
    ...SECTIONS.flatMap(({ title, guides }) => guides.map((name) => guide(name, title))),
    overviewPage(operations, markdown),
    ...operations.map((operation) => operationPage(document, operation, markdown)),
  ];
}

export function navigationOf(pages) {
  const sections = new Map();
  for (const { url, title, section, path: at, isAlias } of pages) {
    if (!section || isAlias) continue;
    const links = sections.get(section) ?? [];
    sections.set(section, links);
    links.push({ url, title, path: at });
  }
  return [...sections].map(([title, links]) => ({ title, links }));
}

/** Returns the URL for a link in a guide. All guides are in one directory of the repository. */
function linkOf(href) {
  if (href === OPENAPI) return '/openapi.json';
  const [, name, anchor = ''] = /^(?:\.\.\/guides\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (GUIDES.includes(name)) return `/docs/guides/${name}${anchor}`;
  if (/^(https?:|#|\/)/.test(href)) return href;
  throw new Error(`A page links to ${href}, which is not served.`);
}

/** Replaces links to other pages with links to their Markdown versions. */
export function servedMarkdown(text) {
  return text.replace(/\]\(([^)\s]+)\)/g, (_link, href) => {
    const [page, anchor] = linkOf(href).split('#');
    const isPage = page.startsWith('/docs');
    return `](${page}${isPage ? '.md' : ''}${anchor === undefined ? '' : `#${anchor}`})`;
  });
}

function guidePage(name, section, directory, markdown, document, operations) {
  const source = readFileSync(path.join(directory, `${name}.md`), 'utf8');
  const text = source.replace('<!-- fields -->', () => dictionaryText(document, operations));
  const [title, summary] = text.replace(/^# /, '').split('\n\n');
  const url = name === LANDING ? '/docs' : `/docs/guides/${name}`;
  return {
    url,
    title,
    summary: oneLine(summary),
    section,
    markdown: text,
    ...markdown.render(text),
  };
}

function overviewPage(operations, markdown) {
  const rows = operations.map(({ path: at, summary }) => `| \`GET ${at}\` | ${summary} |`);
  const title = 'API reference';
  const summary = `Every operation is a GET under /v1, with the key in the header x-api-key.`;
  const text = `# ${title}

Every operation is a \`GET\` under \`/v1\`, with the [key](../guides/authentication.md) in the header \`x-api-key\`. A
success has its result in \`data\`. An [error](../guides/errors.md) has a code in \`error.code\`.

Each page has the parameters, the response with every field, code in four languages, and a form to send the request. The
code in TypeScript and Python needs the [clients](../guides/sdks.md#install). The [OpenAPI document](/openapi.json) has the same for programs.

| Operation | Response |
|---|---|
${rows.join('\n')}

## All operations

- **Format.** Names are snake_case. Dates are \`YYYY-MM-DD\`, and booleans are exactly \`true\` and \`false\`.
- **Graders.** \`psa\`, \`beckett\`, \`sgc\` and \`cgc\`, in any letter case. \`bgs\`, \`bvg\` and \`bccg\` mean
  \`beckett\`; \`csg\` means \`cgc\`.
- **Unknown parameters** are ignored and listed in \`X-Ignored-Parameters\`. With \`Prefer: handling=strict\`, they are an
  error.
- **Methods.** \`HEAD\` is \`GET\` without the body. \`OPTIONS\` serves CORS without a key.
- **Headers.** Every response has \`X-Request-Id\`. JSON has an [\`ETag\`](../guides/caching.md), and charged responses
  have [\`X-RateLimit-*\`](../guides/rate-limits.md#headers).
`;
  return {
    url: '/docs/reference',
    title,
    summary,
    section: 'Reference',
    markdown: text,
    ...markdown.render(text),
  };
}

function operationPage(document, operation, markdown) {
  const source = operationMarkdown(document, operation);
  const parts = source.parts.map(({ title, text, isFields }) => {
    const { html, headings } = markdown.render(title);
    const body = markdown.render(text).html;
    return { html: html + (isFields ? foldedFields(body, headings[0].id) : body), headings };
  });
  const html = `<div class="about">
${markdown.render(source.text).html}</div>
<div class="example">
${markdown.render(source.example).html}${tryIt(operation)}
</div>
<div class="about">
${parts.map((part) => part.html).join('')}</div>`;
  return {
    id: operation.id,
    url: operation.url,
    title: operation.summary,
    summary: oneLine(operation.description),
    section: `Reference: ${operation.tag}`,
    path: operation.path,
    isAlias: /\d$/.test(operation.id),
    markdown: wholeMarkdown(source),
    html,
    headings: parts.flatMap(({ headings }) => headings),
    isWide: true,
  };
}

/** Renders a list of the fields in all responses, and of the operations that return each field. */
function dictionaryText(document, operations) {
  const shown = operations.filter(({ id }) => !/\d$/.test(id));
  const withFields = shown.filter(({ schema }) => schema).length;
  return dictionaryOf(document, shown)
    .map(({ name, meanings }) => {
      const lines = meanings.map(({ type, description, operations: users }) => {
        const links = [...users].map(({ summary, url }) => `[${summary}](${url})`);
        const where = links.length === withFields ? 'every response' : links.join(', ');
        return `- *${type}* ${description}  \n  In ${where}.`;
      });
      return `### \`${name}\`\n\n${lines.join('\n')}\n`;
    })
    .join('\n');
}

const oneLine = (text) =>
  text
    .replace(/^\|[-|: ]+\|$/gm, '')
    .replace(/^\| | \|$|^ *- /gm, '')
    .replaceAll(' | ', ': ')
    .replace(/\s+/g, ' ')
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/[`*]/g, '');

/** Lists the entries of the search index: each section of each page. */
export function searchEntries(pages) {
  return pages.flatMap(({ id, url, title, markdown, headings, path: at }, index) => {
    const ids = new Map(headings.map(({ id, text }) => [slug(text), id]));
    return markdown
      .replace(/```[\s\S]*?```/g, '')
      .split(/^(?=##+ )/m)
      .map((section, number) => {
        const [heading, ...lines] = section.split('\n');
        const name = heading.replace(/^#+ /, '').replaceAll('`', '');
        const anchor = number > 0 ? ids.get(slug(name)) : undefined;
        return {
          id: `${index}.${number}`,
          url: anchor ? `${url}#${anchor}` : url,
          page: title,
          title: number > 0 ? name : title,
          text: oneLine(`${at ?? ''} ${lines.join('\n')} ${number > 0 ? '' : (id ?? '')}`).trim(),
        };
      });
  });
}
