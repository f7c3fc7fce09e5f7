import type { Operation } from '../operation.js';
import type { Parameter } from '../parameters.js';
import type { Json } from './schemas.js';

/** Creates the `parameters` of an operation: its path variables and query parameters. */
export function parametersOf(operation: Operation): Json[] {
  const path = Object.entries(operation.pathParameters).map(([name, parameter]) =>
    parameterOf('path', name, parameter, true),
  );
  const query = Object.entries(operation.queryParameters)
    .filter(([, parameter]) => !isRefused(parameter))
    .map(([name, parameter]) =>
      parameterOf('query', name, parameter, isMandatory(name, parameter)),
    );
  return [...path, ...query];
}

function parameterOf(
  place: string,
  name: string,
  { description, alias, schema }: Parameter<unknown>,
  mandatory: boolean,
): Json {
  const { description: explanation = '', examples = [], ...rest } = schema;
  const [example] = examples as readonly unknown[];
  const also = alias
    ? `${mandatory ? 'Required, either here or as' : 'Also accepted as'} \`${alias}\`.`
    : '';
  // The reference page fills in examples. Only required parameters should be filled in.
  const isFilledIn = mandatory && example !== undefined;
  return {
    name,
    in: place,
    required: mandatory && !alias,
    description: [description, explanation, also].filter(Boolean).join(' '),
    // A list is sent as one parameter with commas, not as one parameter per value.
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    schema: isFilledIn ? rest : { ...rest, ...(example !== undefined && { examples }) },
    ...(isFilledIn && { example }),
  };
}

/** Whether a parameter is always rejected. Such parameters are not documented. */
function isRefused(parameter: Parameter<unknown>): boolean {
  return 'not' in parameter.schema;
}

function isMandatory(name: string, parameter: Parameter<unknown>): boolean {
  try {
    parameter.read(undefined, name);
    return false;
  } catch {
    return true;
  }
}
