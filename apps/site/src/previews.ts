import type { Card, CardSetDetails, Cert, GradeMapRow, Grader } from '@gcd/client';
import { partsOf } from './addresses.js';
import { GRADER_COLORS, INK, PAPER, SOFT } from './charts/colors.js';
import { type Drawing, moved, type Shape } from './drawing.js';
import { fitted, widthOf } from './font.js';
import { counted, day, graderName, number, percent, gemRate } from './format.js';
import { SITE_NAME } from './head.view.js';
import type { NamedCards } from './name.js';
import { gradeCounts } from './population.js';
import { slabLabel } from './slab-label.js';
import { popOf } from './standing.view.js';

// Link previews show images of this size without cropping.
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 70;
const INNER = WIDTH - 2 * MARGIN;
const BARS_TOP = 330;
const BARS_BOTTOM = 530;
const GAP = 0.2;

/** A line of text. The numbers are its font size and the distance from its baseline to that of the line before. */
type Line = readonly [text: string, size: number, down: number, color: string];

function lines(all: readonly Line[]): Shape[] {
  let y = MARGIN;
  return all.map(([text, size, down, color]) => {
    y += down;
    return { ...fitted(text, size, INNER), x: MARGIN, y, color };
  });
}

/** Draws an image for link previews. @param source a line at the bottom of the image */
function preview(shapes: readonly Shape[], source: string): Drawing {
  const paper = { x: 0, y: 0, width: WIDTH, height: HEIGHT, color: PAPER };
  const edge = { x: 0, y: 0, width: WIDTH, height: 14, color: INK };
  const text = { text: source, size: 30, x: MARGIN, y: HEIGHT - 28, color: SOFT };
  return { width: WIDTH, height: HEIGHT, shapes: [paper, edge, ...shapes, text] };
}

const sourceOf = (date: string | null, isSample: boolean): string =>
  `${SITE_NAME} · ${isSample ? 'sample data' : `data up to ${day(date)}`}`;

/** Draws the name and the population of a card, with a bar for each grade, lowest first. */
export function cardPreview(
  card: Card,
  grades: readonly GradeMapRow[],
  isSample: boolean,
): Drawing {
  const { population_data: data, graders_included } = card.population;
  const { names, set, number: own } = partsOf(card.display_name);
  const totals = [
    counted(card.total_population, 'copy graded', 'copies graded'),
    `${gemRate(card.gem_total, card.total_population)} gem`,
    ...(data.by_grader.psa ? [`${number(data.by_grader.psa.gem_total)} PSA 10`] : []),
  ];
  const shapes = lines([
    [names || set, 96, 70, INK],
    [[names && set, own && `#${own}`].filter(Boolean).join(' '), 52, 64, SOFT],
    [totals.join(' · '), 52, 72, INK],
  ]);
  return preview(
    [...shapes, ...bars(gradeCounts(data.by_grader, graders_included, grades))],
    `${sourceOf(data.data_last_updated, isSample)} · ${graders_included.map(graderName).join(', ')}`,
  );
}

function bars(rows: ReturnType<typeof gradeCounts>): Shape[] {
  const max = Math.max(1, ...rows.map(({ total }) => total));
  const step = INNER / Math.max(1, rows.length);
  return rows.toReversed().flatMap(({ label, byGrader }, index) => {
    const x = MARGIN + (index + GAP / 2) * step;
    const width = (1 - GAP) * step;
    let y = BARS_BOTTOM;
    const parts = (Object.entries(byGrader) as [Grader, number][]).map(([grader, count]) => {
      const height = (count / max) * (BARS_BOTTOM - BARS_TOP);
      y -= height;
      return { x, y, width, height, color: GRADER_COLORS[grader] };
    });
    const below = {
      text: label,
      size: 26,
      x: x + (width - widthOf(label, 26)) / 2,
      y: BARS_BOTTOM + 34,
      color: SOFT,
    };
    return widthOf(label, 26) <= step ? [...parts, below] : parts;
  });
}

/** Draws the label of a slab, and its population. */
export function certPreview(cert: Cert, isSample: boolean): Drawing {
  const label = slabLabel(cert);
  const pop = popOf(cert);
  return preview(
    [
      ...moved(label.shapes, (WIDTH - label.width) / 2, 80),
      ...(pop
        ? [
            {
              ...fitted(`${pop.count} · ${pop.higher}`, 104, label.width),
              x: (WIDTH - label.width) / 2,
              y: 490,
              color: INK,
            },
          ]
        : []),
    ],
    `${SITE_NAME}${isSample ? ' · sample data' : ''}`,
  );
}

/** Draws the totals of a set. */
export const setPreview = (set: CardSetDetails, isSample: boolean): Drawing =>
  preview(
    lines([
      [set.category, 46, 50, SOFT],
      [set.display_name || 'Cards without a set name', 110, 116, INK],
      [counted(set.cards, 'card', 'cards'), 72, 120, INK],
      [counted(set.total_population, 'copy graded', 'copies graded'), 72, 86, INK],
      [`${gemRate(set.gem_total, set.total_population)} gem`, 72, 86, INK],
    ]),
    sourceOf(set.last_population_change, isSample),
  );

/** Draws the totals of the cards of a name. */
export const namePreview = ({ name, cards, isCut }: NamedCards, isSample: boolean): Drawing => {
  const sum = (of: 'total_population' | 'gem_total') =>
    cards.reduce((total, card) => total + card[of], 0);
  const total = sum('total_population');
  const totals: Line[] = [
    [counted(cards.length, 'card', 'cards'), 72, 120, INK],
    [counted(total, 'copy graded', 'copies graded'), 72, 86, INK],
    [`${percent(total > 0 ? sum('gem_total') / total : 0)} gem`, 72, 86, INK],
  ];
  return preview(
    // If cards are missing, their totals are unknown.
    lines([
      ['All prints and years', 46, 50, SOFT],
      [name, 110, 116, INK],
      ...(isCut ? [] : totals),
    ]),
    `${SITE_NAME}${isSample ? ' · sample data' : ''}`,
  );
};

/** Draws the preview of the site. */
export const sitePreview = (): Drawing =>
  preview(
    lines([
      ['Population reports', 130, 160, INK],
      ['of graded cards', 130, 136, INK],
      ['Every grade, with three years of history', 60, 100, SOFT],
    ]),
    `${SITE_NAME} · PSA, Beckett, SGC, CGC`,
  );
