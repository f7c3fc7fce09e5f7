import { z } from 'zod';
import * as contracts from '../index.js';
import type { Operation } from '../operation.js';
import { OPERATIONS } from '../operations.js';

/** An operation, with the name of the constant that declares it. */
export interface NamedOperation {
  /** Name of the operation. It must not change, because client code is generated from it. */
  readonly name: string;
  readonly operation: Operation;
}

/** Every operation, ordered by path. */
export const BY_PATH: readonly NamedOperation[] = Object.entries<Operation>(OPERATIONS)
  .map(([name, operation]) => ({ name, operation }))
  .sort((one, other) => (one.operation.path < other.operation.path ? -1 : 1));

/** The component name of each schema: `populationSchema` becomes `Population`. */
export const NAMED_SCHEMAS: ReadonlyMap<z.ZodType, string> = new Map(
  Object.entries(contracts).flatMap(([name, value]): [z.ZodType, string][] =>
    value instanceof z.ZodType && name.endsWith('Schema') ? [[value, componentName(name)]] : [],
  ),
);

function componentName(constant: string): string {
  return constant.charAt(0).toUpperCase() + constant.slice(1, -'Schema'.length);
}
