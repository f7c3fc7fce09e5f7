import type { VNode } from 'preact';
import { type AddressedCard, cardPath, pageIdOf } from './addresses.js';
import type { CardChoice } from './card.js';
import { pathWith } from './page-links.view.js';

/**
 * Returns the URL of a card's page with the given choices.
 * @param section anchor of a section on the page
 */
export function cardUrl(card: AddressedCard, choice: CardChoice, section: string): string {
  return `${pathWith(cardPath(card), parametersOf(choice))}#${section}`;
}

const parametersOf = ({
  grader,
  style,
  unit,
  metric,
  range,
}: CardChoice): Record<string, string> => ({
  grader: grader ?? '',
  chart: style === 'lines' ? '' : style,
  unit: unit === 'copies' ? '' : unit,
  metric: metric === 'copies' ? '' : metric,
  range: range === 'all' ? '' : range,
});

/** Renders links to a chart and its values as files. The browser creates the PNG file. */
export function Files({
  card,
  choice,
  csv,
  svg,
}: {
  card: AddressedCard;
  choice: CardChoice;
  csv: string;
  svg: string;
}): VNode {
  const url = (file: string): string =>
    pathWith(`/card/${pageIdOf(card)}/${file}`, parametersOf(choice));
  const name = svg.replace(/\.svg$/, '');
  return (
    <p class="files">
      <span>Download</span>
      <a href={url(csv)} download aria-label={`CSV of ${name}`}>
        CSV
      </a>
      <a href={url(svg)} download aria-label={`SVG of ${name}`}>
        SVG
      </a>
      <button
        type="button"
        class="plain scripts-only"
        data-png={url(svg)}
        aria-label={`PNG of ${name}`}
      >
        PNG
      </button>
    </p>
  );
}
