import type { CardSetDetails, SetCard } from '@gcd/client';
import { cardPath } from './addresses.js';
import { csv } from './csv.js';

/** Number of pages of cards in a file, because each of them is an API request. */
export const MAX_CSV_PAGES = 10;

/** Formats the cards of a set as CSV, with the counts of each grader. */
export const setCsv = (
  { graders_included: graders }: CardSetDetails,
  cards: readonly SetCard[],
  siteUrl: string,
): string =>
  csv(
    [
      ...['name', 'number', 'parallel', 'graded', 'gem', 'gem_rate'],
      ...graders.flatMap((grader) => [grader, `${grader}_gem`]),
      'url',
    ],
    cards.map((card) => [
      card.display_name,
      card.parsed_description.card_number,
      card.parsed_description.parallel ?? '',
      card.total_population,
      card.gem_total,
      card.gem_rate,
      ...graders.flatMap((grader) => {
        const counts = card.by_grader[grader];
        return [counts?.total, counts?.gem_total];
      }),
      siteUrl + cardPath(card),
    ]),
  );
