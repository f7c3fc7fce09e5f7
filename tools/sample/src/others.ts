import type { Grader } from '@gcd/contracts';
import type { Card } from './card.js';
import { type Known, knownFromCert, readCounts, totalOf } from './known.js';
import type { CatalogName } from './model.js';
import type { Source, SourceRow } from './source.js';
import { slug, wordKey } from './text.js';

const CATEGORIES: readonly (readonly [RegExp, string])[] = [
  [/POKEMON|POCKET MONSTERS/, 'Pokemon'],
  [/YU-GI-OH/, 'Yu-Gi-Oh'],
  [/BOWMAN/, 'Baseball'],
  [/PRIZM|FLAIR/, 'Basketball'],
];

/**
 * Creates cards that are not in the list of prints but have a known real cert: Japanese promos, sports,
 * Yu-Gi-Oh.
 */
export function cardsOfCerts(certs: readonly SourceRow[]): Card[] {
  const byKey = new Map<string, SourceRow[]>();
  for (const cert of certs) {
    const key = wordKey(cert.description ?? '');
    byKey.set(key, [...(byKey.get(key) ?? []), cert]);
  }
  return [...byKey].map(([key, rows]) => {
    const text = (column: string) =>
      (rows.map((row) => row[column]).find((value) => value) ?? '').toUpperCase();
    const facts = rows.map(knownFromCert).find((known) => known !== null);
    const name: CatalogName = {
      description: text('description'),
      category: categoryOf(text('description')),
      year: text('year'),
      setName: text('set'),
      name: text('subject'),
      cardNumber: text('card_number'),
      parallel: text('variety'),
      subset: '',
    };
    return card(key, { psa: name }, facts ? { psa: facts } : {}, { psa: text('spec_id') });
  });
}

/** Matches a title such as `2012 Panini Prizm LeBron James Green Prizm 1`. */
const PRIZM =
  /^(?<year>\d{4}) (?<set>Panini Prizm) (?<name>.+?)(?: (?<parallel>(?:(?:Gold|Green) )?Prizm))? (?<number>\d+)$/;

/**
 * Creates basketball cards for which a public source has the counts of all PSA grades. The source has no
 * date, so the counts are dated at the start of the history.
 */
export function prizmCards(source: Source, date: string): Card[] {
  const rows = source.cardPopulations.filter((row) => row.source === 'ChrisMuir/psa-scrape');
  return rows.flatMap((row) => {
    const description = (row.description ?? '').toUpperCase();
    const parts = PRIZM.exec(row.description ?? '')?.groups;
    if (!parts) return [];
    const part = (key: string) => (parts[key] ?? '').toUpperCase();
    const name: CatalogName = {
      description,
      category: categoryOf(description),
      year: part('year'),
      setName: part('set'),
      name: part('name'),
      cardNumber: part('number'),
      parallel: part('parallel'),
      subset: '',
    };
    const known = { psa: knownRow('psa', row, date) };
    return card(wordKey(description), { psa: name }, known, {
      psa: (row.ref ?? '').replace('spec:', ''),
    });
  });
}

/** Creates a Michael Jordan card with real counts from three graders. */
export function jordanCard(source: Source): Card[] {
  const rows = source.cardPopulations.filter((row) => row.source === 'gemrate sample');
  const names: Partial<Record<Grader, CatalogName>> = {};
  const known: Partial<Record<Grader, Known>> = {};
  for (const row of rows) {
    const grader = row.grader as Grader;
    const cased = (text: string) => (grader === 'psa' ? text.toUpperCase() : text);
    names[grader] = {
      description: cased(row.description ?? ''),
      category: 'Basketball',
      year: '1996',
      setName: cased('Flair Showcase'),
      name: cased('Michael Jordan'),
      cardNumber: '23',
      parallel: cased('Legacy Collection Row 0'),
      subset: '',
    };
    known[grader] = knownRow(grader, row, row.as_of ?? '');
  }
  if (rows.length === 0) return [];
  const specOf = source.cardPopulations.find(
    (row) => row.ref?.startsWith('spec:') && row.description === rows[0]?.description,
  );
  const specId = specOf?.ref?.replace('spec:', '') ?? '';
  return [card('jordan', names, known, { psa: specId })];
}

function knownRow(grader: Grader, row: SourceRow, date: string): Known {
  const counts = readCounts(grader, row);
  return { date, counts, total: totalOf(counts) };
}

function categoryOf(description: string): string {
  return CATEGORIES.find(([pattern]) => pattern.test(description.toUpperCase()))?.[1] ?? '';
}

function card(
  key: string,
  names: Card['names'],
  known: Card['known'],
  specIds: Card['specIds'],
): Card {
  const first = Object.values(names)[0];
  const copies = Object.fromEntries(
    Object.entries(known).map(([grader, facts]) => [grader, facts.total ?? totalOf(facts.counts)]),
  );
  return {
    key,
    year: Number(first?.year),
    releaseDate: `${first?.year}-06-15`,
    setKey: slug(`${first?.year} ${first?.setName}`),
    names,
    // Give a card that is known only from certs a small population.
    copies: Object.keys(copies).length > 0 ? copies : { psa: 340 },
    known,
    specIds,
    isChase: false,
  };
}
