// The catalog of the search benchmark: cards of real checklists, described as a grader would describe them.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rowsOf } from '../harness/csv.mjs';

const idOf = (key) => createHash('sha1').update(key).digest('hex');
const joined = (...parts) => parts.filter(Boolean).join(' ').replace(/\s+/g, ' ').trim();

/** Creates a grader card. @param key text that identifies the card */
export function entry(key, parts) {
  const { year, set_name, subset, name, card_number, parallel, extra } = parts;
  return {
    card_id: idOf(key),
    grader: 'psa',
    description: joined(
      year,
      set_name,
      subset,
      name,
      parallel,
      extra,
      card_number && `#${card_number}`,
    ),
    category: parts.category,
    year,
    set_name,
    name,
    card_number,
    parallel: parallel ?? '',
    subset: subset ?? '',
  };
}

const SEASON = /^(\d{4}(?:-\d\d)?)\s+/;
const setName = (set) => set.set_name.replace(SEASON, '').replace(/ (Trading )?Cards$/i, '');
const seasonOf = (set) => SEASON.exec(set.set_name)?.[1] ?? set.first_year;

const POKEMON = JSON.parse(
  readFileSync(
    new URL('../../../libs/search-terms/src/data/pokemon-names.json', import.meta.url),
    'utf8',
  ),
);

/**
 * Whether a Japanese print lacks the name of its Pokemon. Some names in the source are machine translations from English,
 * which no grader writes, such as `電極` for Electrode.
 */
function isMisnamed({ language, dex_ids, name }) {
  const names = dex_ids.split('|').map((id) => POKEMON[Number(id) - 1]?.[1] ?? '');
  return language === 'ja' && !/[a-z]{3}/i.test(name) && !names.some((each) => name.includes(each));
}

/** Returns well-known cards from sets that are not in the checklists. */
function wellKnownEntries() {
  return readFileSync(new URL('./well-known-cards.tsv', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [category, year, set_name, name, card_number, subset] = line.split('\t');
      const key = `well-known|${line}`;
      return entry(key, { category, year, set_name, name, card_number, subset });
    });
}

/**
 * Generates the checklists up to 2019, well-known cards of other sets, the Pokemon prints, and the cards of marketplace
 * titles of later years.
 */
export async function* catalogEntries(data) {
  const sets = new Map(
    (await rowsOf(data, 'checklist_sets').toArray()).map((set) => [set.set_id, set]),
  );
  const seen = new Set();
  const once = (each) => !seen.has(each.card_id) && seen.add(each.card_id);
  for await (const row of rowsOf(data, 'checklist_cards_to2019')) {
    const set = sets.get(row.set_id);
    if (!set) continue;
    const subset = /^base( set)?$/i.test(row.section) ? '' : row.section;
    const each = entry(`checklist|${row.set_id}|${row.section}|${row.number}|${row.subject}`, {
      category: set.category,
      year: seasonOf(set),
      set_name: setName(set),
      subset,
      name: row.subject,
      card_number: row.number,
      extra: row.note,
    });
    if (once(each)) yield each;
  }
  yield* wellKnownEntries();
  const series = new Map(
    (await rowsOf(data, 'pokemon_sets').toArray()).map((set) => [set.set_id, set.serie_name]),
  );
  for await (const row of rowsOf(data, 'pokemon_prints')) {
    if (row.serie_id === 'tcgp' || isMisnamed(row)) continue;
    const serie = series.get(row.set_id) ?? '';
    const parallel = joined(
      row.stamps.replaceAll('-', ' ').replaceAll('|', ' '),
      row.foil,
      row.variant_type === 'normal' ? '' : row.variant_type,
      row.size,
    );
    const rarity = /illustration|hyper|secret|ultra|special/i.test(row.rarity) ? row.rarity : '';
    const language = {
      ja: 'Japanese',
      'zh-tw': 'Chinese',
      'zh-cn': 'Chinese',
      th: 'Thai',
      id: 'Indonesian',
      fr: 'French',
    };
    const each = entry(`pokemon|${row.region}|${row.id}|${parallel}|${row.variant_subtype}`, {
      category: 'Pokemon',
      year: row.year,
      set_name: joined(
        'Pokemon',
        language[row.language],
        serie === row.set_name ? '' : serie,
        row.set_name,
      ),
      subset: rarity,
      name: row.name,
      card_number: row.number,
      parallel,
    });
    if (once(each)) yield each;
  }
  for await (const row of rowsOf(data, 'pairs_market_checklist')) {
    const set = sets.get(row.set_id);
    if (!set) continue;
    const section = row.checklist_section_exact;
    const each = entry(`labelled|${row.set_id}|${row.card_number}|${row.subject}`, {
      category: set.category,
      year: seasonOf(set),
      set_name: setName(set),
      subset: /^base( set)?$/i.test(section) ? '' : section,
      name: row.subject,
      card_number: row.card_number,
    });
    if (once(each)) yield each;
  }
}
