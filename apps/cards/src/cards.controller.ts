import { getCard, getCardPopulation, getCardPopulations } from '@gcd/contracts/cards';
import { asOfUnavailable } from '@gcd/contracts/errors';
import { wantsParsedDescription } from '@gcd/contracts/flags';
import { GRADE_MAP, type GradeMapRow, listGrades } from '@gcd/contracts/grade-map';
import { getCardHistory } from '@gcd/contracts/history';
import { cardNotFound, normalizeCardId } from '@gcd/contracts/id-parameters';
import { batchOf, distinctIds } from '@gcd/contracts/lists';
import type { DataOf, RequestOf } from '@gcd/contracts/operation';
import { Handles, List } from '@gcd/nats';
import { historyDates, narrowDates } from '@gcd/population/history';
import { CONFIG } from '@gcd/process';
import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { toCard, toCardPopulation } from './card.view.js';
import { CardsQueries } from './cards.queries.js';
import type { CardsConfig } from './config.js';
import { toCardHistory } from './history.view.js';

@Controller()
export class CardsController {
  constructor(
    private readonly queries: CardsQueries,
    @Inject(CONFIG) private readonly config: CardsConfig,
  ) {}

  @Handles(getCard)
  async card(@Payload() request: RequestOf<typeof getCard>): Promise<DataOf<typeof getCard>> {
    const group = await this.queries.findGroup(request.card_id, request.include.includes('growth'));
    return toCard(requestedOf(group, request), group, this.config.SITE_URL, {
      autoSplit: request.auto_split,
      grader: request.grader,
    });
  }

  @Handles(getCardPopulation)
  async population(
    @Payload() request: RequestOf<typeof getCardPopulation>,
  ): Promise<DataOf<typeof getCardPopulation>> {
    const group = await this.queries.findGroup(request.card_id, request.include.includes('growth'));
    return toCardPopulation(requestedOf(group, request), group, this.config.SITE_URL, {
      autoSplit: request.auto_split,
      parsedDescription: wantsParsedDescription(request),
      grader: request.grader,
    });
  }

  @Handles(getCardPopulations)
  async populations(
    @Payload() request: RequestOf<typeof getCardPopulations>,
  ): Promise<DataOf<typeof getCardPopulations>> {
    const { card_ids: items, include } = request;
    const distinct = distinctIds(items);
    const ids = distinct.flatMap(({ requested }) => normalizeCardId(requested.trim()) ?? []);
    const groups = await this.queries.findGroups(ids, include.includes('growth'));
    const options = {
      autoSplit: request.auto_split,
      parsedDescription: wantsParsedDescription(request),
      grader: request.grader,
    };
    const batch = batchOf(items, distinct, (item) => {
      const group = groups.get(normalizeCardId(item.trim()) ?? '') ?? [];
      const requested = group.find((card) => card.requested);
      if (!requested) return [];
      const card = toCardPopulation(requested, group, this.config.SITE_URL, options);
      return [{ requested_id: item, ...card }];
    });
    return { cards: batch.found, not_found: batch.not_found, results: batch.results };
  }

  @Handles(getCardHistory)
  async history(
    @Payload() request: RequestOf<typeof getCardHistory>,
  ): Promise<DataOf<typeof getCardHistory>> {
    const group = await this.queries.findHistory(request.card_id, request);
    const requested = requestedOf(group, request);
    if (requested.as_of === null) throw asOfUnavailable();
    const { interval, grader, fields } = request;
    const dates = narrowDates(historyDates(requested.as_of, interval), request);
    const options = { ...dates, grader, totalsOnly: fields };
    return toCardHistory(requested, group, this.config.SITE_URL, options);
  }

  @Handles(listGrades)
  grades(): List<GradeMapRow> {
    return List.whole(GRADE_MAP);
  }
}

function requestedOf<Row extends { readonly requested: boolean }>(
  group: readonly Row[],
  { card_id }: { readonly card_id: string },
): Row {
  const requested = group.find((card) => card.requested);
  if (!requested) throw cardNotFound(card_id);
  return requested;
}
