import { isAboutCopy, isNoise, isOptional, mayBeTeam } from './optional-terms.js';
import { isTranslatedName, synonymsFrom, synonymsOf } from './synonyms.js';
import { isInScript, joined, termOf } from './terms.js';
import { continuations, markedYear, type Variant, variantsOf } from './variants.js';
import { type Word, wordsOf } from './words.js';

/**
 * Role of a word in a query. `noise`: a word that no card needs, such as a grade, a team, or `rookie`. `optional`:
 * usually a parallel or a rarity, but possibly a name. `serial`: possibly the number of a copy in its print run.
 */
export type QueryWordKind = 'identifying' | 'optional' | 'serial' | 'noise';

export interface QueryWord {
  /** The word as typed, in lower case. */
  readonly text: string;
  /** The words of the query that this word was read from, exactly as typed. */
  readonly typed: readonly string[];
  /** Possible meanings of the word, most likely first. A card may match any of them. */
  readonly variants: readonly Variant[];
  readonly kind: QueryWordKind;
  readonly looksLike: 'year' | 'number' | 'digits' | 'word';
  /** A term that the card should not have, as in `non-holo`. */
  readonly excludes?: string;
}

/** Words that are ignored in queries. For example, some descriptions contain `&` instead of `and`. */
const LEFT_OUT = new Set(['and']);

const GRADER = /^(psa|bgs|bvg|bccg|sgc|cgc|csg|beckett)$/;
const GRADER_GRADE = /^(psa|bgs|sgc|cgc|csg)\d+$/;
/** Matches the mark of a number that is written apart, as in `# 82`. */
const SPACED_NUMBER = /(?<!\S)#\s+(?=\p{L}{0,4}-?\d)/gu;
const PASTED_URL = /(?:\bhttps?:\/\/|\bwww\.)[^/\s]*(\S*)/gi;
/** Matches a card number with a hyphen, such as `btp-43` or `22-23`. */
const CODE = /^(\p{L}{1,4}|\d+)-\d+\p{L}?$/u;
/**
 * Matches a year that is written together with the word before or after it, as in `2005crosby` and `fleer86`. Shorter
 * words with two digits are card numbers, such as `BCP41`.
 */
const WITH_YEAR =
  /^(\p{L}{2,})((?:19|20)\d\d)$|^((?:19|20)\d\d)(\p{L}{2,})$|^(\p{L}{5,})(\d\d)$|^(\d\d)(\p{L}{4,})$/u;
const SEASON = /^'?((?:1[89]|20)?\d\d) ((?:1[89]|20)?\d\d)$/;
const NON = /^non-?(.+)$/;
const GRADE = /^([1-9]|10)$/;
/** Words that precede a grade, as in `gem mint 10` and `black label 10`. */
const BEFORE_GRADE = /^(grade|graded|gem|mint|(ex-|nm-)?mt|gemmint|pristine|perfect|label)$/;
/**
 * Parses a search query.
 * @param isTyped whether the query is still being typed; if so, the last word may be a prefix, and synonyms apply
 * @returns the words that a card must contain, in order; none if `text` contains neither letters nor digits
 */
export function readQuery(text: string, isTyped: boolean): QueryWord[] {
  const words = joinSeasons(
    wordsOf((isTyped ? withoutUrls(text) : text).replace(SPACED_NUMBER, '#'))
      .filter((word) => !LEFT_OUT.has(spelling(word)))
      .flatMap(splitAtHyphens),
  );
  const percentages = new Set([...text.matchAll(/(\d+) ?%/g)].map(([, number]) => number));
  const seen = new Set<string>();
  const query: QueryWord[] = [];
  for (let index = 0; index < words.length; ) {
    const exclusion = isTyped ? exclusionAt(words, index) : null;
    const [length, meanings] = isTyped ? phraseAt(words, index) : NO_PHRASE;
    const isLast = index + length === words.length;
    const read =
      length === 1
        ? readWord(words, index, isTyped && isLast)
        : readPhrase(words.slice(index, index + length), isTyped && isLast);
    // Sellers write `100% authentic`.
    const isSet = length > 1 && meanings.some(({ terms }) => terms.some(isInScript));
    const kind = percentages.has(read.text) ? 'noise' : isSet ? 'identifying' : read.kind;
    const typed = { ...read, variants: [...read.variants, ...meanings], kind };
    const [word, typedWords] = exclusion ?? [typed, length];
    index += typedWords;
    const key = JSON.stringify(word.variants);
    if (seen.has(key)) continue;
    seen.add(key);
    query.push(word);
  }
  return query.map((word) => ({ ...word, variants: withoutOthers(word, query) }));
}

