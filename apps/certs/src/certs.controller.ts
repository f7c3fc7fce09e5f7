import {
  ApiError,
  type DataOf,
  getCertImages,
  getCertPopulation,
  lookupCert,
  notAvailableYet,
  type RequestOf,
} from '@gcd/contracts';
import { CONFIG } from '@gcd/service';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { toAuthentication, toCert } from './cert.view.js';
import { CertsQueries } from './certs.queries.js';
import type { CertsConfig } from './config.js';

const LONGEST_CERT = 64;

@Controller()
export class CertsController {
  constructor(
    private readonly queries: CertsQueries,
    @Inject(CONFIG) private readonly config: CertsConfig,
  ) {}

  @MessagePattern(lookupCert.subject)
  async lookup(
    @Payload() request: RequestOf<typeof lookupCert>,
  ): Promise<DataOf<typeof lookupCert>> {
    const { grader, cert, psa_dna, parsed_description, include } = request;
    if (cert.length > LONGEST_CERT) throw certNotFound(request);
    if (psa_dna) {
      const row = await this.queries.findAuthentication(cert);
      if (!row) throw certNotFound({ grader: 'psa', cert });
      return toAuthentication(row);
    }
    const row = await this.queries.find(grader, cert);
    if (!row) throw certNotFound(request);
    const withParts = parsed_description || include.includes('parsed_description');
    return toCert(row, this.config.SITE_URL, withParts);
  }

  @MessagePattern(getCertPopulation.subject)
  population(): never {
    throw notAvailableYet();
  }

  @MessagePattern(getCertImages.subject)
  images(): never {
    throw notAvailableYet();
  }
}

function certNotFound({ grader, cert }: { grader: string; cert: string }): ApiError {
  return new ApiError('cert_not_found', 'No cert has this number.', {
    details: { grader, cert: cert.slice(0, LONGEST_CERT) },
  });
}
