import { MAX_CERT, readNumber, type TypedNumber } from '@gcd/contracts/cert-number';
import {
  findCerts,
  getCertImages,
  getCertPopulation,
  lookupCert,
  lookupCerts,
} from '@gcd/contracts/certs';
import { ApiError } from '@gcd/contracts/errors';
import { wantsParsedDescription } from '@gcd/contracts/flags';
import type { Grader } from '@gcd/contracts/graders';
import { batchOf, distinctCerts, isPossibleCert } from '@gcd/contracts/lists';
import type { DataOf, RequestOf } from '@gcd/contracts/operation';
import { type CertDescription, describeCert } from '@gcd/contracts/verification';
import { Handles } from '@gcd/nats';
import { growthOf } from '@gcd/population/growth';
import { CONFIG } from '@gcd/process';
import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  toAuthentication,
  toCert,
  toCertFacts,
  toCertPopulation,
  toCrossGrader,
  toSource,
} from './cert.view.js';
import { CertsQueries, type CertWithGroup } from './certs.queries.js';
import type { CertsConfig } from './config.js';

/** Matches a number with a grade beside it, as in `64062046 PSA 10`. The grade is not guessed away. */
const WITH_GRADE = /^\D*\d{6,}\D+(?:10|[1-9])(?:\.5)?\W*$|^\D*(?:10|[1-9])(?:\.5)?\D+\d{6,}\W*$/;

type CertRequest = Pick<RequestOf<typeof lookupCert>, 'grader' | 'cert'>;

@Controller()
export class CertsController {
  constructor(
    private readonly queries: CertsQueries,
    @Inject(CONFIG) private readonly config: CertsConfig,
  ) {}

  @Handles(lookupCert)
  async lookup(
    @Payload() request: RequestOf<typeof lookupCert>,
  ): Promise<DataOf<typeof lookupCert>> {
    const { grader, cert, psa_dna, include, auto } = request;
    if (psa_dna) {
      const number = numberOf('psa', cert);
      const record = number && (await this.queries.findAuthentication(number));
      if (record) return toAuthentication(record);
      throw certNotFound({ grader: 'psa', cert });
    }
    const parsedDescription = wantsParsedDescription(request);
    const withPopulation = include.includes('population');
    const withSource = include.includes('source');
    const found = await this.find(request, (number) =>
      withPopulation
        ? this.queries.findWithGroup(grader, number, false)
        : this.findAlone(grader, number, withSource),
    );
    const options = { autoSplit: auto, parsedDescription };
    return {
      ...toCert(found.cert, this.config.SITE_URL, parsedDescription),
      ...(withSource && { source: toSource(found.cert) }),
      ...(withPopulation && {
        population: toCertPopulation(found, options),
        cross_grader: toCrossGrader(found),
      }),
    };
  }

  @Handles(getCertPopulation)
  async population(
    @Payload() request: RequestOf<typeof getCertPopulation>,
  ): Promise<DataOf<typeof getCertPopulation>> {
    const { grader, universal, auto_split, include } = request;
    const found = await this.find(request, (cert) =>
      this.queries.findWithGroup(grader, cert, include.includes('growth')),
    );
    const parsedDescription = wantsParsedDescription(request);
    const only = universal ? null : grader;
    return {
      ...toCert(found.cert, this.config.SITE_URL, parsedDescription),
      population: toCertPopulation(found, {
        autoSplit: auto_split,
        parsedDescription,
        grader: only,
      }),
      ...growthOf(found.cert.as_of, found.group, only),
    };
  }

  @Handles(describeCert)
  async description(@Payload() request: RequestOf<typeof describeCert>): Promise<CertDescription> {
    const found = await this.find(request, (cert) =>
      this.queries.findWithGroup(request.grader, cert, false),
    );
    const cert = toCert(found.cert, this.config.SITE_URL, false);
    return { cert, facts: toCertFacts(found, cert) };
  }

  @Handles(getCertImages)
  async images(
    @Payload() request: RequestOf<typeof getCertImages>,
  ): Promise<DataOf<typeof getCertImages>> {
    const { grader } = request;
    const { cert, is_known, image_front, image_back } = await this.find(request, (number) =>
      this.queries.findImages(grader, number),
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

  @Handles(lookupCerts)
  async lookups(
    @Payload() request: RequestOf<typeof lookupCerts>,
  ): Promise<DataOf<typeof lookupCerts>> {
    return this.batch(request, [request.grader], distinctCerts(request.grader, request.certs));
  }

  @Handles(findCerts)
  finds(@Payload() request: RequestOf<typeof findCerts>): Promise<DataOf<typeof findCerts>> {
    return this.batch(request, [...new Set(request.graders)], distinctCerts(null, request.certs));
  }

  /** Looks up certs at each of the graders. */
  private async batch(
    request: Omit<RequestOf<typeof findCerts>, 'graders'>,
    graders: readonly Grader[],
    distinct: ReturnType<typeof distinctCerts>,
  ): Promise<DataOf<typeof findCerts>> {
    const { certs: items, include } = request;
    const parsedDescription = wantsParsedDescription(request);
    const numbers = distinct.flatMap(({ requested }) =>
      graders.flatMap((grader) => {
        const number = isPossibleCert(requested) ? numberOf(grader, requested) : null;
        return number ? [{ requested, grader, number }] : [];
      }),
    );
    const rows = await this.queries.findAll(numbers);
    const rowsOf = (requested: string) =>
      rows.flatMap((row, index) => (row && numbers[index]?.requested === requested ? [row] : []));
    const batch = batchOf(items, distinct, (requested) =>
      rowsOf(requested).map((row) => ({
        requested_cert: requested,
        ...toCert(row, this.config.SITE_URL, parsedDescription),
        ...(include.includes('source') && { source: toSource(row) }),
      })),
    );
    return { certs: batch.found, not_found: batch.not_found, results: batch.results };
  }

  private async findAlone(
    grader: Grader,
    cert: string,
    withDate: boolean,
  ): Promise<CertWithGroup | null> {
    const row = await this.queries.find(grader, cert, withDate);
    return row && { cert: row, group: [] };
  }

  /**
   * Looks up a cert number exactly as the client sent it. If there is no such cert, tries other spellings.
   * @throws ApiError if no spelling matches a cert
   */
  private async find<Row>(
    { grader, cert }: CertRequest,
    query: (cert: string) => Promise<Row | null>,
  ): Promise<Row> {
    const number = numberOf(grader, cert);
    if (!number) throw certNotFound({ grader, cert });
    const row = await query(cert);
    if (row) return row;
    const printed = await this.queries.findPrinted(grader, number);
    const meant = printed === null ? null : await query(printed);
    if (meant) return meant;
    throw certNotFound({ grader, cert });
  }
}

/** Reads a cert number. @returns null if it names another grader, or is longer than any cert number */
function numberOf(grader: Grader, cert: string): TypedNumber | null {
  const number = readNumber(cert);
  const isOther = number.grader !== null && number.grader !== grader;
  return isOther || number.typed.length > MAX_CERT ? null : number;
}

function certNotFound({ grader, cert }: CertRequest): ApiError {
  const shown = cert.slice(0, MAX_CERT);
  const hint = WITH_GRADE.test(shown) ? ' Send only the number, without the grade.' : '';
  return new ApiError('cert_not_found', `No cert has this number.${hint}`, {
    details: { grader, cert: shown },
  });
}
