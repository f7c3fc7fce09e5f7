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
import { filterTsquery, type QueryWord, readQuery, toTsquery } from '@gcd/search-terms';
import { Injectable } from '@nestjs/common';
import { MAX_COMPLETIONS, termsOf, withCompletions } from './completions.js';
import {
  type Finding,
  type FoundCard,
  ignoredWords,
  rank,
  termsOfCard,
  withMost,
} from './finding.js';
import { allWords, relaxationSteps, type SearchStep } from './relaxation.js';
import { readEntries, relevance } from './relevance.js';
import { MAX_CANDIDATES, SearchQueries } from './search.queries.js';
import { SimilarSearch } from './similar.search.js';
import { toText } from './similar-queries.js';
import { Vocabulary } from './vocabulary.js';
import { costOf, WorkBudget } from './work-budget.js';

/** A page of results, as internal ids of cards. */
export interface ResultPage {
  readonly cards: readonly number[];
  readonly hasMore: boolean;
  /** Number of matching cards, at most {@link MAX_SEARCH_TOTAL}. */
  readonly total: number;
  readonly isTotalExact: boolean;
  /** The words of the query that the first result does not have, as typed. */
  readonly ignoredWords: readonly string[];
  /** Present only if words were corrected, or dropped because no card contains them. */
  readonly correctedQuery?: string;
}

/** Finds the cards that match a query and ranks them. */
@Injectable()
export class SearchService {
  constructor(
    private readonly queries: SearchQueries,
    private readonly similar: SimilarSearch,
  ) {}

  /** Returns one page of the cards that the first successful relaxation step finds. */
  async page(request: RequestOf<typeof searchSimple>): Promise<ResultPage> {
    const filter = filterTsquery(request);
    const finding = await this.find(request.query, filter);
    if (!finding) {
      return { cards: [], hasMore: false, total: 0, isTotalExact: true, ignoredWords: [] };
    }
    const ranked = rank(finding);
    const [best] = ranked;
    const start = (request.page - 1) * SEARCH_PAGE_SIZE;
    const end = start + SEARCH_PAGE_SIZE;
    return {
      cards: ranked.slice(start, end).map(({ card }) => card),
      hasMore: request.page < SEARCH_PAGES && ranked.length > end,
      ...(await this.countCards(finding, filter)),
      ignoredWords: best ? ignoredWords(finding, best) : [],
      ...(finding.corrected && { correctedQuery: finding.corrected.text }),
    };
  }

