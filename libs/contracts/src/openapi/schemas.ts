import { z } from 'zod';
import { NAMED_SCHEMAS, OPERATIONS } from './operations.js';

/** A JSON object of the document. */
export type Json = Readonly<Record<string, unknown>>;

/** A reference to the document's components. */
export function reference(kind: 'schemas' | 'responses' | 'headers', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

/** The schemas of the document. */
export interface DocumentSchemas {
  /** `components.schemas`. */
  readonly components: Readonly<Record<string, Json>>;
  /** Schemas of `data`, by operation name. */
  readonly data: Readonly<Record<string, Json>>;
}

/** Converts the schemas of the contracts to JSON Schema, with references to named ones. */
export function documentSchemas(): DocumentSchemas {
  const registry = z.registry<{ id: string }>();
  for (const [schema, name] of NAMED_SCHEMAS) registry.add(schema, { id: name });
  for (const { name, operation } of OPERATIONS) {
    if (!registry.has(operation.data)) registry.add(operation.data, { id: dataId(name) });
  }
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => {
      simplify(jsonSchema);
    },
  });
  const made = new Map(Object.entries(schemas).map(([id, schema]) => [id, withoutIds(schema)]));
  const data = OPERATIONS.map(({ name, operation }): [string, Json] => {
    const component = NAMED_SCHEMAS.get(operation.data);
    return [name, component ? reference('schemas', component) : (made.get(dataId(name)) ?? {})];
  });
  return { components: used(data, made), data: Object.fromEntries(data) };
}

/** Named schemas that responses refer to, directly or indirectly, ordered by name. */
function used(roots: unknown, made: ReadonlyMap<string, Json>): Record<string, Json> {
  const found = new Set<string>();
  const follow = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(
      /"#\/components\/schemas\/(\w+)"/g,
    )) {
      if (found.has(name)) continue;
      found.add(name);
      follow(made.get(name) ?? {});
    }
  };
  follow(roots);
  return Object.fromEntries([...found].sort().map((name) => [name, made.get(name) ?? {}]));
}

function dataId(operation: string): string {
  return `data of ${operation}`;
}

function withoutIds(schema: object): Json {
  const { $id: _id, $schema: _schema, ...rest } = schema as Record<string, unknown>;
  return rest;
}

function simplify(schema: Record<string, unknown>): void {
  // Fields may be added within a version, so objects must not be closed.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // JavaScript's largest integer is not a rule of the API.
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  // The format says the same.
  if (schema.format !== undefined) delete schema.pattern;
  nameKeys(schema);
  foldNull(schema);
}

/** Lists the members of a record whose keys are all known and required. Other records allow any key. */
function nameKeys(schema: Record<string, unknown>): void {
  const { propertyNames, additionalProperties, required } = schema;
  if (!propertyNames) return;
  if (Array.isArray(required)) {
    schema.properties = Object.fromEntries(required.map((key) => [key, additionalProperties]));
    delete schema.additionalProperties;
  } else if ('$ref' in (propertyNames as object)) {
    return;
  }
  delete schema.propertyNames;
}

/** Writes "this or null" as one schema with two types, which is easier to read for people and generators. */
function foldNull(schema: Record<string, unknown>): void {
  const [value, nothing, ...others] = (schema.anyOf ?? []) as Record<string, unknown>[];
  if (nothing?.type !== 'null' || others.length > 0 || typeof value?.type !== 'string') return;
  const { enum: values, ...rest } = value;
  delete schema.anyOf;
  Object.assign(schema, rest, { type: [value.type, 'null'] });
  if (Array.isArray(values)) schema.enum = [...values, null];
}
