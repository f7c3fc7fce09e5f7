import { ApiError, invalidParameter } from '@gcd/contracts/errors';
import { wantsParsedDescription } from '@gcd/contracts/flags';
import type { Grader } from '@gcd/contracts/graders';
import { onlyPsa } from '@gcd/contracts/id-parameters';
import type { DataOf, RequestOf } from '@gcd/contracts/operation';
import { getSpecPopulation, lookupSpec } from '@gcd/contracts/specs';
import { Handles } from '@gcd/nats';
import { CONFIG } from '@gcd/process';
import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { CardsConfig } from './config.js';
import { toAlternateSpec, toSpec, toSpecPopulation } from './spec.view.js';
import { type SpecRow, SpecsQueries } from './specs.queries.js';

const MAX_SPEC_ID = 64;

interface Spec {
  readonly requested: SpecRow;
  readonly group: readonly SpecRow[];
}

@Controller()
export class SpecsController {
  constructor(
    private readonly queries: SpecsQueries,
    @Inject(CONFIG) private readonly config: CardsConfig,
  ) {}

  @Handles(lookupSpec)
  async lookup(
    @Payload() request: RequestOf<typeof lookupSpec>,
  ): Promise<DataOf<typeof lookupSpec>> {
    const { grader, spec_id, include, auto, grader_id2 } = request;
    const withPopulation = include.includes('population');
    const isAlternate = withPopulation || auto !== null || grader_id2 !== null;
    if (!isAlternate && grader !== 'psa') throw onlyPsa();
    const { requested, group } = await this.find(grader, spec_id, grader_id2);
    return isAlternate
      ? toAlternateSpec(requested, group, { withPopulation, autoSplit: auto ?? false })
      : toSpec(requested, this.config.SITE_URL, wantsParsedDescription(request));
  }

  @Handles(getSpecPopulation)
  async population(
    @Payload() request: RequestOf<typeof getSpecPopulation>,
  ): Promise<DataOf<typeof getSpecPopulation>> {
    const { requested, group } = await this.find(request.grader, request.spec_id, null);
    return toSpecPopulation(requested, group, this.config.SITE_URL, {
      autoSplit: request.auto_split,
      parsedDescription: wantsParsedDescription(request),
      grader: request.universal ? null : request.grader,
    });
  }

  private async find(grader: Grader, specId: string, graderId2: string | null): Promise<Spec> {
    const details = { grader, spec_id: specId.slice(0, MAX_SPEC_ID) };
    const rows =
      specId.length > MAX_SPEC_ID ? [] : await this.queries.find(grader, specId, graderId2);
    const group = rows.filter((row) => row.spec_card !== null);
    if (new Set(group.map((row) => row.spec_card)).size > 1) {
      throw invalidParameter(
        'grader_id2',
        'missing',
        'is required, because several cards share this number.',
      );
    }
    const requested = group.find((row) => row.requested);
    if (requested) return { requested, group };
    const statuses = rows.map(({ status }) => status);
    if (statuses.includes('processing')) {
      throw new ApiError(
        'processing',
        'This spec is known, but its card is not known yet. Try again soon.',
        {
          details,
        },
      );
    }
    throw statuses.includes('unmapped')
      ? new ApiError('card_not_found', 'No card maps to this spec.', { details })
      : new ApiError('spec_not_found', 'No spec has this number.', { details });
  }
}
