export class Schemas {
  constructor(document) {
    this.document = document;
  }

  /** Resolves a reference. A description of the reference replaces the description of its target. */
  resolve({ $ref, ...beside }) {
    if (!$ref) return beside;
    const target = $ref
      .slice(2)
      .split('/')
      .reduce((value, key) => value[key], this.document);
    return this.resolve({ ...target, ...beside });
  }

  /** Lists the alternatives of a schema except null, or the schema itself if it has no alternatives. */
  alternatives(schema) {
    const resolved = this.resolve(schema);
    const { anyOf, oneOf, ...own } = resolved;
    const all = (anyOf ?? oneOf ?? []).filter(({ type }) => type !== 'null');
    if (all.length === 0) return [resolved];
    return all.map((each) => ({ ...this.resolve(each), ...own }));
  }

  isNullable(schema) {
    const { type, anyOf, oneOf } = this.resolve(schema);
    return (
      [type].flat().includes('null') || (anyOf ?? oneOf ?? []).some(({ type }) => type === 'null')
    );
  }

  /** Describes the type of a schema in words: `string`, `date`, `array of integers`. */
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
   * Lists the fields of an object, of the objects in an array or map, and of each alternative.
   * @returns one list of fields for each alternative that has fields
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

  /** Represents a map as a single field, whose name is a placeholder that stands for any key. */
  mapOf(values, keys = {}) {
    const isGrader = (this.resolve(keys).enum ?? []).includes('psa');
    const name = isGrader ? '{grader}' : '{key}';
    return { name, schema: values, isOptional: false, isMapKey: true };
  }

  /** Returns the description of a schema, with the values of an enumeration. */
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

/** Renders a field as a Markdown list item, with its own fields as a nested list. */
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

/** Whether a field is a map of plain values. The keys of such a map need no separate line. */
function isScalarMap(schemas, { schema }) {
  const [list, ...others] = schemas.fields(schema);
  return (
    others.length === 0 &&
    list?.length === 1 &&
    list[0].isMapKey &&
    schemas.fields(list[0].schema).length === 0
  );
}

/**
 * Collects the fields of all responses by name.
 * @returns for each name, its meanings and the operations that return it
 */
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
