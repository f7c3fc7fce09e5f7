/** Reads the schemas of an OpenAPI document. */
export class Schemas {
  constructor(document) {
    this.document = document;
  }

  /** What a reference stands for. A description beside the reference replaces the one of the target. */
  resolve({ $ref, ...beside }) {
    if (!$ref) return beside;
    const target = $ref
      .slice(2)
      .split('/')
      .reduce((value, key) => value[key], this.document);
    return this.resolve({ ...target, ...beside });
  }

  /** The alternatives of a schema, without null: itself if there is only one. */
  alternatives(schema) {
    const resolved = this.resolve(schema);
    const { anyOf, oneOf, ...own } = resolved;
    const all = (anyOf ?? oneOf ?? []).filter(({ type }) => type !== 'null');
    if (all.length === 0) return [resolved];
    return all.map((each) => ({ ...this.resolve(each), ...own }));
  }

  /** Whether a value may be null. */
  isNullable(schema) {
    const { type, anyOf, oneOf } = this.resolve(schema);
    return (
      [type].flat().includes('null') || (anyOf ?? oneOf ?? []).some(({ type }) => type === 'null')
    );
  }

  /** The type in words: `string`, `date`, `array of integers`. */
  typeOf(schema) {
    const names = this.alternatives(schema).map(({ type, format, items, const: only }) => {
      const [name] = [type ?? typeof only].flat().filter((each) => each !== 'null');
      if (name === 'array') return `array of ${this.typeOf(items)}s`;
      if (format === 'date') return 'date';
      if (format === 'uri') return 'URL';
      return name ?? 'any';
    });
    return [...new Set(names)].join(' or ');
  }

  /**
   * The fields of an object, of the objects in an array or map, and of each alternative.
   * @returns lists of fields: one, or one for each alternative; none for a value without fields
   */
  fields(schema) {
    return this.alternatives(schema).flatMap((each) => {
      if (each.allOf) return [each.allOf.flatMap((part) => this.fields(part).flat())];
      if (each.items) return this.fields(each.items);
      if (each.properties) return [this.propertiesOf(each)];
      if (typeof each.additionalProperties === 'object') {
        return [[this.mapOf(each.additionalProperties, each.propertyNames)]];
      }
      return [];
    });
  }

  propertiesOf({ properties, required = [] }) {
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      schema,
      isOptional: !required.includes(name),
    }));
  }

  /** A map as one field whose name stands for its keys. */
  mapOf(values, keys = {}) {
    const isGrader = (this.resolve(keys).enum ?? []).includes('psa');
    const name = isGrader ? '{grader}' : '{key}';
    return { name, schema: values, isOptional: false, isMapKey: true };
  }

  /** The description, with the values of an enumeration. */
  describe(schema) {
    const [first, ...others] = this.alternatives(schema);
    const { description = '' } = this.resolve(schema);
    const { enum: values, default: byDefault } = others.length > 0 ? {} : first;
    const named = (values ?? []).filter((value) => value !== null);
    return [
      description.replace(/\s+/g, ' ').trim(),
      named.length > 0 && `One of ${named.map((value) => `\`${value}\``).join(', ')}.`,
      byDefault !== undefined && `Default: \`${byDefault}\`.`,
    ]
      .filter(Boolean)
      .join(' ');
  }
}

/** A field as an item of a Markdown list, with its own fields below it. */
export function fieldList(schemas, fields, indent = '') {
  return fields
    .map((field) => {
      const { name, schema, isOptional, isMapKey } = field;
      const notes = [
        schemas.typeOf(schema),
        schemas.isNullable(schema) && 'nullable',
        isOptional && 'optional',
      ].filter(Boolean);
      const description = schemas.describe(schema);
      const below = isScalarMap(schemas, field)
        ? ''
        : schemas
            .fields(schema)
            .map((list) => fieldList(schemas, list, `${indent}  `))
            .join('');
      const title = isMapKey ? `*\`${name}\`*` : `**\`${name}\`**`;
      return `${indent}- ${title} ${notes.join(', ')}${description ? `  \n${indent}  ${description}` : ''}\n${below}`;
    })
    .join('');
}

/** Whether a field is a map of plain values, whose key needs no line of its own. */
function isScalarMap(schemas, { schema }) {
  const [list, ...others] = schemas.fields(schema);
  return (
    others.length === 0 &&
    list?.length === 1 &&
    list[0].isMapKey &&
    schemas.fields(list[0].schema).length === 0
  );
}

/** Every field of every response, by name. @returns entries with the meanings of a name, and the operations that have them */
export function dictionaryOf(document, operations) {
  const schemas = new Schemas(document);
  const entries = new Map();
  const add = (operation, schema, seen) => {
    for (const list of schemas.fields(schema)) {
      for (const field of list) {
        if (!field.isMapKey) note(operation, field);
        if (seen.includes(field.schema.$ref ?? '-')) continue;
        add(operation, field.schema, [...seen, field.schema.$ref]);
      }
    }
  };
  const note = (operation, { name, schema }) => {
    const isNullable = schemas.isNullable(schema);
    const type = `${schemas.typeOf(schema)}${isNullable ? ', nullable' : ''}`;
    const description = schemas.describe(schema);
    const meanings = entries.get(name) ?? new Map();
    entries.set(name, meanings);
    const key = `${type}\n${description}`;
    const meaning = meanings.get(key) ?? { type, description, operations: new Set() };
    meaning.operations.add(operation);
    meanings.set(key, meaning);
  };
  for (const operation of operations) {
    if (operation.schema) add(operation, operation.schema, []);
  }
  return [...entries]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, meanings]) => ({ name, meanings: [...meanings.values()] }));
}
