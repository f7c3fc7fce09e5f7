/** Matches the parts of a list of fields that are changed: the name of a field, and the ends of lists. */
const PARTS = /<li>(<p>)?(<(strong|em)><code>([^<]+)<\/code><\/\3>)|<ul>|<\/ul>/g;

/**
 * Gives each field of a rendered list an id and a link to it, and folds the fields of fields.
 * @param prefix beginning of the ids
 */
export function foldedFields(html, prefix) {
  const names = [];
  const used = new Map();
  let depth = 0;
  // The first two lists are `data` with its fields.
  const isFolded = () => depth > 2;
  const changed = html.replace(PARTS, (part, paragraph = '', title, _tag, name) => {
    if (part === '<ul>') {
      depth += 1;
      return isFolded()
        ? `<details><summary>Fields of <code>${names.at(-1)}</code></summary><ul>`
        : part;
    }
    if (part === '</ul>') {
      const end = isFolded() ? '</ul></details>' : part;
      depth -= 1;
      return end;
    }
    names.splice(depth - 1, names.length, name);
    const id = `${prefix}-${names.join('.').replace(/[{}]/g, '')}`;
    const count = (used.get(id) ?? 0) + 1;
    used.set(id, count);
    const unique = count > 1 ? `${id}-${count}` : id;
    return `<li id="${unique}">${paragraph}${title} <a class="anchor" href="#${unique}" aria-label="Link to ${name}">#</a>`;
  });
  return `<div class="fields">\n${changed}</div>\n`;
}
