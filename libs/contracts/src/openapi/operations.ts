import { z } from 'zod';
import * as contracts from '../index.js';
import type { Operation } from '../operation.js';

/** An operation with the name of the constant that declares it. */
export interface NamedOperation {
  /** Stable, because clients are generated from it. */
  readonly name: string;
  readonly operation: Operation;
}

/** Whether a value is an operation rather than, for example, one of its parameters. */
function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'subject' in value && 'path' in value;
}

/** Every operation, ordered by path. */
export const OPERATIONS: readonly NamedOperation[] = Object.entries(contracts)
  .flatMap(([name, value]) => (isOperation(value) ? [{ name, operation: value }] : []))
  .sort((one, other) => (one.operation.path < other.operation.path ? -1 : 1));

/** Schemas with their own name: `populationSchema` becomes `Population`. */
export const NAMED_SCHEMAS: ReadonlyMap<z.ZodType, string> = new Map(
  Object.entries(contracts).flatMap(([name, value]): [z.ZodType, string][] =>
    value instanceof z.ZodType && name.endsWith('Schema') ? [[value, componentName(name)]] : [],
  ),
);

function componentName(constant: string): string {
  return constant.charAt(0).toUpperCase() + constant.slice(1, -'Schema'.length);
}
