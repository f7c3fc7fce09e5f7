import type { Card } from '@gcd/client';
import type { VNode } from 'preact';
import { cardPath, pageIdOf, partsOf, setPathOf } from './addresses.js';
import type { CardChoice, CardResponses } from './card.js';
import { EntriesSection } from './card-entries.view.js';
import { RelatedSection } from './card-related.view.js';
import { ShareSection } from './card-share.view.js';
import { counted, day, GEM_GRADES, graderName, number, percent, gemRate } from './format.js';
import { breadcrumbs } from './head.view.js';
import { HistorySection } from './history.view.js';
import type { Frame, Page } from './page.js';
import { Breadcrumbs, Fact } from './page.view.js';
import { PopulationSection } from './population.view.js';
import { setTrail } from './sets.view.js';
import { WatchButton } from './watch.view.js';

export function cardPage(
  { card, history, grades, prints }: CardResponses,
  choice: CardChoice,
  frame: Frame,
): Page {
  const { apiUrl, siteUrl } = frame;
  const path = cardPath(card);
  const image = `/card/${pageIdOf(card)}/image.png`;
  const name = card.display_name;
  const { category, year, set_name } = card.parsed_description;
  const trail = [
    ...setTrail({ category, year }),
    ...(set_name ? [[partsOf(name).set, setPathOf(card)] as const] : []),
  ];
  return {
    title: name,
    description: `${name}: ${counted(card.total_population, 'graded copy', 'graded copies')}, ${number(card.gem_total)} of them gem (${gemRate(card.gem_total, card.total_population)}), by grade over ${card.graders_included.map(graderName).join(', ')}.`,
    canonical: path,
    image,
    feed: `/card/${pageIdOf(card)}/feed.xml`,
    linkedData: (url) => ({
      '@context': 'https://schema.org',
      '@graph': [
        breadcrumbs(url, [...trail, [name, path]]),
        product(card, url + path, url + image),
      ],
    }),
    body: (
      <article>
        <Breadcrumbs trail={trail} />
        <header class="label">
          <p class="eyebrow">{category || graderName(card.grader)}</p>
          <h1>{name}</h1>
          {name !== card.description && <p class="quiet">{card.description}</p>}
          <Summary card={card} />
          <WatchButton card={card} />
        </header>
        <PopulationSection card={card} grades={grades} choice={choice} apiUrl={apiUrl} />
        <HistorySection card={card} history={history} choice={choice} apiUrl={apiUrl} />
        <RelatedSection card={card} prints={prints.value ?? []} frame={frame} />
        <EntriesSection card={card} apiUrl={apiUrl} />
        <ShareSection card={card} siteUrl={siteUrl} />
      </article>
    ),
  };
}

function product(card: Card, url: string, image: string): object {
  const property = (label: string, value: number) => ({
    '@type': 'PropertyValue',
    name: label,
    value,
  });
  return {
    '@type': 'Product',
    name: card.display_name,
    description: card.description,
    url,
    image,
    category: card.parsed_description.category,
    productID: pageIdOf(card),
    additionalProperty: [
      property('Graded copies', card.total_population),
      property('Gem copies', card.gem_total),
      property('Gem rate', card.gem_rate),
    ],
  };
}

function Summary({ card }: { card: Card }): VNode {
  const { population_data: data } = card.population;
  const psa = data.by_grader.psa;
  const signed = psa?.auto_split?.auto.total ?? 0;
  const growth = card.growth?.month;
  return (
    <dl class="summary">
      <Fact label="Graded copies">{number(card.total_population)}</Fact>
      {card.graders_included.map((grader) => (
        <Fact label={GEM_GRADES[grader]}>
          {number(data.by_grader[grader]?.gem_total ?? 0)}
          <small>
            {gemRate(data.by_grader[grader]?.gem_total ?? 0, data.by_grader[grader]?.total ?? 0)}
          </small>
        </Fact>
      ))}
      <Fact label="Gem rate">{gemRate(card.gem_total, card.total_population)}</Fact>
      {growth && (
        <Fact label="Last 30 days">
          {growth.total > 0 && '+'}
          {number(growth.total)}
        </Fact>
      )}
      {psa && signed > 0 && (
        <Fact label="Autographed (PSA)">
          {percent(signed / Math.max(1, psa.total))}
          <small>{number(signed)}</small>
        </Fact>
      )}
      <Fact label="Last change">
        <span class="date">{day(data.last_population_change)}</span>
      </Fact>
    </dl>
  );
}
