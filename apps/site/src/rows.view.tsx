import type { VNode } from 'preact';
import { jsxEscape } from 'preact/jsx-runtime';

/**
 * Renders the body of a table, with row headings in the first column. A history has hundreds of cells, so the rows are
 * rendered as a string, which is several times faster than creating elements. All values of a row are escaped at once.
 */
export function Rows({ rows }: { rows: readonly (readonly [string, ...string[]])[] }): VNode {
  const html = rows.map(([heading, ...values]) => {
    const cells = String(jsxEscape(values.join('\t'))).replaceAll('\t', '</td><td>');
    return `<tr><th scope="row">${jsxEscape(heading)}</th><td>${cells}</td></tr>`;
  });
  return <tbody dangerouslySetInnerHTML={{ __html: html.join('') }} />;
}
