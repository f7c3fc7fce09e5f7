import { isCatalogued, STYLES } from '@gcd/sample';
import { Random } from '@gcd/synth';
import { GRADERS, LISTED, SEED } from './settings.mjs';
import { rowsOf } from './sources.mjs';
import { Tally } from './tally.mjs';
import { Universe } from './universe.mjs';

/**
 * Measures how well the matcher matches real descriptions with prints in CGC's style. Grader cards with real
 * descriptions have no values in any other column.
 */
export async function realDescriptions(directory, prints, listing) {
  const tally = new Tally('real descriptions of graders, against prints in the style of CGC');
  const universe = new Universe();
  const folded = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, ' ');
  const catalogued = prints.filter(isCatalogued);
  for await (const { description } of rowsOf(directory, 'grader_style_names')) {
    const number = /(\S+?)(?:\/\S+)?$/.exec(description)?.[1]?.replace(/^0+/, '') ?? '';
    const alike = catalogued.filter(
      (print) =>
        folded(description).includes(` ${folded(print.setName)} `) &&
        print.number.replace(/^0+/, '') === number &&
        folded(description).includes(folded(print.name).trim()) &&
        `${print.year}` === description.slice(0, 4) &&
        print.variantType !== 'reverse',
    );
    const label = alike.length === 1 ? alike[0].id : null;
    universe.add('psa', { description }, label, new Set(['real']));
  }
  const labelled = new Set([...universe.truth.values()].map(({ label }) => label));
  for (const print of catalogued) {
    if (print.variantType === 'reverse') continue;
    const { description, category, year, setName, name, cardNumber, parallel, subset } =
      STYLES.cgc(print);
    const entry = {
      description,
      category,
      year,
      set_name: setName,
      name,
      card_number: cardNumber,
      parallel,
      subset,
    };
    universe.add('cgc', entry, labelled.has(print.id) ? print.id : null, new Set());
  }
  tally.count(universe, fourGraders(catalogued).learn());
  tally.print(listing);
}

/** Renders all prints in the styles of four graders. Real descriptions are compared with this catalog. */
function fourGraders(prints) {
  const universe = new Universe();
  const random = new Random(`${SEED} four graders`);
  for (const print of prints) {
    for (const grader of GRADERS) {
      if (!random.chance(LISTED[grader])) continue;
      const { setName, cardNumber, ...name } = STYLES[grader](print);
      universe.add(
        grader,
        { ...name, set_name: setName, card_number: cardNumber },
        null,
        new Set(),
      );
    }
  }
  return universe;
}
