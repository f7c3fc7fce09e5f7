import type { Grader } from '@gcd/contracts';
import { normalizeText, type SetText } from '@gcd/population/set-id';
import { finishIn, plainName, SET_NAMES } from '@gcd/search-terms';

/** Words that stay in capital letters. */
const CAPITALS = new Set(
  (
    'EX GX V VMAX VSTAR XY BW SM DP HS SVP SWSH LV.X POP TCG ACE SPEC NBA WNBA NFL NHL MLB MLS UFC WWE FIFA UEFA NCAA ' +
    'USA UK II III IV VI VII VIII IX RC SP SSP LE UV'
  ).split(' '),
);
const SMALL_WORDS = new Set([
  'a',
  'an',
  'and',
  'at',
  'de',
  'for',
  'in',
  'of',
  'on',
  'the',
  'to',
  'vs',
  'with',
]);
/** Series of sets, whose names are left out before the name of a set. */
const SERIES =
  /^(sword (&|and) shield|scarlet (&|and) violet|sun (&|and) moon|black (&|and) white|diamond (&|and) pearl|heartgold (& )?soulsilver|mega evolution|platinum|swsh|xy|ex) (?=\S)/i;

/** Converts a text that is all in capital letters to normal case. Another text is returned unchanged. */
export function inNormalCase(text: string): string {
  const trimmed = text.replace(/\s+/g, ' ').trim();
  if (/\p{Ll}/u.test(trimmed)) return trimmed;
  return trimmed.replace(/[^\s/(-]+/gu, wordInNormalCase);
}

function wordInNormalCase(word: string, at: number): string {
  if (CAPITALS.has(word.replace(/[,)]+$/, '')) || /^(\p{Lu}\.)+$/u.test(word)) return word;
  const lower = word.toLowerCase();
  if (at > 0 && SMALL_WORDS.has(lower)) return lower;
  if (/\d/.test(word)) return /^\d+(st|nd|rd|th|s)$/.test(lower) ? lower : word;
  return lower
    .replace(/^\P{L}*\p{L}/u, (first) => first.toUpperCase())
    .replace(/^Mc\p{Ll}|['’]\p{Ll}(?=\p{Ll}{2})/u, (start) =>
      start.replace(/\p{Ll}$/u, (letter) => letter.toUpperCase()),
    );
}

/** Returns a text for comparison: `&` and `and` do not matter. */
const keyOf = (text: string): string =>
  normalizeText(text)
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => word !== '' && word !== 'and')
    .join(' ');

const KNOWN = new Map(SET_NAMES.map((name) => [keyOf(name), name]));

/** Removes the year, the category, codes such as `PAF EN-` and the name of a series from the beginning of a set name. */
function withoutCategory({ category, year, set_name }: SetText): string {
  let name = set_name.replace(/\s+/g, ' ').trim();
  for (const first of [year, category, 'TCG']) {
    const rest = name.slice(first.length);
    if (
      first &&
      normalizeText(name.slice(0, first.length)) === normalizeText(first) &&
      /^( |$)/.test(rest)
    ) {
      name = rest.trim();
    }
  }
  name = name.replace(/^\w{2,4} EN-/, '');
  const ofSeries = name.replace(SERIES, '');
  if (!/^$|promo|energy|\bkit\b/i.test(ofSeries)) name = ofSeries;
  return /^(game|tcg)$/i.test(name) ? '' : name;
}

/**
 * Returns the common name of a set with its year, such as `1999 Base Set`. It is the name that most graders use, without
 * the category and series, and preferably a known name.
 * @param own the name by which the set is identified
 * @param names the names that graders give the set
 */
export function setDisplayName(
  own: SetText,
  names: readonly (SetText & { readonly grader: Grader })[],
): string {
  const ownKey = keyOf(withoutCategory(own));
  const votes = new Map<string, { readonly graders: Set<Grader>; readonly texts: string[] }>();
  for (const each of names) {
    const text = withoutCategory(each);
    const key = keyOf(text);
    // A name that lacks the last words of the set's own name may be that of another set.
    if (key === '' || ownKey.startsWith(`${key} `)) continue;
    const vote = votes.get(key) ?? { graders: new Set(), texts: [] };
    votes.set(key, vote);
    vote.graders.add(each.grader);
    vote.texts.push(text);
  }
  const isKnown = (key: string) => own.category === 'Pokemon' && KNOWN.has(key);
  const [best] = [...votes].sort(
    ([a, x], [b, y]) =>
      Number(isKnown(b)) - Number(isKnown(a)) ||
      y.graders.size - x.graders.size ||
      b.length - a.length ||
      (a < b ? -1 : 1),
  );
  const spellings = best && [
    ...(isKnown(best[0]) ? [KNOWN.get(best[0]) ?? ''] : []),
    ...best[1].texts,
  ];
  const name = spellings ? inMixedCase(spellings) : inNormalCase(own.set_name);
  return name.includes(own.year) ? name : `${own.year} ${name}`.trim();
}

/** Returns the first spelling that is not all in capital letters. If there is none, returns the first in normal case. */
function inMixedCase(spellings: readonly string[]): string {
  const mixed = spellings.find((text) => /\p{Ll}/u.test(text) && /\p{Lu}/u.test(text));
  return mixed ?? inNormalCase((spellings[0] ?? '').toUpperCase());
}

/** Returns a card with its set as a person writes it, such as `Charizard, 1st Edition, 1999 Base Set #4`. */
export function cardDisplayName(card: {
  readonly set: string;
  readonly name: string;
  readonly card_number: string;
  readonly parallel: string | null;
  readonly subset: string | null;
  readonly description: string;
  readonly names: readonly string[] | null;
  readonly has_first_edition: boolean;
  /** Whether the set has another card with the same number, parallel and subset. */
  readonly has_twin: boolean;
}): string {
  if (card.name.trim() === '') return card.description;
  const number = card.card_number.replace(/^[#\s]+/, '').trim();
  const isUnlimited = !card.parallel && card.has_first_edition && number !== '';
  const parallel = isUnlimited ? 'Unlimited' : inNormalCase(card.parallel ?? '');
  const names = card.names ?? [card.name];
  const finish = card.has_twin ? names.map(finishIn).find(Boolean) : undefined;
  const parts = [commonName(names), inNormalCase(card.subset ?? ''), parallel];
  if (finish) parts.push(inNormalCase(finish.toUpperCase()));
  return `${[...parts, card.set].filter(Boolean).join(', ')}${number && ` #${number}`}`;
}

/** Returns the name that most graders use, without the finish that some add to it. */
function commonName(names: readonly string[]): string {
  const votes = new Map<string, string[]>();
  for (const name of names) {
    const clean = plainName(name);
    const key = keyOf(clean) || clean;
    votes.set(key, [...(votes.get(key) ?? []), clean]);
  }
  const [spellings = []] = [...votes.values()].sort((a, b) => b.length - a.length);
  return inMixedCase(spellings);
}
