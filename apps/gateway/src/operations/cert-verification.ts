import {
  type CertDescription,
  compareTitle,
  describeCert,
  type RequestOf,
  type Verification,
  type verifyCert,
} from '@gcd/contracts';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { etagOf, succeed, toText } from '../http/envelope.js';
import type { ApiRequest } from '../request.js';
import { OperationProxy } from './operation-proxy.js';
import { validParameters } from './parameters.js';

/** Compares a title with a cert. One service knows the cert, and another reads titles. */
@Injectable()
export class CertVerification {
  constructor(private readonly proxy: OperationProxy) {}

  async handle(request: ApiRequest, reply: FastifyReply): Promise<string | Buffer> {
    const { values } = validParameters(request, reply);
    const { grader, cert: number, title } = values as RequestOf<typeof verifyCert>;
    const described = await this.proxy.read(describeCert, { grader, cert: number }, request, reply);
    const { cert, facts }: CertDescription = JSON.parse(toText(described.payload));
    const compared = await this.proxy.read(compareTitle, { title, facts }, request, reply);
    const comparison: Omit<Verification, 'cert'> = JSON.parse(toText(compared.payload));
    const payload = JSON.stringify({ cert, ...comparison });
    return succeed({ payload, etag: etagOf(payload) }, request, reply);
  }
}
