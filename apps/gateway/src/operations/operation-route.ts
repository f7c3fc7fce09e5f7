import type { Operation } from '@gcd/contracts';
import { Get, Req, Res } from '@nestjs/common';
import { route } from './route-policy.js';

/**
 * Creates a decorator for the method of a controller that handles an operation. The method receives the request and the
 * reply, and returns the body.
 */
export function OperationRoute(operation: Operation): MethodDecorator {
  return (controller, method, descriptor) => {
    Get(route(operation))(controller, method, descriptor);
    Req()(controller, method, 0);
    Res({ passthrough: true })(controller, method, 1);
  };
}
