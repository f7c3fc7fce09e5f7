import { notAvailableYet, searchSimple, searchStructured } from '@gcd/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

@Controller()
export class SearchController {
  @MessagePattern(searchSimple.subject)
  simple(): never {
    throw notAvailableYet();
  }

  @MessagePattern(searchStructured.subject)
  structured(): never {
    throw notAvailableYet();
  }
}
