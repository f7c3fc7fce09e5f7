import { GRADERS, type Grader } from '@gcd/contracts/graders';
import type { RequestOf } from '@gcd/contracts/operation';
import {
  MAX_SEARCH_TOTAL,
  SEARCH_ENTRIES,
  SEARCH_PAGE_SIZE,
  SEARCH_PAGES,
  type searchSimple,
  type searchStructured,
} from '@gcd/contracts/search';
import type { SetRow } from '@gcd/population/card-set';
import {
  and,
  filterLexemes,
  type Lexeme,
  meaningsOf,
  or,
  type QueryWord,
  readQuery,
  withoutShortPrefixes,
} from '@gcd/search-terms';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CardIndex, MAX_CANDIDATES } from './card.index.js';
import { ClosestSearch, scoresOf } from './closest.search.js';
import { MAX_COMPLETIONS, termsOf, withCompletions } from './completions.js';
import { allWords, type Condition } from './condition.js';
import {
  type Finding,
  type FoundCard,
  ignoredWords,
  type KnownMatches,
  rank,
  readCard,
} from './finding.js';
import { asTyped, type WeighedWord } from './forms.js';
import { relevance } from './relevance.js';
import { SearchQueries } from './search.queries.js';
import { Vocabulary } from './vocabulary.js';

/** A page of results, as internal ids of cards. */
export interface ResultPage {
  readonly cards: readonly number[];
  readonly hasMore: boolean;
  /** The sets that the query names. */
  readonly sets: readonly SetRow[];
  /** Number of matching cards, at most {@link MAX_SEARCH_TOTAL}. */
  readonly total: number;
  readonly isTotalExact: boolean;
  /** The words of the query that the first result does not have, as typed. */
  readonly ignoredWords: readonly string[];
  /** Present only if words were corrected. */
  readonly correctedQuery?: string;
}

/** Finds the cards that match a query and ranks them. */
@Injectable()
export class SearchService implements OnModuleInit {
  constructor(
    private readonly index: CardIndex,
    private readonly queries: SearchQueries,
    private readonly closest: ClosestSearch,
  ) {}

  onModuleInit(): void {
    // The first query reads the lists of synonyms, which could take so long that the gateway misses replies to its pings.
    readQuery('charizard', true);
  }

  /** Returns one page of the cards that match a query best. */
  async page(request: RequestOf<typeof searchSimple>): Promise<ResultPage> {
    const filter = filterLexemes(request).map((lexeme) => ({ lexeme }));
    const finding = await this.find(request.query, filter);
    const [best] = finding?.cards ?? [];
    if (!finding || !best) {
      const sets = await this.queries.findNamedSets(meaningsOf(request.query));
      return { cards: [], sets, hasMore: false, total: 0, isTotalExact: true, ignoredWords: [] };
    }
    const start = (request.page - 1) * SEARCH_PAGE_SIZE;
    const end = start + SEARCH_PAGE_SIZE;
    const { correctedQuery } = finding;
    const cards =
      request.sort === 'population'
        ? finding.cards.toSorted((a, b) => b.popularity - a.popularity)
        : finding.cards;
    return {
      cards: cards.slice(start, end).map(({ card }) => card),
      hasMore: request.page < SEARCH_PAGES && finding.cards.length > end,
      sets: await this.queries.findNamedSets(meaningsOf(correctedQuery ?? request.query)),
      ...(await this.countCards(finding, filter)),
      ignoredWords: ignoredWords(finding.words, best),
      ...(correctedQuery !== undefined && { correctedQuery }),
    };
  }

  /**
   * Returns the cards that match a query, or undefined if no card matches: the cards with all words, those that lack only
   * optional words, or else the closest cards.
   */
  async find(query: string, filter: readonly Lexeme[] = []): Promise<Finding | undefined> {
    const typed = readQuery(query, true);
    if (typed.length === 0) return undefined;
    const { words, vocabulary } = await this.complete(typed);
    const weighed = asTyped(words, vocabulary);
    const identifying = words.filter(({ kind }) => kind === 'identifying');
    for (const required of [neededWords(words), identifying]) {
      if (required.length === 0 || !required.every((word) => vocabulary.knows(word))) continue;
      const preferred = weighed.filter(({ word }) => !required.includes(word));
      const condition = allWords(required);
      const { cards, known } = await this.findCards(condition, filter, preferred);
      if (cards.length > 0)
        return { condition, cards: rank(weighed, cards), known, words: weighed };
      if (identifying.length === required.length) break;
    }
    return this.findClosest(words, filter);
  }

  /** Completes the last word of a query. Also returns the vocabulary of the query. */
  private async complete(
    typed: readonly QueryWord[],
  ): Promise<{ words: readonly QueryWord[]; vocabulary: Vocabulary }> {
    const { terms, prefixes } = termsOf(typed);
    const rows = await this.queries.findKnownTerms(terms, prefixes, MAX_COMPLETIONS + 1);
    const vocabulary = new Vocabulary(rows);
    return { words: withCompletions(typed, vocabulary), vocabulary };
  }

