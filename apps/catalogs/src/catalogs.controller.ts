import { downloadCatalog, notAvailableYet } from '@gcd/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

@Controller()
export class CatalogsController {
  @MessagePattern(downloadCatalog.subject)
  download(): never {
    throw notAvailableYet();
  }
}
