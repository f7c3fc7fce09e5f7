import { ApiError } from '@gcd/contracts';
import { All, Controller } from '@nestjs/common';

/** Every path of the API that is no endpoint: strangers learn nothing, holders of a key that there is none. */
@Controller()
export class NotFoundController {
  @All(['v1', 'v1/*'])
  refuse(): never {
    throw new ApiError('not_found', 'There is no such endpoint.');
  }
}
