import { z } from 'zod';
import * as contracts from '../index.js';
import type { Operation } from '../operation.js';

/** An operation under the name of the constant that declares it. */
export interface NamedOperation {
  /** Stable: clients are generated from it. */
  readonly name: string;
  readonly operation: Operation;
}

/** Whether a value is an operation and not, say, one of its parameters. */
function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'subject' in value && 'path' in value;
}

/** Every operation, in the order of their paths. */
export const OPERATIONS: readonly NamedOperation[] = Object.entries(contracts)
  .flatMap(([name, value]) => (isOperation(value) ? [{ name, operation: value }] : []))
  .sort((one, other) => (one.operation.path < other.operation.path ? -1 : 1));

/** The schemas that have a name of their own: `populationSchema` is `Population`. */
export const NAMED_SCHEMAS: ReadonlyMap<z.ZodType, string> = new Map(
  Object.entries(contracts).flatMap(([name, value]): [z.ZodType, string][] =>
    value instanceof z.ZodType && name.endsWith('Schema') ? [[value, componentName(name)]] : [],
  ),
);

function componentName(constant: string): string {
  return constant.charAt(0).toUpperCase() + constant.slice(1, -'Schema'.length);
}
