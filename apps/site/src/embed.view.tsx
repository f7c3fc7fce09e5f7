import type { Card, GradeMapRow } from '@gcd/client';
import { renderToString } from 'preact-render-to-string';
import { assetUrl } from './assets.js';
import { cardPath } from './addresses.js';
import { GradeBars } from './charts/grade-bars.js';
import { Legend } from './charts/legend.js';
import { counted, day, number, gemRate } from './format.js';
import { SITE_NAME } from './head.view.js';
import type { Frame } from './page.js';
import { gradeCounts } from './population.js';

/** Renders the population of a card as a small page that other sites can show in a frame. */
export function embedHtml(card: Card, grades: readonly GradeMapRow[], frame: Frame): string {
  const { population_data: data, graders_included: graders } = card.population;
  const rows = gradeCounts(data.by_grader, graders, grades);
  const url = frame.siteUrl + cardPath(card);
  return `<!doctype html>${renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`Graded copies of ${card.display_name}`}</title>
        <link rel="canonical" href={url} />
        <link rel="icon" href={assetUrl('icon.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={assetUrl('site.css')} />
      </head>
      <body class="embed">
        <main>
          <h1>
            <a href={url} target="_blank" rel="noopener">
              {card.display_name}
            </a>
          </h1>
          <p>
            <b>{number(card.total_population)}</b> graded,{' '}
            <b>{gemRate(card.gem_total, card.total_population)}</b> gem
          </p>
          <figure>
            <GradeBars
              rows={rows}
              graders={graders}
              total={data.total}
              caption={`Bar chart of ${counted(data.total, 'copy', 'copies')} by grade.`}
            />
            <Legend
              graders={graders}
              valueFor={(grader) => number(data.by_grader[grader]?.total ?? 0)}
            />
          </figure>
          <p class="quiet">
            {frame.isSample ? 'Sample data: the numbers are generated. ' : ''}
            {SITE_NAME}, data up to {day(data.data_last_updated)}
          </p>
        </main>
      </body>
    </html>,
  )}`;
}