/** Each word needs its own word on a card, so `mew` in `mewtwo & mew` is not the beginning of `mewtwo`. */
function withoutOthers(word: QueryWord, query: readonly QueryWord[]): Variant[] {
  const others = query
    .filter((each) => each !== word)
    .flatMap(({ variants: [own] }) => own?.terms ?? []);
  return word.variants.map((variant) => {
    const beginning = variant.terms.at(-1) ?? '';
    const besides = variant.prefix ? others.filter((term) => term.startsWith(beginning)) : [];
    return besides.length > 0 ? { ...variant, besides } : variant;
  });
}

/** A word of a query, possibly one of several that were typed with hyphens. */
type TypedWord = Word & {
  /** The term for all words that were typed with hyphens, if this word is one of them. */
  readonly joined?: string;
};

/**
 * Splits words that are joined by hyphens or full stops, because each of them has its own role: `charizard-mint`. Keeps
 * card numbers (`BTP-43`), initials (`J.R.`, `O-Pee-Chee`) and the words of the lists (`nm-mt`).
 */
function splitAtHyphens(word: Word): TypedWord[] {
  if (word.kind !== 'plain' || word.numbered) return [word];
  const text = spelling(word);
  const parts = WITH_YEAR.exec(text)?.slice(1).filter(Boolean) ?? [];
  if (parts.length > 0)
    return parts
      .flatMap(wordsOf)
      .map((each) => ({ ...each, joined: joined(word.pieces), aside: word.aside }));
  if (word.pieces.length === 1) return [word];
  if (isNoise(text) || isOptional(text) || NON.test(text)) return [word];
  if (CODE.test(text) || word.pieces.some((piece) => /^\p{L}$/u.test(piece))) return [word];
  const term = joined(word.pieces);
  return word.pieces.flatMap(wordsOf).map((each) => ({ ...each, joined: term, aside: word.aside }));
}

/** Joins two consecutive years to a season: `1996 97` and `96 97` are 1996-97. */
function joinSeasons(words: readonly TypedWord[]): TypedWord[] {
  const joinedWords: TypedWord[] = [];
  for (const word of words) {
    const first = joinedWords.at(-1);
    const typed = `${first?.typed} ${word.typed}`;
    const [, from, to] = SEASON.exec(typed) ?? [];
    if (!first || first.numbered || Number(to) % 100 !== (Number(from) + 1) % 100) {
      joinedWords.push(word);
    } else {
      joinedWords.splice(-1, 1, ...wordsOf(`${from}-${to}`).map((each) => ({ ...each, typed })));
    }
  }
  return joinedWords;
}

