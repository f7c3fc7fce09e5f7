import type { RequestOf } from '@gcd/contracts/operation';
import { compareTitle, type Verification } from '@gcd/contracts/verification';
import { Handles } from '@gcd/nats';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { verify } from './verification.js';

@Controller()
export class VerificationController {
  @Handles(compareTitle)
  compare(@Payload() { title, facts }: RequestOf<typeof compareTitle>): Omit<Verification, 'cert'> {
    return verify(title, facts);
  }
}
