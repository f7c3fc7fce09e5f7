import type { GradedCardDataClient } from '@gcd/client';
import { z } from 'zod';

export interface LongList {
  /** Returns the lists to shorten. All of them are shortened by the same percentage. */
  of(data: Record<string, unknown>): unknown[][];
  /** Whether to keep the first or the last items of a list. */
  readonly keep: 'first' | 'last';
  /** Text that tells the assistant how to get the items that were removed. */
  readonly hint: string;
}

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  /** Name of the client's method in snake case. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** Schema of the value that `run` returns. Results may also contain a `hint`. */
  readonly output: z.ZodObject;
  /** The lists to shorten if the result is too long. */
  readonly longList?: LongList;
  run(client: GradedCardDataClient, input: z.infer<Input>): Promise<object>;
  /** Returns a hint about an empty result or about further pages; undefined if neither applies. */
  hintOf?(data: Record<string, unknown>, input: z.infer<Input>): string | undefined;
}

/** Declares a tool. The function exists only so that TypeScript infers the type of the tool's input. */
export function defineTool<Input extends z.ZodObject>(tool: Tool<Input>): Tool {
  return tool as unknown as Tool;
}

/** Formats a tool for `tools/list`. */
export function definitionOf({ name, title, description, input, output }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: jsonSchemaOf(input),
    outputSchema: {
      ...outlineOf(jsonSchemaOf(output.extend({ hint: z.string().optional() })), OUTPUT_LEVELS),
      type: 'object' as const,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}

/** Number of nested objects whose fields an output schema lists. */
const OUTPUT_LEVELS = 2;

/**
 * Reduces a JSON schema to the names and types of the outermost fields. Complete schemas of all outputs would fill the
 * context of a language model with 120,000 characters.
 */
function outlineOf(schema: JsonSchema, levels: number): JsonSchema {
  const { type, anyOf, properties, items } = schema;
  if (anyOf) {
    const [first = {}, ...others] = anyOf.map((each) => outlineOf(each, levels));
    const types = [first, ...others].flatMap((each) => each.type ?? []);
    return { ...first, type: [...new Set(types)] };
  }
  return {
    ...(type && { type }),
    ...(items && { items: outlineOf(items, levels) }),
    ...(properties &&
      levels > 0 && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, each]) => [name, outlineOf(each, levels - 1)]),
        ),
      }),
  };
}

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

/**
 * Converts a schema to a short JSON schema for assistants. The JSON schema allows fields that later versions of the API
 * add.
 */
function jsonSchemaOf(schema: z.ZodObject) {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // Remove the patterns of values that have a format, such as dates, and the default ranges of integers. Language
      // models do not need them.
      if (jsonSchema.format) delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return json as { type: 'object' };
}
