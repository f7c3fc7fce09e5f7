import { overloaded } from '@gcd/contracts/errors';
import { Levers } from '@gcd/nats/levers';
import {
  and,
  isInScript,
  isNothing,
  type Lexeme,
  type LexemeQuery,
  lexemesIn,
  maxTypos,
  type QueryWord,
  queryOf,
  spellingsOf,
  withoutShortPrefixes,
} from '@gcd/search-terms';
import { Injectable } from '@nestjs/common';
import { CardIndex, type ScoredQuery } from './card.index.js';
import { atLeast } from './condition.js';
import { byScore, type FoundCard, formOn, type RankedCard, rank, readCard } from './finding.js';
import { type Form, type WeighedWord, weigh, withForms } from './forms.js';
import { SearchQueries } from './search.queries.js';
import { Vocabulary, vocabularyRequest } from './vocabulary.js';

/** Maximum number of words to find candidates by. The most informative words are chosen. */
const MAX_SEARCHED = 5;
/**
 * Maximum cost of the forms by which candidates with more than two of the words are found. A card with a less likely form
 * has other words of the query, by which it is found as well.
 */
const MAX_LIKELY = 2;
/** Maximum number of words to rank by. */
const MAX_WORDS = 16;
/**
 * Maximum work of one search, as a defense against hostile input. The work of a statement is the number of its terms
 * times the number of cards with its rarest word, because PostgreSQL reads roughly that number of index entries.
 */
const MAX_WORK = 500_000;
/** Worth of a match in the card number or the name, relative to the information of words. */
const IN_FIELD = { number: 3, name: 1.5 } as const;

/** The cards that match a query best, although none has all its words. */
export interface Closest {
  /** The cards, best first. */
  readonly cards: readonly RankedCard[];
  readonly words: readonly WeighedWord[];
  /** Whether the best card lacks a needed word that other cards have. */
  readonly isPartial: boolean;
  /** The words that the best card has. */
  readonly kept: readonly QueryWord[];
  /** The query that finds the best card, if words were corrected. */
  readonly correctedQuery?: string;
}

/** A word to find candidates by. */
interface SearchedWord extends WeighedWord {
  readonly query: LexemeQuery;
  readonly frequency: number;
}

/** Finds the cards that match a query best if no card has all its words. */
@Injectable()
export class ClosestSearch {
  constructor(
    private readonly index: CardIndex,
    private readonly queries: SearchQueries,
    private readonly levers: Levers,
  ) {}

  /**
   * Ranks the cards that have most of the informative words, then those that have fewer, until cards with fewer words
   * cannot be better.
   * @param filter lexemes that cards must have
   * @returns undefined if no card has a word that is neither a year nor a number
   * @throws ApiError (503) if an operator has switched corrections off
   */
  async find(
    typed: readonly QueryWord[],
    filter: readonly Lexeme[] = [],
  ): Promise<Closest | undefined> {
    if (typed.length === 0) return undefined;
    if (this.levers.isOff('corrections')) {
      throw overloaded('No card has all words, and corrections are switched off for a short time.');
    }
    const { terms, keys, beginning } = vocabularyRequest(typed);
    const vocabulary = new Vocabulary(
      await this.queries.findTerms(terms, keys, beginning, maxTypos(beginning) > 0),
    );
    const words = weigh(typed, vocabulary);
    const likely = searchedWords(words, vocabulary, MAX_LIKELY);
    const all = searchedWords(words, vocabulary);
    const found = new Map<number, RankedCard>();
    let ranked: RankedCard[] = [];
    let work = 0;
    for (let count = all.length; count > 0; count -= 1) {
      const searched = count > 2 ? likely : all;
      const parts: LexemeQuery[] = [];
      const lost = ranked[0]?.lost ?? Number.POSITIVE_INFINITY;
      for (const [index, part] of partsOf(searched, count, lost).entries()) {
        const cost = lexemesIn(part.query).length * part.frequency;
        const isFirst = count === searched.length && index === 0;
        if (!isFirst && work + cost > MAX_WORK) continue;
        work += cost;
        parts.push(and(part.query, ...filter));
      }
      if (parts.length === 0) continue;
      const rows = await this.index.findClosest(parts, scoresOf(words));
      const cards = rows
        .filter(({ card }) => !found.has(card))
        .map(readCard)
        .filter((card) => isNamed(words, card));
      for (const card of rank(words, cards)) found.set(card.card, card);
      ranked = [...found.values()].sort(byScore);
      if (ranked[0] && ranked[0].lost <= leastLost(searched, searched.length - count + 1)) break;
    }
    const [best] = ranked;
    if (!best) return undefined;
    const isPartial = words.some(
      (each) => each.word.kind !== 'noise' && each.forms.length > 0 && !formOn(best, each),
    );
    return { cards: ranked, words, isPartial, ...(await this.describe(words, best)) };
  }

  /** Returns the words that the best card has and, if words were corrected, the query with the words as on the card. */
  private async describe(
    words: readonly WeighedWord[],
    best: RankedCard,
  ): Promise<Pick<Closest, 'kept' | 'correctedQuery'>> {
    const had = wordsOn(best, words);
    const kept = had.map(({ word, form }) => ({
      ...word,
      variants: form.isCorrection ? [form.variant] : word.variants,
    }));
    if (!had.some(({ form }) => form.isCorrection)) return { kept };
    const [card] = await this.queries.findCards([best.card]);
    const spellings = spellingsOf(card?.description ?? '');
    const text = had.map(({ word, form }) => {
      const isShown =
        form.isCorrection &&
        !/^(number|digits)$/.test(word.looksLike) &&
        !form.variant.terms.some(isInScript);
      return isShown
        ? form.variant.terms.map((term) => spellings.get(term) ?? term).join(' ')
        : word.text;
    });
    return { kept, correctedQuery: text.join(' ') };
  }
}

