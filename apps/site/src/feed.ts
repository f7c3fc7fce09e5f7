import type { CardPopulationBatch, Grader } from '@gcd/client';
import { h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { cardPath } from './addresses.js';
import { counted, day, GRADERS, graderName, number } from './format.js';
import { SITE_NAME } from './head.view.js';

/** Number of cards that a feed covers, and of its entries. */
export const MAX_FEED_CARDS = 50;

/** What a feed is about. Paths begin with a slash. */
interface FeedSubject {
  readonly title: string;
  readonly path: string;
  readonly feedPath: string;
}

type Batched = CardPopulationBatch['cards'][number];

interface Change {
  readonly card: Batched;
  readonly date: string;
  /** The graders whose counts changed last on the date. */
  readonly graders: readonly Grader[];
}

/**
 * Renders the latest changes of cards as an Atom feed. The API knows the date of the last change of each grader, so a
 * card has an entry for each of these dates.
 */
export function atomFeed(
  { title, path, feedPath }: FeedSubject,
  cards: readonly Batched[],
  siteUrl: string,
): string {
  const changes = cards
    .flatMap(changesOf)
    .sort((one, other) => other.date.localeCompare(one.date))
    .slice(0, MAX_FEED_CARDS);
  const feed = h('feed', { xmlns: 'http://www.w3.org/2005/Atom' }, [
    h('title', {}, `Changes of ${title}`),
    h('subtitle', {}, `Latest changes of the ${MAX_FEED_CARDS} most graded cards`),
    h('id', {}, siteUrl + feedPath),
    h('link', { rel: 'self', type: 'application/atom+xml', href: siteUrl + feedPath }),
    h('link', { rel: 'alternate', type: 'text/html', href: siteUrl + path }),
    h('updated', {}, startOf(changes[0]?.date ?? '1970-01-01')),
    h('author', {}, h('name', {}, SITE_NAME)),
    ...changes.map((change) => entryOf(change, siteUrl)),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${renderToString(feed)}\n`;
}

function changesOf(card: Batched): Change[] {
  const { by_grader } = card.population.population_data;
  const dateOf = (grader: Grader) => by_grader[grader]?.last_population_change ?? null;
  const dates = new Set(GRADERS.flatMap((grader) => dateOf(grader) ?? []));
  return [...dates].map((date) => ({
    card,
    date,
    graders: GRADERS.filter((grader) => dateOf(grader) === date),
  }));
}

function entryOf({ card, date, graders }: Change, siteUrl: string): VNode {
  const { by_grader, last_population_change } = card.population.population_data;
  const week = card.growth?.week;
  const counts = graders.map((grader) => {
    const { total = 0, gem_total = 0 } = by_grader[grader] ?? {};
    return `${graderName(grader)}: ${counted(total, 'copy', 'copies')}, ${number(gem_total)} gem.`;
  });
  if (week && week.total > 0 && date === last_population_change && date > week.since) {
    const over = week.graders_included.map(graderName).join(', ');
    counts.push(
      `${counted(week.total, 'copy', 'copies')} added since ${day(week.since)} (${over}).`,
    );
  }
  return h('entry', {}, [
    h('title', {}, `${card.display_name}: ${graders.map(graderName).join(', ')}`),
    h('id', {}, `${siteUrl}/card/${card.requested_id}#${date}`),
    h('link', { rel: 'alternate', type: 'text/html', href: siteUrl + cardPath(card) }),
    h('updated', {}, startOf(date)),
    h('summary', {}, counts.join(' ')),
  ]);
}

const startOf = (date: string): string => `${date}T00:00:00Z`;
