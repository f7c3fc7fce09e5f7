// Reads the real card names for the matching benchmark, and determines which names belong to the same card.
import { createHash } from 'node:crypto';
import { rowsOf } from '../harness/csv.mjs';

export const GRADERS = ['psa', 'beckett', 'sgc', 'cgc'];
/** Share of the cards that each grader lists. */
export const LISTED = { psa: 0.75, beckett: 0.5, sgc: 0.35, cgc: 0.35 };
export const SEED = 'matching 1';
export const HALVES = ['working half', 'held-out half'];

/**
 * Whether a set belongs to the half that is used only for measurements. The matcher was developed with the other half.
 */
export function isHeldOut(key) {
  return createHash('sha256').update(`held out ${key}`).digest()[0] % 2 === 1;
}

const SPORTS = ['Baseball', 'Basketball', 'Football', 'Hockey', 'Soccer'];

/** Reads all sets up to 2019 with their cards, excluding empty sets and duplicate cards. */
export async function readChecklists(directory) {
  const sets = new Map();
  for await (const row of rowsOf(directory, 'checklist_sets')) {
    sets.set(row.set_id, { ...toSet(row), raw: row, cards: [] });
  }
  const seen = new Set();
  for await (const row of rowsOf(directory, 'checklist_cards_to2019')) {
    const key = [row.set_id, row.section, row.number, row.subject].join('\n').toLowerCase();
    if (seen.has(key) || row.number === '' || row.subject === '') continue;
    seen.add(key);
    sets.get(row.set_id)?.cards.push(row);
  }
  return [...sets.values()].filter(({ cards }) => cards.length > 0);
}

/**
 * Parses a set name: `2016-17 Panini Contenders Draft Picks Basketball Cards –` becomes `Panini Contenders
 * Draft Picks`.
 */
function toSet({ set_id: id, set_name: name, first_year: year, category, origin }) {
  const season = /^\d{4}-\d{2}/.exec(name)?.[0] ?? year;
  const sport = SPORTS.includes(category) ? category : '';
  const title = name
    .replace(/^\d{4}(-\d{2})?\s+/, '')
    .replace(/\s+–.*$/, '')
    .replace(/\s+(Trading )?Cards$/i, '')
    .replace(new RegExp(`\\s+${sport || 'x^'}$`), '')
    .trim();
  return { id, title, year, season, sport, category, origin };
}

const folded = (text) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const cardKey = ({ number, subject }) => `${folded(number)} ${folded(subject)}`;

/**
 * Finds pairs of sets in which more than half of the smaller set's cards also occur in the larger set. The sets are from
 * two sources, or one source lists a set twice. A pair that also covers more than half of the larger set (`isWhole`) is certainly the same product. In any other
 * pair, the smaller set may be a factory set or a promotion with cards from the larger set.
 */
export function sameProducts(sets) {
  for (const set of sets) set.keys = new Set(set.cards.map(cardKey));
  const groups = groupBy(sets, ({ year, category }) => `${year} ${category}`);
  const pairs = [];
  for (const group of groups.values()) {
    for (const [at, a] of group.entries()) {
      for (const b of group.slice(at + 1)) {
        if (a.origin === b.origin && a.title !== b.title) continue;
        const common = [...a.keys].filter((key) => b.keys.has(key)).length;
        const share = common / Math.min(a.keys.size, b.keys.size);
        const isWhole = common / Math.max(a.keys.size, b.keys.size) > 0.5;
        if (common >= 20 && share > 0.5) pairs.push({ a, b, isWhole });
      }
    }
  }
  return pairs;
}

/**
 * Labels the cards that are the same in two listings of one product. They have the same number and subject, and are in
 * sections with mostly the same cards. A card that occurs twice in one listing gets no label.
 */
export function labelsOf({ a, b }) {
  const [left, right] = [a, b].map(({ cards }) => groupBy(cards, ({ section }) => section));
  const overlap = (x, y) => {
    const keys = new Set(y.map(cardKey));
    const common = x.filter((card) => keys.has(cardKey(card))).length;
    return common / Math.max(x.length, y.length);
  };
  const best = (section, others) =>
    [...others].map(([name, cards]) => [name, overlap(section, cards)]).sort((x, y) => y[1] - x[1]);
  const labels = [];
  for (const [name, cards] of left) {
    const [first, second] = best(cards, right);
    if (!first || first[1] < 0.5 || (second && second[1] === first[1])) continue;
    const [back, other] = best(right.get(first[0]), left);
    if (back[0] !== name || (other && other[1] === back[1])) continue;
    const there = groupBy(right.get(first[0]), cardKey);
    for (const [key, here] of groupBy(cards, cardKey)) {
      const match = there.get(key);
      if (here.length === 1 && match?.length === 1) labels.push([here[0], match[0]]);
    }
  }
  return labels;
}

export function groupBy(list, keyOf) {
  const groups = new Map();
  for (const item of list) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