/** Replaces each URL with the parts of its path that consist of several words. Many sites name the card there. */
function withoutUrls(text: string): string {
  return text.replace(PASTED_URL, (_, path: string) => {
    const named = path.split(/[/?#&=]/).filter((part) => /\p{L}/u.test(part) && /[-_+]/.test(part));
    return named.join(' ').replace(/[-_+]/g, ' ');
  });
}

const MAX_PHRASE = 6;
const NO_PHRASE: [number, Variant[]] = [1, []];

/**
 * Finds the longest synonym, or name of several words that has another name in Japanese, that starts at a word.
 * @returns the number of its words, at least one, and its meanings
 */
function phraseAt(words: readonly Word[], start: number): [number, Variant[]] {
  for (let length = Math.min(MAX_PHRASE, words.length - start); length > 0; length -= 1) {
    const phrase = words.slice(start, start + length);
    if (phrase.some((word) => word.kind !== 'plain' || isCardNumber(word))) continue;
    const written = phrase.map(spelling).join(' ').replaceAll('-', ' ');
    const isUnfinished = length > 1 && start + length === words.length;
    const known = synonymsOf(written);
    const meanings = known.length === 0 && isUnfinished ? synonymsFrom(written) : known;
    if (meanings.length > 0 || isTranslatedName(written))
      return [length, meanings.map((terms) => ({ terms, worth: 0.8 }))];
  }
  return NO_PHRASE;
}

/** Whether a word can only be a card number. Unlike `SV01`, `SWSH001` is not the code of a set. */
function isCardNumber(word: Word): boolean {
  return looksLike(word) === 'number' || /0\d\d$/.test(word.typed);
}

/**
 * Reads a word such as `non-holo`, `nonholo` or `non holo`.
 * @returns the word, and the number of typed words; null if another word starts here
 */
function exclusionAt(words: readonly Word[], index: number): [QueryWord, number] | null {
  const [first = '', next = ''] = words.slice(index, index + 2).map(spelling);
  const length = first === 'non' ? 2 : 1;
  const excluded = length === 2 ? next : (NON.exec(first)?.[1] ?? '');
  if (!isOptional(excluded)) return null;
  const excludes = termOf(excluded);
  const variants = [{ terms: ['non', excludes] }, { terms: [`non${excludes}`] }];
  const typed = words.slice(index, index + length).map((word) => word.typed);
  const text = `non-${excluded}`;
  return [{ text, typed, variants, kind: 'noise', looksLike: 'word', excludes }, length];
}

function readWord(words: readonly TypedWord[], index: number, isPrefix: boolean): QueryWord {
  const word = words[index] as TypedWord;
  const whole = word.joined === undefined ? [] : [{ terms: [word.joined] }];
  const isYear = isFirstYear(words, index);
  const meanings = variantsOf(word);
  const ordered = isYear ? [...meanings.slice(1), ...meanings.slice(0, 1)] : meanings;
  const variants = [...ordered, ...whole];
  const kind = kindOf(word, words[index - 1], words[index - 2]);
  const isUnfinishedTeam = isPrefix && kind === 'identifying' && mayBeTeam(spelling(word));
  const begun = [
    ...continuations(word),
    ...whole.map((each) => ({ ...each, prefix: true as const })),
  ];
  return {
    text: textOf(word),
    typed: word.typed.split(' '),
    variants: isPrefix ? [...variants, ...begun] : variants,
    kind: isUnfinishedTeam ? 'optional' : kind,
    looksLike: isYear ? 'year' : looksLike(word),
  };
}

/** Whether two digits at the beginning are a year, because the card number follows, as in `91 topps 234`. */
function isFirstYear(words: readonly TypedWord[], index: number): boolean {
  if (index > 0 || !/^\d\d$/.test(words[0]?.typed ?? '')) return false;
  return words.some(
    (word, at) =>
      at > 1 &&
      /^(number|digits)$/.test(looksLike(word)) &&
      kindOf(word, words[at - 1], words[at - 2]) !== 'noise',
  );
}

/** Creates a query word from several typed words that have one meaning together. */
function readPhrase(words: readonly TypedWord[], isPrefix: boolean): QueryWord {
  const pieces = words.flatMap((word) => (word.kind === 'plain' ? word.pieces : []));
  const terms = pieces.map(termOf);
  const last = pieces[pieces.length - 1] ?? '';
  const whole = words.every(({ joined: each }) => each === joined(pieces));
  const isOptional = words.every((word) => kindOf(word) !== 'identifying');
  return {
    text: words.map(textOf).join(' '),
    typed: words.map(({ typed }) => typed),
    variants: [
      { terms },
      ...(whole ? [{ terms: [joined(pieces)] }] : []),
      ...(isPrefix ? [{ terms: [...terms.slice(0, -1), last], prefix: true as const }] : []),
    ],
    kind: isOptional ? 'optional' : 'identifying',
    looksLike: 'word',
  };
}

function textOf(word: Word): string {
  if (word.kind === 'year') {
    return word.last === word.first ? `${word.first}` : `${word.first}-${`${word.last}`.slice(2)}`;
  }
  return `${markedYear(word) ?? `${word.numbered ? '#' : ''}${spelling(word)}`}`;
}

function spelling(word: Word): string {
  if (word.kind === 'plain') return word.pieces.join('-');
  return word.kind === 'year' ? '' : word.text;
}

function kindOf(word: Word, before?: Word, beforeThat?: Word): QueryWordKind {
  if (word.kind === 'run' || word.aside) return 'optional';
  if (word.kind === 'fraction') return 'serial';
  if (word.kind === 'script') return isNoise(word.text) ? 'noise' : 'identifying';
  if (word.kind !== 'plain') return 'identifying';
  const text = spelling(word);
  const isInitial = /^\p{L}$/u.test(text);
  if (isNoise(text) || isGrade(word, before, beforeThat)) return 'noise';
  return isOptional(text) || isInitial ? 'optional' : 'identifying';
}

/** Whether a word is a grade, such as `PSA10`, the 10 in `PSA 10` and `GEM MINT 10`, or the 9.5 in `BGS 9.5`. */
function isGrade(word: Word, before?: Word, beforeThat?: Word): boolean {
  if (word.kind !== 'plain' || word.numbered) return false;
  if (GRADER_GRADE.test(spelling(word))) return true;
  const is = (pattern: RegExp, each?: Word): boolean =>
    each?.kind === 'plain' && pattern.test(spelling(each));
  const follows =
    is(GRADER, before) ||
    is(BEFORE_GRADE, before) ||
    (before && isAboutCopy(spelling(before)) && is(GRADER, beforeThat));
  return Boolean(follows) && GRADE.test(word.pieces[0] ?? '');
}

/**
 * Classifies a word by its appearance. Only `#4` and `4/102` look like card numbers, because digits alone may be part
 * of a name.
 */
function looksLike(word: Word): QueryWord['looksLike'] {
  if (word.kind === 'year' || markedYear(word) !== null) return 'year';
  if (word.kind === 'fraction' || (word.numbered && isNumber(word))) return 'number';
  return word.kind === 'plain' && /\d/.test(word.pieces.join('')) ? 'digits' : 'word';
}

/** Whether a word marked with `#` is a card number. `#BMA-JC` is one, but `#charizard` is a hashtag. */
function isNumber(word: Word): boolean {
  return word.kind === 'plain' && (word.pieces.length > 1 || /\d/.test(word.pieces.join('')));
}
