import { All, Controller, NotFoundException } from '@nestjs/common';

/**
 * Handles unknown paths under `/v1`. Clients authenticate first, so that nobody can find out without a key which
 * endpoints exist.
 */
@Controller()
export class NotFoundController {
  @All(['v1', 'v1/*'])
  reject(): never {
    throw new NotFoundException();
  }
}
