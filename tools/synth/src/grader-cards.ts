import { createHash } from 'node:crypto';
import { GRADE_SCALES, type Grader } from '@gcd/contracts';
import { Random } from './random.js';
import type { Card } from './cards.js';
import type { Copies } from './copies.js';
import { csvCell } from './csv-output.js';
import { drawGrades, drawQualifiers, type GradeCounts } from './grades.js';
import { Growth } from './population.js';
import type { CardSet } from './sets.js';
import { type CatalogName, STYLES } from './styles.js';

export const CARD_COLUMNS =
  'card_id,grader,description,spec_id,grader_id2,category,year,set_name,name,card_number,parallel,subset,set_url,universal_card_id';
export const POPULATION_COLUMNS = 'card_id,date,grades,qualifiers,auto_grades';

/** A grader's record of a card. */
export interface GraderCard {
  readonly grader: Grader;
  readonly cardId: string;
  readonly counts: GradeCounts;
  readonly qualifiers: GradeCounts;
  readonly autographed: GradeCounts;
  readonly growth: Growth;
  readonly growthOfQualifiers: Growth | null;
}

/** A card with its grader cards, in promotion order. */
export interface ListedCard {
  readonly card: Card;
  readonly graderCards: readonly GraderCard[];
  /** The file that records the match of the grader cards: `cards.csv`, `matches.csv`, or none. */
  readonly matched: 'cards' | 'matches' | 'no';
}

/**
 * Share of matched cards among the cards that several graders list, and share of the matches that are recorded in
 * `matches.csv`. With these values, a fifth of all grader cards are matched.
 */
const [MATCHED, IN_MATCHES] = [0.26, 0.25];
const AUTOGRAPHED = 0.01;
const FIRST_SPEC = 100_000;

export class GraderCardMaker {
  readonly #seed: string;
  #nextSpec = FIRST_SPEC;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** @param at index of the card in its set */
  graderCardsOf(card: Card, at: number, copies: Copies): ListedCard {
    const random = new Random(`${this.#seed} ${card.set.key} ${at}`);
    // All graders share one quality value, because a card that is often badly centered or scratched gets low grades
    // from each.
    const quality = random.normal();
    const graderCards = copies.map(([grader, count]): GraderCard => {
      const counts = drawGrades(card.set, grader, count, quality, random);
      const qualifiers = drawQualifiers(grader, count, random);
      return {
        grader,
        cardId: createHash('sha1')
          .update(`${this.#seed} ${grader} ${card.set.key} ${at}`)
          .digest('hex'),
        counts,
        qualifiers,
        autographed: random.chance(AUTOGRAPHED) ? few(counts, random) : [],
        growth: new Growth(counts, random),
        growthOfQualifiers: qualifiers.some((each) => each > 0)
          ? new Growth(qualifiers, random)
          : null,
      };
    });
    const isMatched = graderCards.length > 1 && random.chance(MATCHED);
    const matched = isMatched ? (random.chance(IN_MATCHES) ? 'matches' : 'cards') : 'no';
    return { card, graderCards, matched };
  }

  cardLine(graderCard: GraderCard, { card, graderCards, matched }: ListedCard): string {
    const name = STYLES[graderCard.grader](card);
    const universal = matched === 'cards' ? graderCards[0]?.cardId : '';
    return `${[
      graderCard.cardId,
      graderCard.grader,
      csvCell(name.description),
      ...this.#specs(graderCard.grader),
      card.set.category,
      card.set.year,
      csvCell(name.setName),
      csvCell(name.name),
      name.cardNumber,
      csvCell(name.parallel),
      csvCell(name.subset),
      setUrl(graderCard.grader, card.set, name),
      universal,
    ].join(',')}\n`;
  }

  /** Creates the spec numbers of a card. Every PSA card has its own number; some Beckett cards share one. */
  #specs(grader: Grader): [string, string] {
    const number = this.#nextSpec++;
    if (grader === 'psa') return [`${number}`, ''];
    return grader === 'beckett' && number % 5 < 2 ? [`${number}`, `${number + 17}`] : ['', ''];
  }
}

function few(counts: GradeCounts, random: Random): GradeCounts {
  return counts.map((count) => Math.min(count, random.poisson(Math.min(6, count * 0.02))));
}

function setUrl(grader: Grader, set: CardSet, { setName }: CatalogName): string {
  const path = `${set.year} ${setName}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `https://graders.example.com/${grader}/${path}`;
}

/** Generates the rows of `populations.csv` for the days from `first` to `last`. */
export function* populationLines(
  graderCard: GraderCard,
  first: number,
  last: number,
): Generator<string> {
  for (const { date, counts } of graderCard.growth.rows(first, last)) {
    // Qualifiers are rare, so a change in their counts alone does not add a row.
    const qualifiers = graderCard.growthOfQualifiers?.on(date) ?? [];
    const signed = graderCard.autographed.map((count, at) => Math.min(count, counts[at] ?? 0));
    const { grades, qualifiers: scale } = GRADE_SCALES[graderCard.grader];
    yield `${graderCard.cardId},${date},${json(counts, grades)},${json(qualifiers, scale) || ''},${json(signed, grades) || ''}\n`;
  }
}

/** Formats counts as a JSON object in a CSV cell, which is empty if there are no counts. */
function json(counts: GradeCounts, scale: readonly { readonly key: string }[]): string {
  let text = '';
  for (let at = 0; at < counts.length; at += 1) {
    if (counts[at]) text += `${text === '' ? '' : ','}""${scale[at]?.key}"":${counts[at]}`;
  }
  return text === '' ? '' : `"{${text}}"`;
}