  /** Returns the cards that match a query and the words to rank them by, or undefined if no card matches. */
  async find(query: string, filter = ''): Promise<Finding | undefined> {
    const typed = readQuery(query, true);
    if (typed.length === 0) return undefined;
    const { words, vocabulary } = await this.complete(typed);
    const failed: QueryWord[][] = [];
    return (
      (await this.findWords(words, vocabulary, failed, filter)) ??
      (await this.findSimilar(words, failed, filter))
    );
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
   * Searches for the words as typed, and returns the cards of the first relaxation step that finds any. Skips steps that
   * require a word that no card contains, and steps that the budget does not allow.
   * @param failed receives the words of each step that finds no cards
   */
  private async findWords(
    words: readonly QueryWord[],
    vocabulary: Vocabulary,
    failed: QueryWord[][],
    filter: string,
  ): Promise<Finding | undefined> {
    const budget = new WorkBudget();
    const isKnown = ({ required }: SearchStep) => required.every((word) => vocabulary.knows(word));
    const isAllowed = ({ required }: SearchStep) => budget.allows(costOf(required, vocabulary));
    const isWorthwhile = (step: SearchStep) => isKnown(step) && isAllowed(step);
    for (const step of relaxationSteps(words)) {
      if (!isAllowed(step)) continue;
      if (isKnown(step)) {
        const found = await this.findFitting(step, filter, isWorthwhile);
        if (found.cards.length > 0) return { step, ...found, typed: words, words };
      }
      failed.push([...step.required]);
    }
    return undefined;
  }

  /** Searches for similar queries, and returns the cards of the first one that has results. */
  private async findSimilar(
    words: readonly QueryWord[],
    failed: readonly QueryWord[][],
    filter: string,
  ): Promise<Finding | undefined> {
    const query = await this.similar.find(words, failed, filter);
    if (!query) return undefined;
    // The words that the corrected query omits still help to rank the cards.
    const rest = words.filter(({ text }) => !query.some((word) => word.text === text));
    const find = async (each: readonly QueryWord[]): Promise<Finding> => {
      const step = allWords(each);
      const found = await this.findCards(step, filter);
      return { step, ...found, typed: words, words: [...query, ...rest] };
    };
    const isCorrected = query.some((word) => !words.includes(word));
    const found = isCorrected ? await find(query) : undefined;
    const [best] = found ? rank({ ...found, corrected: { text: '', words: query } }) : [];
    const text = await this.textOf(query, best);
    const corrected = { text, words: query };
    // A word may have several corrections. Find only the cards that a search for the shown text finds.
    const { words: shown } = await this.complete(readQuery(text, true));
    if (found && meaningOf(shown) === meaningOf(query)) return { ...found, corrected };
    const kept = await find(shown);
    return { ...(kept.cards.length > 0 ? kept : (found ?? (await find(query)))), corrected };
  }

  /** Returns a corrected query as text. @param best the best card, which shows how to spell corrected words */
  private async textOf(query: readonly QueryWord[], best: FoundCard | undefined): Promise<string> {
    const [card] = best ? await this.queries.findCards([best.card]) : [];
    return toText(query, best ? termsOfCard(best) : new Set(), card?.description ?? '');
  }

  /**
   * Finds the cards of a step. If the step requires a match on a single grader card, drops cards without such a match.
   * If too many cards match, also runs the narrower steps that are allowed. Keeps the cards with the most preferred
   * words.
   */
  private async findFitting(
    step: SearchStep,
    filter: string,
    isAllowed: (step: SearchStep) => boolean,
  ): Promise<Pick<Finding, 'cards' | 'known' | 'isFiltered'>> {
    let { cards, known } = await this.findCards(step, filter);
    if (known.matches >= MAX_CANDIDATES) {
      for (const narrower of (step.narrower ?? []).filter(isAllowed)) {
        cards = cards.concat((await this.findCards(narrower, filter)).cards);
      }
      cards = [...new Map(cards.map((card) => [card.card, card])).values()];
    }
    if (step.byEntry) {
      cards = cards.filter(({ entries }) => entries.some(({ terms }) => step.fits(terms)));
    }
    const kept = withMost(step.preferred ?? [], cards);
    return { cards: kept, known, isFiltered: step.byEntry || kept.length < cards.length };
  }

  private async countCards(
    { step: { tsquery }, cards, known: { matches, allTiers }, isFiltered }: Finding,
    filter: string,
  ): Promise<Pick<ResultPage, 'total' | 'isTotalExact'>> {
    if (isFiltered) {
      return {
        total: Math.min(cards.length, MAX_SEARCH_TOTAL),
        isTotalExact: matches < MAX_CANDIDATES,
      };
    }
    if (matches > MAX_SEARCH_TOTAL) return { total: MAX_SEARCH_TOTAL, isTotalExact: false };
    // Short prefixes are not searched in the last tier, so the number of cards may be too low.
    const hasShortPrefix = tsquery(true) !== tsquery(false);
    if (allTiers) {
      const isExact = !(hasShortPrefix && (await this.queries.hasLastTier()));
      return { total: matches, isTotalExact: isExact };
    }
    const { count, hasLastTier } = await this.queries.countCards(
      tsquery(true) + filter,
      tsquery(false) + filter,
      MAX_SEARCH_TOTAL + 1,
    );
    return {
      total: Math.min(count, MAX_SEARCH_TOTAL),
      isTotalExact: count <= MAX_SEARCH_TOTAL && !(hasShortPrefix && hasLastTier),
    };
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
   * Finds the most popular matching cards and, if there may be more, the matching cards whose card number or whole name
   * is in the query.
   */
  private async findCards(
    { tsquery, stricter }: SearchStep,
    filter = '',
  ): Promise<Pick<Finding, 'cards' | 'known'>> {
    const popular = await this.queries.findCandidates(
      tsquery(true) + filter,
      tsquery(false) + filter,
    );
    const numbered =
      popular.matches < MAX_CANDIDATES || !stricter
        ? null
        : await this.queries.findCandidates(stricter(true) + filter, stricter(false) + filter);
    const rows = [...popular.cards, ...(numbered?.cards ?? [])];
    const cards = [...new Map(rows.map((row) => [row.card, row])).values()];
    return {
      cards: cards.map((row) => ({ ...row, entries: readEntries(row.entries) })),
      known: popular,
    };
  }
}

/** Returns a condition that is the same for queries that match the same cards. */
const meaningOf = (words: readonly QueryWord[]) => toTsquery(words, { withShortPrefixes: true });
