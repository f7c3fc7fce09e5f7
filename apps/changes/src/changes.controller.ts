import { listChanges, notAvailableYet } from '@gcd/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

@Controller()
export class ChangesController {
  @MessagePattern(listChanges.subject)
  list(): never {
    throw notAvailableYet();
  }
}
