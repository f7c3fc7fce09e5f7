import { samplesOf } from './samples.js';
import { fieldList, Schemas } from './schema.js';

/**
 * Renders the reference page of an operation as Markdown.
 * @returns `text` about the operation, and `example`, which is shown beside the text on wide screens
 */
export function operationMarkdown(document, operation) {
  const schemas = new Schemas(document);
  const { path, aliases, summary, description } = operation;
  return {
    text: [
      `# ${summary}`,
      // Use a code block. In inline code, the path would become a link to this page.
      `\`\`\`http\nGET ${path}\n\`\`\``,
      description,
      aliases.length > 0 && `Also at ${aliases.map((alias) => `\`${alias}\``).join(', ')}.`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    parts: [
      { title: '## Parameters', text: parameterText(schemas, operation), isFields: true },
      { title: '## Response', text: responseText(schemas, operation), isFields: true },
      { title: '## Errors', text: errorText(operation) },
    ].filter(({ text }) => text),
    example: `## Example request\n\n${samplesOf(operation)}\n${exampleResponse(operation)}`,
  };
}

/** Joins the parts of a page into one Markdown document. */
export function wholeMarkdown({ text, parts, example }) {
  return `${[text, example, ...parts.map((part) => `${part.title}\n\n${part.text}`)].join('\n\n')}\n`;
}

function parameterText(schemas, { parameters }) {
  const places = { path: 'path', query: 'query', header: 'header' };
  return parameters
    .map(({ name, in: place, required, description = '', schema, example }) => {
      const notes = [
        schemas.typeOf(schema),
        places[place],
        required ? 'required' : 'optional',
      ].join(', ');
      const sample = example ?? schema.examples?.[0];
      const text = [
        schemas.describe({ ...schema, description }),
        acceptedValues(schemas, schema),
        sample !== undefined && place !== 'header' && `Example: \`${sample}\`.`,
      ].filter(Boolean);
      return `- **\`${name}\`** ${notes}  \n  ${text.join(' ')}\n`;
    })
    .join('');
}

/** Describes which items a list accepts, or the range of a number. */
function acceptedValues(schemas, { type, items, minimum, maximum }) {
  if (type === 'integer' && maximum !== undefined) return `From ${minimum} to ${maximum}.`;
  if (type !== 'array') return false;
  const { enum: values } = schemas.resolve(items);
  const named = (values ?? []).map((value) => `\`${value}\``).join(', ');
  return named ? `Any of ${named}, separated by commas.` : 'Separated by commas.';
}

function responseText(schemas, { schema }) {
  if (!schema) return 'A file in CSV, without an envelope. See [Catalogs](../guides/catalogs.md).';
  const { data, meta } = schemas.resolve(schema).properties;
  const forms = schemas.fields(data);
  const field = (name, value) => ({ name, schema: value, isOptional: false });
  if (forms.length < 2) return fieldList(schemas, [field('data', data), field('meta', meta)]);
  const lists = forms.map((list) => fieldList(schemas, list, '  ')).join('  - or:\n');
  return `- **\`data\`** object, in one of these forms\n${lists}${fieldList(schemas, [field('meta', meta)])}`;
}

function errorText({ responses }) {
  const rows = responses
    .filter(([status]) => !/^(2|304)/.test(status) || status === '202')
    .map(([status, { description }]) => {
      const lines = description.split('\n\n').filter(Boolean);
      return lines.map((line) => `| ${status} | ${line.replace(/\s+/g, ' ')} |`).join('\n');
    });
  const table = `| Status | Code and meaning |\n|---|---|\n${rows.join('\n')}`;
  return `${table}\n\n[Errors](../guides/errors.md) says which of them to retry.`;
}

function exampleResponse({ content: { example } }) {
  if (typeof example === 'string') return `## Example response\n\n\`\`\`csv\n${example}\n\`\`\`\n`;
  return example ? `## Example response\n\n\`\`\`json\n${compact(example)}\n\`\`\`\n` : '';
}

/** Formats JSON with short arrays and objects on one line. */
function compact(value, indent = '') {
  const short = onOneLine(value);
  if (typeof value !== 'object' || short.length + indent.length <= 72) return short;
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((each) => inner + compact(each, inner))
    : Object.entries(value).map(([key, each]) => `${inner}"${key}": ${compact(each, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${items.join(',\n')}\n${indent}${close}`;
}

function onOneLine(value) {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, each]) => `"${key}": ${onOneLine(each)}`);
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}
