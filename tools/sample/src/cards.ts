import { GRADERS } from '@gcd/contracts';
import { RECORDING_START } from './calendar.js';
import type { Card } from './card.js';
import { famousPopulation, isChase } from './chase.js';
import { copiesByGrader, sizeOf } from './coverage.js';
import { type KnownByGrader, knownFromCert, knownPopulations } from './known.js';
import type { CatalogName, Print } from './model.js';
import { cardsOfCerts, jordanCard, prizmCards } from './others.js';
import { copiesByPrint } from './popularity.js';
import { indexPrints } from './print-index.js';
import { selectPrints } from './selection.js';
import type { Source } from './source.js';
import { STYLES } from './styles/index.js';
import { slug, wordKey } from './text.js';
import { isCatalogued } from './variety.js';

/** Creates all cards in the sample: those derived from prints, then those known only from real certs and counts. */
export function makeCards(source: Source, share: number, seed: string): Card[] {
  const prints = source.prints.filter(isCatalogued);
  const known = knownPopulations(source, indexPrints(prints));
  const printByName = new Map(
    prints.map((print) => [wordKey(STYLES.psa(print).description), print]),
  );
  const isOfPrint = (description: string | undefined) =>
    printByName.get(wordKey(description ?? ''));

  for (const cert of source.certs) {
    const print = isOfPrint(cert.description);
    const facts = knownFromCert(cert);
    if (print && !known.has(print)) known.set(print, facts ? { psa: facts } : {});
    else if (print && facts) known.set(print, { psa: facts, ...known.get(print) });
  }
  const isNeeded = (print: Print) => known.has(print) || isChase(print);
  const selected = selectPrints(prints, isNeeded, share, seed);
  const copies = copiesByPrint(selected, seed, (print) => {
    const { psa } = knownOf(print, known);
    return psa && sizeOf(psa);
  });

  const taken = new Set<string>();
  const cards = selected.map((print) =>
    cardOfPrint(print, copies.get(print) ?? 1, knownOf(print, known), taken, seed),
  );
  return [
    ...cards.filter(({ names }) => Object.keys(names).length > 0),
    ...cardsOfCerts(source.certs.filter(({ description }) => !isOfPrint(description))),
    ...prizmCards(source, RECORDING_START),
    ...jordanCard(source),
  ];
}

function knownOf(print: Print, known: ReadonlyMap<Print, KnownByGrader>): KnownByGrader {
  const famous = famousPopulation(print);
  return famous ? { psa: famous } : (known.get(print) ?? {});
}

/**
 * Creates the card of a print.
 * @param taken descriptions used so far; if a grader describes two prints in the same way, the card of the first print
 * represents both
 */
function cardOfPrint(
  print: Print,
  total: number,
  known: KnownByGrader,
  taken: Set<string>,
  seed: string,
): Card {
  const key = [print.id, print.variantType, print.variantSubtype, print.foil, print.stamps].join(
    ' ',
  );
  const copies = copiesByGrader(total, isChase(print), known, `${seed} ${key}`);
  const names: Record<string, CatalogName> = {};
  for (const grader of GRADERS) {
    if (copies[grader] === undefined) continue;
    const name = STYLES[grader](print);
    if (taken.has(`${grader} ${name.description}`)) continue;
    taken.add(`${grader} ${name.description}`);
    names[grader] = name;
  }
  return {
    key,
    year: print.year,
    releaseDate: print.releaseDate,
    setKey: slug(`${print.releaseDate} ${print.setName}`),
    names,
    copies,
    known,
    specIds: {},
    isChase: isChase(print),
  };
}
