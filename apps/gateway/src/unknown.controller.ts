import { ApiError } from '@gcd/contracts';
import { All, Controller, UseGuards } from '@nestjs/common';
import { ApiKeyGuard } from './api-key.guard.js';

/** Every path of the API that is no endpoint: strangers learn nothing, holders of a key that there is none. */
@Controller()
@UseGuards(ApiKeyGuard)
export class UnknownController {
  @All(['v1', 'v1/*'])
  refuse(): never {
    throw new ApiError('not_found', 'There is no such endpoint.');
  }
}
