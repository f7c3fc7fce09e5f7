import type { Grader } from '@gcd/contracts/graders';
import {
  type Field,
  findVariant,
  isCategory,
  isNoise,
  isOptionalInName,
  type QueryWord,
  readTerms,
} from '@gcd/search-terms';

/** A grader card as stored in the search index. */
export interface SearchedEntry {
  readonly grader: Grader;
  /** Internal id of the grader card. */
  readonly id: number;
  /** The field that contains each term. */
  readonly terms: ReadonlyMap<string, Field>;
}

/** Parses the grader cards of a card from text with one line per grader card. */
export function readEntries(lines: string): SearchedEntry[] {
  return lines.split('\n').map((line) => {
    const afterGrader = line.indexOf('\t');
    const afterId = line.indexOf('\t', afterGrader + 1);
    return {
      grader: line.slice(0, afterGrader) as Grader,
      id: Number(line.slice(afterGrader + 1, afterId)),
      terms: readTerms(line.slice(afterId + 1)),
    };
  });
}

/** `docs/search.md` explains how the weights affect the ranking. */
export const WEIGHTS = {
  /** Weight of a word, by the field that contains it. */
  worth: { number: 6, year: 4, name: 4, set: 2.5, subset: 2, parallel: 2, other: 1.5 },
  /** Weight of an identifying word that only another grader's record of the card contains. */
  elsewhere: 1,
  /** Weight of a word that looks like a card number, or like a year, but is found in another field. */
  numberElsewhere: 0.5,
  yearElsewhere: 1.5,
  /** Penalty for a term that the query excludes, as in `non-holo`. */
  excluded: 6,
  /** Factor for a word that matches only in a later variant, such as `89` as 1989. */
  laterVariant: 0.8,
  /** Factor for a word that matches only the beginning of a term. */
  beginning: 0.6,
  /** Penalty for each term of a grader card that is not in the query, by the field of the term. */
  unnamed: { number: 0, year: 0, name: 0.4, set: 0.15, subset: 0.3, parallel: 0.5, other: 0.05 },
  /** Maximum total penalty for terms that are not in the query. */
  mostUnnamed: 4,
  /**
   * Weight of each word of a name or a set, if all words of the field are in the query. Like popularity, it counts more
   * in a vague query.
   */
  whole: { name: 1.5, set: 0.5 },
  /** Weight of each factor of ten in the number of graded copies. */
  popularity: 0.35,
  /** Penalty for each unit of information that a card lacks. */
  lost: 2,
  /** Penalties for the plain card, and for another special print, if the query asks for a special print. */
  plain: 2,
  otherPrint: 1,
  /** Penalty for each year after the first card of a player, if the query asks for a rookie card, and its maximum. */
  later: 0.3,
  mostLater: 3,
  /** Penalty for a card of another sport than the team, position or league in the query. */
  otherSport: 3,
  /** Factors for the weight of popularity in a query of one word, two words, and so on. */
  vague: [3, 2],
};
/** Added to each score to keep it positive. */
const FLOOR = 1;

/**
 * Returns a score for how well a grader card matches a query. The score is the sum of the weights of matching words,
 * plus a small weight for popularity. Each term that is not in the query reduces the score by a penalty. The penalty
 * ranks a base card above its parallels unless the query names a parallel.
 * @param popularity number of graded copies of the card
 * @param known the words of the query that any card contains; the fewer they are, the more popularity counts
 * @returns a positive number, unless the card has a term that the query excludes
 */
export function relevance(
  query: readonly QueryWord[],
  terms: ReadonlyMap<string, Field>,
  popularity: number,
  known: readonly QueryWord[] = query,
): number {
  const named: Named = { whole: new Set(), begun: new Set() };
  let score = FLOOR + WEIGHTS.mostUnnamed;
  for (const word of query) score += worthOf(word, terms, named);
  const vague = vagueness(known);
  score -= unnamedIn(terms, named) / vague;
  const whole =
    WEIGHTS.whole.name * wholeWords('name', terms, named.whole) +
    WEIGHTS.whole.set * wholeWords('set', terms, named.whole);
  score += vague * (WEIGHTS.popularity * Math.log10(1 + popularity) + whole);
  return Math.round(score * 10_000) / 10_000;
}

/** The terms of a grader card that words of the query match completely, and those that words only begin. */
interface Named {
  readonly whole: Set<string>;
  readonly begun: Set<string>;
}

/**
 * Returns the penalty for the terms of a grader card that are not in the query. Those that no card needs do not count. A query that names only a set or a year
 * means its popular cards, whatever else is on them.
 */
