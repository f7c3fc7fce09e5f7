import { z } from 'zod';
import { GRADERS } from '../graders.js';
import { BY_PATH, NAMED_SCHEMAS } from './operations.js';

/** A JSON object of the document. */
export type Json = Readonly<Record<string, unknown>>;

/** Creates a reference to one of the document's components. */
export function reference(
  kind: 'schemas' | 'responses' | 'headers' | 'parameters',
  name: string,
): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

export interface DocumentSchemas {
  /** `components.schemas`. */
  readonly components: Readonly<Record<string, Json>>;
  /** Schemas of `data`, by operation name. */
  readonly data: Readonly<Record<string, Json>>;
}

/** Converts the schemas of the contracts to JSON Schema, with references to the named schemas. */
export function documentSchemas(): DocumentSchemas {
  const registry = z.registry<{ id: string }>();
  for (const [schema, name] of NAMED_SCHEMAS) registry.add(schema, { id: name });
  for (const { name, operation } of BY_PATH) {
    if (!registry.has(operation.data)) registry.add(operation.data, { id: dataId(name) });
  }
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => {
      simplify(jsonSchema);
    },
  });
  const made = new Map(Object.entries(schemas).map(([id, schema]) => [id, withoutIds(schema)]));
  const data = BY_PATH.map(({ name, operation }): [string, Json] => {
    const component = NAMED_SCHEMAS.get(operation.data);
    return [name, component ? reference('schemas', component) : (made.get(dataId(name)) ?? {})];
  });
  const parameters = BY_PATH.flatMap(({ operation }) =>
    Object.values({ ...operation.pathParameters, ...operation.queryParameters }).map(inputSchema),
  );
  return { components: used([data, parameters], made), data: Object.fromEntries(data) };
}

/** The metadata of a parameter that is not part of its schema. */
const METADATA = new Set(['description', 'examples', 'alias', 'isIgnored', 'toError']);

/** Returns the JSON Schema of the values that clients may send for a parameter, without the parameter's metadata. */
export function inputSchema(parameter: z.ZodType): Json {
  let value = parameter;
  while (
    value instanceof z.ZodDefault ||
    value instanceof z.ZodPrefault ||
    value instanceof z.ZodNullable
  )
    value = value.unwrap() as z.ZodType;
  const schema = z.toJSONSchema(value, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      simplify(jsonSchema);
      // `meta` returns a copy of a schema, so also look up the schema that was copied.
      const [component] = [zodSchema, zodSchema._zod.parent].flatMap(
        (schema) => NAMED_SCHEMAS.get(schema as unknown as z.ZodType) ?? [],
      );
      if (!component) return;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      Object.assign(jsonSchema, reference('schemas', component));
    },
  });
  return Object.fromEntries(
    Object.entries(withoutIds(schema)).filter(([key]) => !METADATA.has(key)),
  );
}

/**
 * Returns the named schemas that responses and parameters refer to, directly or indirectly, in the order of
 * their names.
 */
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
  // Objects must allow additional fields, because new fields may be added within a version.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // Omit this maximum, because it is only the largest safe integer of JavaScript.
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  // Omit the pattern, because the format already implies it.
  if (schema.format !== undefined) delete schema.pattern;
  nameKeys(schema);
  foldNull(schema);
}

/**
 * Declares a property for each grader in the schema of a record whose keys are graders. In other records, any string
 * may be a key.
 */
function nameKeys(schema: Record<string, unknown>): void {
  const { propertyNames, additionalProperties } = schema;
  if (!propertyNames) return;
  if ('$ref' in (propertyNames as object)) {
    schema.properties = Object.fromEntries(GRADERS.map((grader) => [grader, additionalProperties]));
    delete schema.additionalProperties;
  }
  delete schema.propertyNames;
}

/**
 * Converts a nullable type to one schema with two types, which people and code generators can read more easily.
 * Converts other unions to `oneOf`.
 */
function foldNull(schema: Record<string, unknown>): void {
  const [value, nothing, ...others] = (schema.anyOf ?? []) as Record<string, unknown>[];
  if (!value) return;
  if (nothing?.type !== 'null') {
    // A response matches exactly one of the forms, because they have different required properties.
    schema.oneOf = schema.anyOf;
    delete schema.anyOf;
    return;
  }
  if (others.length > 0 || typeof value.type !== 'string') return;
  const { enum: values, ...rest } = value;
  delete schema.anyOf;
  Object.assign(schema, rest, { type: [value.type, 'null'] });
  if (Array.isArray(values)) schema.enum = [...values, null];
}
