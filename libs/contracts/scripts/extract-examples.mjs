// Writes the recorded examples in docs/openapi.json by path, status and error code, so that the next document has them.
// Examples that `openApiDocument` composes have no summary, and are left out.
import { readFileSync, writeFileSync } from 'node:fs';

const fileOf = (path) => new URL(path, import.meta.url);
const { paths, components } = JSON.parse(
  readFileSync(fileOf('../../../docs/openapi.json'), 'utf8'),
);
const recorded = { 'every operation': {} };

function recordedIn({ content = {} }) {
  const [{ example, examples = {} } = {}] = Object.values(content);
  if (example !== undefined) return example;
  const errors = Object.entries(examples).filter(([, { summary }]) => summary);
  return errors.length > 0 ? Object.fromEntries(errors) : undefined;
}

for (const [path, { get }] of Object.entries(paths)) {
  recorded[path] = {};
  for (const [status, response] of Object.entries(get.responses)) {
    const name = response.$ref?.split('/').pop();
    const owner = name ? 'every operation' : path;
    recorded[owner][status] = recordedIn(name ? components.responses[name] : response);
  }
}
writeFileSync(fileOf('../src/openapi/recorded-examples.json'), JSON.stringify(recorded, null, 2));
