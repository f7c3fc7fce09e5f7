// Writes the types of the Python client, src/gcd_client/types.py, from docs/openapi.json. `npm run build`
// runs this program.
//
// Usage: node generate_types.mjs OPENAPI_FILE OUTPUT_FILE
import { readFileSync, writeFileSync } from 'node:fs';

const SCALARS = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' };
const WIDTH = 100;

const [documentFile, outputFile] = process.argv.slice(2);
const document = JSON.parse(readFileSync(documentFile, 'utf8'));
const { schemas } = document.components;
/** Python definitions by name. Each definition follows the definitions to which it refers. */
const definitions = new Map();
const names = new Set();

// Schemas that no response of an operation refers to.
for (const name of ['Pagination', 'GraderName', 'ErrorCode', 'ErrorReason', 'BadRequestType'])
  define(name, schemas[name]);
for (const { get } of Object.values(document.paths)) {
  const include = get.parameters.find(({ name }) => name === 'include');
  if (include && get.operationId !== 'listChanges')
    define(`${pascal(get.operationId)}Include`, include.schema.items);
  const { schema } = get.responses['200']?.content?.['application/json'] ?? {};
  const data = schema?.properties.data;
  if (!data) continue;
  const single = data.type === 'array' ? data.items : data;
  // Define the members of a union but not the union itself, because each method returns one of the members.
  for (const each of schemas[single.$ref?.split('/').at(-1)]?.oneOf ?? [single]) {
    if (!each.$ref) throw new Error(`${get.operationId}: its data has no name`);
    typeOf(each);
  }
}

writeFileSync(
  outputFile,
  `"""Responses of the API as typed dictionaries, generated from docs/openapi.json: do not edit.

Responses may have more fields than these: later versions of the API add some.
"""

import sys
from typing import Literal, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired, TypeAlias, TypedDict
else:
    from typing_extensions import NotRequired, TypeAlias, TypedDict


${[...definitions.values()].join('\n\n')}`,
);

/** Defines a type under a name. @returns the name */
function define(name, schema) {
  if (definitions.has(name)) return name;
  if (names.has(name)) throw new Error(`two schemas would be named ${name}`);
  names.add(name);
  if (!schema.properties || isByGrader(schema)) {
    definitions.set(name, `${name}: TypeAlias = ${typeOf(schema, name, true)}\n`);
    return name;
  }
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties).map(([field, value]) => {
    const type = typeOf(value, name + pascal(field));
    const text = required.has(field) ? type : `NotRequired[${type}]`;
    return `    ${field}: ${text}\n${docstring(value.description)}`;
  });
  definitions.set(
    name,
    `class ${name}(TypedDict):\n${docstring(schema.description)}${schema.description ? '\n' : ''}${fields.join('')}`,
  );
  return name;
}

/** Returns the Python type of a schema. @param name name of the type if one must be defined for the schema */
function typeOf(schema, name, isDefinition = false) {
  if (schema.$ref) {
    const target = schema.$ref.split('/').at(-1);
    return define(target, schemas[target]);
  }
  if (schema.anyOf)
    return unionOf(
      schema.anyOf.map((each, index) => typeOf(each, index ? `${name}${index + 1}` : name)),
    );
  if ('const' in schema) return `Literal[${literal(schema.const)}]`;
  if (schema.enum) {
    const values = schema.enum.filter((value) => value !== null).map(literal);
    return unionOf([
      `Literal[${values.join(', ')}]`,
      ...(schema.enum.includes(null) ? ['None'] : []),
    ]);
  }
  const types = [schema.type].flat();
  if (types.length > 1) {
    return unionOf(types.map((type) => typeOf({ ...schema, type }, name)));
  }
  if (types[0] === 'array') return `list[${typeOf(schema.items, singular(name))}]`;
  if (types[0] !== 'object') return SCALARS[types[0]] ?? 'object';
  if (isByGrader(schema)) {
    const value = typeOf(Object.values(schema.properties)[0], name);
    return `dict[${typeOf({ $ref: '#/components/schemas/Grader' })}, ${value}]`;
  }
  if (schema.properties && !isDefinition) return define(name, schema);
  const key = schema.propertyNames ? typeOf(schema.propertyNames) : 'str';
  return `dict[${key}, ${typeOf(schema.additionalProperties ?? {}, `${name}Value`)}]`;
}

/** Whether an object has one value per grader. Such an object becomes a dictionary in Python. */
function isByGrader({ properties, required = [] }) {
  const graders = Object.keys(properties ?? {});
  return String(graders) === String(schemas.Grader.enum) && required.length === 0;
}

// Python evaluates the types of fields at run time, and before 3.10 has no operator for unions.
function unionOf(types) {
  const [first, ...others] = new Set(types);
  return others.length > 0 ? `Union[${[first, ...others].join(', ')}]` : first;
}

function literal(value) {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function pascal(field) {
  return field.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());
}

function singular(name) {
  return name.endsWith('s') ? name.slice(0, -1) : `${name}Item`;
}

/** Returns a Python docstring that contains `text`, or an empty string if there is no text. */
function docstring(text) {
  if (!text) return '';
  const lines = [''];
  for (const word of `"""${text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '\\"')}"""`.split(
    /\s+/,
  )) {
    const line = lines.at(-1);
    if (line && 4 + line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines.map((line) => `    ${line}\n`).join('');
}