function unnamedIn(terms: ReadonlyMap<string, Field>, named: Named): number {
  const isNamed = (term: string) => named.whole.has(term) || named.begun.has(term);
  const isCard = ([term, field]: [string, Field]) => /^(name|number)$/.test(field) && isNamed(term);
  if (![...terms].some(isCard)) return 0;
  let sum = 0;
  let isParallel = false;
  for (const [term, field] of terms) {
    if (isNamed(term) || isNoise(term) || isCharacter(term)) continue;
    if (field === 'set' && isCategory(term)) continue;
    // A parallel with a long name is still only one, and many cards exist only as holo cards.
    const isLesser = term === 'holo' || (field === 'parallel' && isParallel);
    sum += WEIGHTS.unnamed[field] * (isLesser ? LESSER : 1);
    isParallel ||= field === 'parallel' && term !== 'holo';
  }
  return Math.min(sum, WEIGHTS.mostUnnamed);
}

/** Whether a term is one character of a script without spaces. Queries have pairs of such characters. */
const isCharacter = (term: string): boolean => term.length === 1 && term >= '\u3000';

/** Share of the penalty for a term that `holo`, and the second and later words of a parallel, add. */
const LESSER = 0.3;

/** Words that Pokemon names have for a kind of card. The name is complete without them. */
const CARD_KINDS = new Set(['v', 'vmax', 'vstar', 'ex', 'gx']);

/** Terms of the other prints of a card whose label does not say that it is unlimited. */
const LIMITED = ['1st', 'shadowless'];

/**
 * Returns the number of words in a name or set if the query has all of them, and otherwise 0. Words that some graders add,
 * such as `HOLO` or the sport, and joined forms of words with a hyphen do not count.
 */
function wholeWords(
  field: 'name' | 'set',
  terms: ReadonlyMap<string, Field>,
  named: ReadonlySet<string>,
): number {
  const all = [...terms].flatMap(([term, each]) => (each === field ? [term] : []));
  if (!all.some((term) => named.has(term))) return 0;
  const isJoined = (term: string) =>
    all.reduce((rest, each) => (each === term ? rest : rest.replace(each, '')), term) === '';
  const words = all.filter((term) => !isJoined(term) && !isCharacter(term));
  const required = words.filter(
    (term) =>
      !(field === 'set' ? isCategory(term) : isOptionalInName(term) || CARD_KINDS.has(term)),
  );
  const needed = required.length > 0 ? required : words;
  return needed.every((term) => named.has(term)) ? needed.length : 0;
}

/**
 * Returns a factor for the weight of popularity. The factor is higher for a vague query: one with few words and no
 * number. Words about a copy, such as its grade, do not count.
 */
function vagueness(query: readonly QueryWord[]): number {
  const words = query.filter(({ kind }) => kind !== 'noise');
  return words.some(isNumber) ? 1 : (WEIGHTS.vague[words.length - 1] ?? 1);
}

function isNumber({ looksLike }: QueryWord): boolean {
  return looksLike === 'number' || looksLike === 'digits';
}

/**
 * Returns the weight of a word of the query.
 * @param named receives the matching terms of the grader card
 */
function worthOf(word: QueryWord, terms: ReadonlyMap<string, Field>, named: Named): number {
  const isNumeric = isNumber(word);
  // A grade is not the number of a card.
  if (isNumeric && word.kind === 'noise') return 0;
  let best = 0;
  word.variants.forEach((variant, rank) => {
    const found = findVariant(variant, terms);
    if (!found) return;
    for (const term of found) named[variant.prefix ? 'begun' : 'whole'].add(term);
    const fields = found.map((term) => terms.get(term) as Field);
    const first = isNumeric && fields.includes('number') ? 'number' : (fields[0] as Field);
    // Some graders list a parallel such as "Holo" in the name.
    const field = first === 'name' && found.every(isOptionalInName) ? 'parallel' : first;
    // In the query, "rookie" means a player's rookie card, not a set or subset such as "Rookies & Stars".
    if ((field === 'subset' || field === 'set') && found[0] === 'rookie') return;
    const isElsewhere = isNumeric && field !== 'number' && field !== 'year';
    const isYearElsewhere = word.looksLike === 'year' && field !== 'year';
    // Two digits are as often a year as a card number.
    const isShortYear = isNumeric && field === 'year' && /^\d\d$/.test(word.text);
    const worth = isElsewhere
      ? WEIGHTS.numberElsewhere
      : isYearElsewhere
        ? WEIGHTS.yearElsewhere
        : WEIGHTS.worth[isShortYear ? 'number' : field];
    const later = rank === 0 || isShortYear ? 1 : WEIGHTS.laterVariant;
    const less = variant.worth ?? (variant.prefix ? WEIGHTS.beginning : later);
    best = Math.max(best, worth * less);
  });
  if (best === 0 && word.excludes && terms.has(word.excludes)) return -WEIGHTS.excluded;
  if (best === 0 && word.text === 'unlimited') {
    return LIMITED.some((term) => terms.has(term)) ? -WEIGHTS.excluded : WEIGHTS.worth.parallel;
  }
  return best || (word.kind === 'identifying' ? WEIGHTS.elsewhere : 0);
}