/**
 * Returns the words that a card has, and their forms on the card. Words that no card needs are left out. If a word for a
 * parallel is missing, all of them are left out, because other parallels match as well.
 */
function wordsOn(
  card: FoundCard,
  words: readonly WeighedWord[],
): { readonly word: QueryWord; readonly form: Form }[] {
  const forms = words.map((each) => formOn(card, each));
  const all = words.flatMap((each, index) => {
    const joined = [forms[index - 1], forms[index + 1]].find(
      (form) => form && each.forms.includes(form),
    );
    const form = joined ?? forms[index];
    return form ? [{ word: each.word, form }] : [];
  });
  const needed = all.filter(({ word }) => word.kind !== 'noise');
  const isOptional = ({ word }: { readonly word: QueryWord }) => word.kind === 'optional';
  const isMissed = words.filter(isOptional).length > needed.filter(isOptional).length;
  const identifying = needed.filter((each) => !isOptional(each));
  const kept = isMissed && identifying.length > 0 ? identifying : needed.length > 0 ? needed : all;
  // Two words that are joined have the same form.
  return kept.filter(({ form }, index) => form !== kept[index - 1]?.form);
}

/** Returns the most informative words of a query with their forms up to a cost, rarest first. */
function searchedWords(
  words: readonly WeighedWord[],
  vocabulary: Vocabulary,
  maxCost = Number.POSITIVE_INFINITY,
): SearchedWord[] {
  const known = words.filter((each) => !isNothing(wordQuery(withForms(each))));
  // A card that only has words which no card needs is none that the query means.
  const isMeant = ({ word }: WeighedWord) => word.kind !== 'noise';
  return (words.some(isMeant) ? known.filter(isMeant) : known)
    .toSorted((a, b) => b.information - a.information)
    .slice(0, MAX_SEARCHED)
    .map((each) => {
      const word = withForms({ ...each, forms: each.forms.filter(({ cost }) => cost <= maxCost) });
      return { ...each, query: wordQuery(word), frequency: vocabulary.frequency(word) };
    })
    .filter(({ query }) => !isNothing(query))
    .sort((a, b) => a.frequency - b.frequency);
}

/**
 * Returns the conditions that together find the cards with `count` of the words, one for each rarest word.
 * @param lost information that the best card so far lacks; a better card has all words with as much information
 */
function partsOf(
  searched: readonly SearchedWord[],
  count: number,
  lost: number,
): { readonly query: LexemeQuery; readonly frequency: number }[] {
  const required = searched.filter(({ information }) => information >= lost);
  const others = searched.filter((word) => !required.includes(word));
  const firsts = required.length > 0 ? [required] : others.map((word) => [word]);
  return firsts.flatMap((first, index) => {
    const rest = others.slice(required.length > 0 ? 0 : index + 1);
    const more = count - first.length;
    const isAlone = count === 1 && first[0]?.word.looksLike !== 'word';
    if (more < 0 || more > rest.length || isAlone) return [];
    const parts = first.map(({ query }) => query);
    const queries = rest.map(({ query }) => query);
    if (more > 0) parts.push(atLeast(more, queries));
    return [{ query: and(...parts), frequency: first[0]?.frequency ?? 0 }];
  });
}

/** Returns the least information that a card can lack if it lacks `count` of the words. */
function leastLost(words: readonly WeighedWord[], count: number): number {
  const sorted = words.map(({ information }) => information).sort((a, b) => a - b);
  return sorted.slice(0, count).reduce((sum, each) => sum + each, 0);
}

/** Returns the queries by which the index ranks candidates, roughly as {@link rank} does. */
export function scoresOf(words: readonly WeighedWord[]): ScoredQuery[] {
  return words
    .filter(({ forms }) => forms.length > 0)
    .toSorted((a, b) => b.information - a.information)
    .slice(0, MAX_WORDS)
    .flatMap((each) => {
      const { word, forms, information } = each;
      const typed = forms.filter(({ cost }) => cost === 0);
      const more = Math.min(
        information,
        ...forms.map(({ cost }) => cost).filter((cost) => cost > 0),
      );
      const isWord = word.looksLike === 'word' || word.looksLike === 'year';
      const mark = isWord ? 'name' : 'number';
      return [
        { query: wordQuery(withForms(each)), weight: information - more },
        { query: wordQuery(withForms({ ...each, forms: typed })), weight: more },
        { query: wordQuery(withForms(each), mark), weight: IN_FIELD[mark] },
      ].filter(({ query, weight }) => !isNothing(query) && weight > 0);
    });
}

/** Returns the query for a word. Short prefixes are not searched, because they match many words. */
function wordQuery(word: QueryWord, mark?: 'name' | 'number'): LexemeQuery {
  return withoutShortPrefixes(queryOf(word, mark));
}

/** Whether a card has a word that is neither a year nor a number. */
function isNamed(words: readonly WeighedWord[], card: FoundCard): boolean {
  return words.some((each) => each.word.looksLike === 'word' && formOn(card, each));
}
