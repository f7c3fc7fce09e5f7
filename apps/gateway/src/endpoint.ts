import type { Operation } from '@gcd/contracts';
import { applyDecorators, Get } from '@nestjs/common';
import { Reflector } from '@nestjs/core';

/** The operation of a controller method, which guards read with Nest's `Reflector`. */
export const OPERATION = Reflector.createDecorator<Operation>();

/** Marks the method of a controller that handles an operation, and routes the operation's paths to it. */
export function Endpoint(operation: Operation): MethodDecorator {
  const { path, aliases = [] } = operation;
  const paths = [path, ...aliases].map((each) => each.replace(/\{(\w+)\}/g, ':$1'));
  return applyDecorators(OPERATION(operation), Get(paths));
}