  /**
   * Finds the cards that match best, and all other cards that have the same words. If they lack a word of the query and do
   * not fill a page, the next closest cards do.
   */
  private async findClosest(
    typed: readonly QueryWord[],
    filter: readonly Lexeme[],
  ): Promise<Finding | undefined> {
    const closest = await this.closest.find(typed, filter);
    if (!closest) return undefined;
    const { correctedQuery, kept, words } = closest;
    const conditions = [allWords(kept)];
    if (correctedQuery !== undefined) {
      // A word may have several corrections. Find only the cards that a search for the shown text finds.
      const shown = await this.complete(readQuery(correctedQuery, true));
      conditions.unshift(allWords(neededWords(shown.words)));
    }
    for (const condition of conditions) {
      const { cards, known } = await this.findCards(condition, filter);
      const matching = distinct([
        ...cards,
        ...closest.cards.filter(({ terms }) => condition.fits(terms)),
      ]);
      if (matching.length === 0) continue;
      const all =
        closest.isPartial && matching.length < SEARCH_PAGE_SIZE
          ? distinct([...matching, ...closest.cards]).slice(0, SEARCH_PAGE_SIZE)
          : matching;
      return {
        condition,
        cards: rank(words, all),
        known: { ...known, matches: Math.max(known.matches, all.length) },
        words,
        ...(correctedQuery !== undefined && { correctedQuery }),
      };
    }
    return undefined;
  }

  private async countCards(
    { condition: { query }, known: { matches, isComplete } }: Finding,
    filter: readonly Lexeme[],
  ): Promise<Pick<ResultPage, 'total' | 'isTotalExact'>> {
    if (matches > MAX_SEARCH_TOTAL) return { total: MAX_SEARCH_TOTAL, isTotalExact: false };
    if (isComplete) return { total: matches, isTotalExact: true };
    const { count, isExact } = await this.index.countCards(
      and(query, ...filter),
      MAX_SEARCH_TOTAL + 1,
    );
    const total = Math.max(matches, Math.min(count, MAX_SEARCH_TOTAL));
    return { total, isTotalExact: isExact };
  }

  /**
   * Finds the grader cards that contain all words, and returns the best ones of each grader.
   * @returns scores by internal id, best first for each grader
   */
  async entries({
    query,
    grader,
  }: RequestOf<typeof searchStructured>): Promise<Map<number, number>> {
    const words = readQuery(query, false);
    const scores = new Map<number, number>();
    if (words.length === 0) return scores;
    const { fits } = allWords(words);
    for (const [each, cards] of await this.cardsOfGraders(words, grader ? [grader] : GRADERS)) {
      const ranked = cards
        .flatMap(({ popularity, entries }) =>
          entries
            .filter((entry) => entry.grader === each && fits(entry.terms))
            .map(({ id, terms }) => ({ id, score: relevance(words, terms, popularity) })),
        )
        .sort((a, b) => b.score - a.score || a.id - b.id);
      for (const { id, score } of ranked.slice(0, SEARCH_ENTRIES)) scores.set(id, score);
    }
    return scores;
  }

  /**
   * Finds the cards to rank for each grader. The first statement is for all graders. If there may be more matches,
   * there is a separate statement for each grader. Otherwise, the cards of one grader could crowd out those of another.
   */
  private async cardsOfGraders(
    words: readonly QueryWord[],
    graders: readonly Grader[],
  ): Promise<Map<Grader, FoundCard[]>> {
    if (graders.length > 1) {
      const { cards } = await this.findCards({ ...allWords(words), stricter: null });
      if (cards.length < MAX_CANDIDATES) return new Map(graders.map((grader) => [grader, cards]));
    }
    const found = new Map<Grader, FoundCard[]>();
    for (const grader of graders) {
      found.set(grader, (await this.findCards(allWords(words, grader))).cards);
    }
    return found;
  }

  /**
   * Finds the most popular matching cards. If there may be more, also finds the matching cards whose card number or whole
   * name is in the query, and those with most of the preferred words.
   */
  private async findCards(
    { query, stricter }: Condition,
    filter: readonly Lexeme[] = [],
    preferred: readonly WeighedWord[] = [],
  ): Promise<{ cards: FoundCard[]; known: KnownMatches }> {
    const popular = await this.index.findCandidates(and(query, ...filter));
    const rows = [...popular.cards];
    if (popular.matches >= MAX_CANDIDATES) {
      if (stricter) rows.push(...(await this.index.findCandidates(and(stricter, ...filter))).cards);
      const scores = scoresOf(preferred);
      if (scores.length > 0) {
        const any = or(...scores.map((each) => each.query));
        const part = and(withoutShortPrefixes(query), any, ...filter);
        rows.push(...(await this.index.findClosest([part], scores)));
      }
    }
    return { cards: distinct(rows).map(readCard), known: popular };
  }
}

/** Returns the cards without repetitions, each in its first place. */
function distinct<Card extends { readonly card: number }>(cards: readonly Card[]): Card[] {
  return [...new Map(cards.map((each) => [each.card, each])).values()];
}

/** Returns the words that a card must have: all except those that no card needs, if there are any. */
function neededWords(words: readonly QueryWord[]): readonly QueryWord[] {
  const needed = words.filter(({ kind }) => kind !== 'noise');
  return needed.length > 0 ? needed : words;
}
