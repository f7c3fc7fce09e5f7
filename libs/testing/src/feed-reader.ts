import { expect } from '@jest/globals';
import type { ApiResponse } from './api.ts';
import type { FeedStack } from './feed.ts';

const DAY_MS = 86_400_000;

export const CHANGES = '/v1/cards/population/changes';

/** Returns a date in UTC. @param offset number of days from today */
export function day(offset = 0): string {
  return new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
}

/** Formats rows for PSA cards as `populations.csv`. */
export function populations(...rows: readonly [id: string, date: string, tens: number][]): string {
  return `card_id,date,grades\n${rows.map(([id, date, tens]) => `${id},${date},"{""psa_10"": ${tens}}"\n`).join('')}`;
}

/** Formats rows as `matches.csv`. */
export function matches(...rows: readonly [id: string, universal: string][]): string {
  return `card_id,universal_card_id\n${rows.map((row) => `${row.join(',')}\n`).join('')}`;
}

export class FeedReader {
  private cards = 0;

  constructor(private readonly feed: FeedStack) {}

  get(parameters = ''): Promise<ApiResponse> {
    return this.feed.get(`${CHANGES}?${parameters}`);
  }

  /** Reads a page of the feed. @returns the data of the page @throws Error if the request fails */
  async page(parameters = '') {
    const { status, body } = await this.get(parameters);
    expect(status).toBe(200);
    return body.data;
  }

  async end(): Promise<string> {
    let newest = await this.page('limit=10000');
    while (newest.has_more) newest = await this.page(`limit=10000&cursor=${newest.next_cursor}`);
    return newest.next_cursor;
  }

  /** Runs work that changes cards, and returns the card ids that the work adds to the feed. */
  async putBy(work: () => Promise<unknown>): Promise<string[]> {
    const cursor = await this.end();
    await work();
    return (await this.page(`cursor=${cursor}`)).card_ids;
  }

  /** Returns unused card ids in ascending order. */
  newIds(count: number): string[] {
    this.cards += count;
    return Array.from({ length: count }, (_, index) =>
      String(this.cards - count + index).padStart(40, '0'),
    );
  }

  /** Imports new PSA cards, each with a population. @returns their ids in ascending order */
  async newCards(count: number): Promise<string[]> {
    const ids = this.newIds(count);
    await this.feed.load({
      'cards.csv': `card_id,grader,description\n${ids.map((id) => `${id},psa,x\n`).join('')}`,
      'populations.csv': populations(
        ...ids.map((id): [string, string, number] => [id, day(-9), 1]),
      ),
    });
    return ids;
  }
}
