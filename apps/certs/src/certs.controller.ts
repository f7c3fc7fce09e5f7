import {
  ApiError,
  type DataOf,
  getCertImages,
  getCertPopulation,
  lookupCert,
  type RequestOf,
  wantsParsedDescription,
} from '@gcd/contracts';
import { CONFIG } from '@gcd/service';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import {
  toAuthentication,
  toCert,
  toCertPopulation,
  toCrossGrader,
  toSource,
} from './cert.view.js';
import { CertsQueries, type CertWithGroup } from './certs.queries.js';
import type { CertsConfig } from './config.js';

const LONGEST_CERT = 64;

type CertRequest = Pick<RequestOf<typeof lookupCert>, 'grader' | 'cert'>;

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
    const { grader, cert, psa_dna, include, auto } = request;
    if (psa_dna)
      return toAuthentication(
        await this.find({ grader: 'psa', cert }, () => this.queries.findAuthentication(cert)),
      );
    const parsedDescription = wantsParsedDescription(request);
    const withPopulation = include.includes('population');
    const found = await this.find(request, () =>
      withPopulation ? this.queries.findWithGroup(grader, cert) : this.findAlone(request),
    );
    const options = { autoSplit: auto, parsedDescription, grader: null };
    return {
      ...toCert(found.cert, this.config.SITE_URL, parsedDescription),
      ...(include.includes('source') && { source: toSource(found.cert) }),
      ...(withPopulation && {
        population: toCertPopulation(found, options),
        cross_grader: toCrossGrader(found),
      }),
    };
  }

  @MessagePattern(getCertPopulation.subject)
  async population(
    @Payload() request: RequestOf<typeof getCertPopulation>,
  ): Promise<DataOf<typeof getCertPopulation>> {
    const { grader, cert, universal, auto_split } = request;
    const found = await this.find(request, () => this.queries.findWithGroup(grader, cert));
    const parsedDescription = wantsParsedDescription(request);
    const only = universal ? null : grader;
    return {
      ...toCert(found.cert, this.config.SITE_URL, parsedDescription),
      population: toCertPopulation(found, {
        autoSplit: auto_split,
        parsedDescription,
        grader: only,
      }),
    };
  }

  @MessagePattern(getCertImages.subject)
  async images(
    @Payload() request: RequestOf<typeof getCertImages>,
  ): Promise<DataOf<typeof getCertImages>> {
    const { grader, cert } = request;
    const { is_known, image_front, image_back } = await this.find(request, () =>
      this.queries.findImages(grader, cert),
    );
    if (!is_known) {
      throw new ApiError(
        'processing',
        'The images of this cert are being prepared. Try again soon.',
        {
          details: { grader, cert },
        },
      );
    }
    return { grader, cert, image_front, image_back };
  }

  private async findAlone({ grader, cert }: CertRequest): Promise<CertWithGroup | null> {
    const row = await this.queries.find(grader, cert);
    return row && { cert: row, group: [] };
  }

  /** @throws ApiError when nothing is found, or the number cannot be one */
  private async find<Row>(
    { grader, cert }: CertRequest,
    query: () => Promise<Row | null>,
  ): Promise<Row> {
    const row = cert.length > LONGEST_CERT ? null : await query();
    if (row) return row;
    throw new ApiError('cert_not_found', 'No cert has this number.', {
      details: { grader, cert: cert.slice(0, LONGEST_CERT) },
    });
  }
}
