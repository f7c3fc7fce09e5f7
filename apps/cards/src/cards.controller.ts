import {
  cardNotFound,
  type DataOf,
  getCard,
  getCardHistory,
  getCardPopulation,
  getSpecPopulation,
  lookupSpec,
  notAvailableYet,
  type RequestOf,
} from '@gcd/contracts';
import { CONFIG } from '@gcd/service';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { toCardPopulation } from './card.view.js';
import { CardsQueries } from './cards.queries.js';
import type { CardsConfig } from './config.js';

@Controller()
export class CardsController {
  constructor(
    private readonly queries: CardsQueries,
    @Inject(CONFIG) private readonly config: CardsConfig,
  ) {}

  @MessagePattern(getCardPopulation.subject)
  async population(
    @Payload() request: RequestOf<typeof getCardPopulation>,
  ): Promise<DataOf<typeof getCardPopulation>> {
    const group = await this.queries.findGroup(request.card_id);
    const asked = group.find((entry) => entry.asked);
    if (!asked) throw cardNotFound(request.card_id);
    return toCardPopulation(asked, group, this.config.SITE_URL, {
      autoSplit: request.auto_split,
      parsedDescription: request.parsed_description,
      grader: request.grader,
    });
  }

  @MessagePattern(getCard.subject)
  card(): never {
    throw notAvailableYet();
  }

  @MessagePattern(getCardHistory.subject)
  history(): never {
    throw notAvailableYet();
  }

  @MessagePattern(lookupSpec.subject)
  spec(): never {
    throw notAvailableYet();
  }

  @MessagePattern(getSpecPopulation.subject)
  specPopulation(): never {
    throw notAvailableYet();
  }
}
