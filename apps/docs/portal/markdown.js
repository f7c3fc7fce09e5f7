import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import http from 'highlight.js/lib/languages/http';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import { Marked } from 'marked';

/** Languages of code blocks, keyed by the name after the code fence. */
const LANGUAGES = {
  sh: { title: 'curl', grammar: bash },
  ts: { title: 'TypeScript', grammar: typescript },
  python: { title: 'Python', grammar: python },
  go: { title: 'Go', grammar: go },
  json: { title: 'JSON', grammar: json },
  http: { title: 'HTTP', grammar: http },
};
/** Languages whose consecutive code blocks are merged into one block with tabs. */
const IN_TABS = ['sh', 'ts', 'python', 'go'];

for (const [name, { grammar }] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, grammar);

export const escapeHtml = (text) =>
  text.replace(
    /[&<>"]/g,
    (each) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[each],
  );

/** Derives the id of a heading from its text. */
export const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^\w]+/g, '-')
    .replace(/^-|-$/g, '');

/** Renders the Markdown of a page as HTML. */
export class Markdown {
  /**
   * Creates a renderer.
   * @param linkOf returns the URL for a link target in Markdown
   * @param operationUrl returns the URL of the reference page for an operation's path; undefined for other paths
   */
  constructor(linkOf, operationUrl) {
    this.linkOf = linkOf;
    this.operationUrl = operationUrl;
  }

  /**
   * Renders Markdown.
   * @returns the HTML, and the headings below the title
   */
  render(text) {
    const headings = [];
    const marked = new Marked({ renderer: this.rendererOf(headings) });
    return { html: this.joinTabs(marked.parse(text)), headings };
  }

  rendererOf(headings) {
    const { linkOf, operationUrl } = this;
    return {
      heading({ tokens, depth, text }) {
        const content = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${content}</h1>\n`;
        const id = slug(text);
        headings.push({ depth, id, html: content, text: text.replaceAll('`', '') });
        return `<h${depth} id="${id}">${content} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`;
      },
      code({ text, lang = '' }) {
        const { title = 'Shell' } = LANGUAGES[lang] ?? {};
        const caption = lang === 'sh' && !/^curl |\$\(curl /m.test(text) ? 'Shell' : title;
        const code = LANGUAGES[lang]
          ? hljs.highlight(text, { language: lang }).value
          : escapeHtml(text);
        return `<div class="code" data-language="${lang}"><div class="caption">${caption}</div><pre tabindex="0"><code>${code}</code></pre></div>\n`;
      },
      codespan({ text }) {
        const code = `<code>${escapeHtml(text)}</code>`;
        const url = operationUrl(text.replace(/^GET /, ''));
        return url ? `<a href="${url}">${code}</a>` : code;
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(linkOf(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      table(token) {
        const cells = (row, tag) =>
          row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('');
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>\n`).join('');
        return `<div class="table" tabindex="0"><table>\n<thead><tr>${cells(token.header, 'th')}</tr></thead>\n<tbody>\n${rows}</tbody>\n</table></div>\n`;
      },
    };
  }

  /** Joins consecutive code blocks in different languages into one element with tabs. */
  joinTabs(html) {
    const block = `<div class="code" data-language="(?:${IN_TABS.join('|')})">(?:(?!</pre>)[\\s\\S])*</pre></div>\\n`;
    return html.replace(new RegExp(`(?:${block}){2,}`, 'g'), (blocks) => {
      const languages = [...blocks.matchAll(/data-language="(\w+)"/g)].map(([, name]) => name);
      return new Set(languages).size === languages.length
        ? `<div class="tabs">\n${blocks}</div>\n`
        : blocks;
    });
  }
}
