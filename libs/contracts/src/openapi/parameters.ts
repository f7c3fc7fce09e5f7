import type { z } from 'zod';
import type { Operation } from '../operation.js';
import { notAccepted } from '../parameters.js';
import { inputSchema, type Json } from './schemas.js';

/** Creates the `parameters` of an operation: its path variables and query parameters. */
export function parametersOf(operation: Operation): Json[] {
  const path = Object.entries(operation.pathParameters).map(([name, parameter]) =>
    parameterOf('path', name, parameter),
  );
  // Omit parameters that are always rejected.
  const query = Object.entries(operation.queryParameters)
    .filter(([, parameter]) => parameter !== notAccepted)
    .map(([name, parameter]) => parameterOf('query', name, parameter));
  return [...path, ...query];
}

function parameterOf(place: 'path' | 'query', name: string, parameter: z.ZodType): Json {
  const { description, alias, examples } = parameter.meta() ?? {};
  const [example] = (examples ?? []) as unknown[];
  const { type, items, ...rest } = inputSchema(parameter);
  const absent = parameter.safeParse(undefined);
  const mandatory = place === 'path' || !absent.success;
  // Omit defaults that a client cannot send, such as null.
  const hasDefault = typeof absent.data === (type === 'integer' ? 'number' : type);
  // Give examples only to required parameters, because the reference page fills in every example.
  const isFilledIn = mandatory && example !== undefined;
  return {
    name,
    in: place,
    required: mandatory,
    description: alias ? `${description} Also accepted as \`${alias}\`.` : description,
    // A list is sent as a single comma-separated parameter, not as one parameter per value.
    ...(type === 'array' && { style: 'form', explode: false }),
    schema: {
      ...(type !== undefined && { type }),
      ...(items !== undefined && { items }),
      ...rest,
      ...(hasDefault && { default: absent.data }),
      ...(!isFilledIn && example !== undefined && { examples: [example] }),
    },
    ...(isFilledIn && { example }),
  };
}
