import { ApiError } from '@gcd/contracts';
import { All, Controller } from '@nestjs/common';

/**
 * Handles unknown paths below `/v1`. Authentication runs first, so only authenticated clients learn that an
 * endpoint does not exist.
 */
@Controller()
export class NotFoundController {
  @All(['v1', 'v1/*'])
  refuse(): never {
    throw new ApiError('not_found', 'There is no such endpoint.');
  }
}
