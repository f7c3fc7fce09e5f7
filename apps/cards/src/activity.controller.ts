import { getActivity } from '@gcd/contracts/activity';
import { asOfUnavailable } from '@gcd/contracts/errors';
import type { DataOf, RequestOf } from '@gcd/contracts/operation';
import { Handles } from '@gcd/nats';
import { CONFIG } from '@gcd/process';
import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { ActivityQueries } from './activity.queries.js';
import { toActivity } from './activity.view.js';
import type { CardsConfig } from './config.js';

@Controller()
export class ActivityController {
  constructor(
    private readonly queries: ActivityQueries,
    @Inject(CONFIG) private readonly config: CardsConfig,
  ) {}

  @Handles(getActivity)
  async activity(
    @Payload() request: RequestOf<typeof getActivity>,
  ): Promise<DataOf<typeof getActivity>> {
    const { as_of, ...row } = await this.queries.find(request);
    if (as_of === null) throw asOfUnavailable();
    return toActivity({ ...row, as_of }, request, this.config.SITE_URL);
  }
}
