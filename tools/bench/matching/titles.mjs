// Measures how often the verdict about a marketplace title is right. Each title is compared with the right cert and with
// certs that differ from it in one way.
import { GRADE_SCALES } from '@gcd/contracts';
import { readSource, STYLES } from '@gcd/sample';
import { Random } from '@gcd/synth';
import { verify } from '../../../apps/search/dist/verification/verification.js';
import { rowsOf } from '../harness/csv.mjs';
import { inJapanese } from './pokemon.mjs';
import { GRADERS, groupBy, HALVES, isHeldOut, SEED } from './sources.mjs';

const GRADES = {
  psa: ['psa_8', 'psa_9', 'psa_10'],
  beckett: ['beckett_9', 'beckett_9_5', 'beckett_10_pristine'],
  sgc: ['sgc_9', 'sgc_9_5', 'sgc_10'],
  cgc: ['cgc_9', 'cgc_9_5', 'cgc_10', 'cgc_10_pristine'],
};
const SPOKEN = { psa: 'PSA', beckett: 'BGS', sgc: 'SGC', cgc: 'CGC' };
const WORDS = { 10: ' GEM MINT', '10 pristine': '', 9.5: ' GEM MINT', 9: ' MINT', 8: ' NM-MT' };

/** Languages of titles whose labels are those of the English card. */
const LANGUAGES = /italian|german|french|spanish|korean|chinese|portuguese/i;

/** The ways in which sellers add the grade to a title. */
const FORMS = [
  (title, grader, grade) => `${title} ${grader} ${grade}`,
  (title, grader, grade) => `${grader} ${grade} ${title}`,
  (title, grader, grade) => `${title.toUpperCase()} ${grader}${grade} 🔥🔥`,
  (title, grader, grade) => `🔥 ${title} - ${grader} ${grade}${WORDS[grade]} RC ⭐ INVEST`,
  (title, grader, grade) =>
    `${title.replace('#', 'No. ')} ${grader}${WORDS[grade]} ${grade} - pop 12`,
  (title, grader, grade) => `${grader} ${grade}${WORDS[grade]} | ${title.toLowerCase()} | low pop!`,
];

class Verdicts {
  #counts = new Map();

  add(kind, title, facts) {
    const counts = this.#counts.get(kind) ?? { match: 0, mismatch: 0, uncertain: 0 };
    counts[verify(title, facts).verdict] += 1;
    this.#counts.set(kind, counts);
  }

  rows(half) {
    const sum = (verdict, isRight) =>
      [...this.#counts]
        .filter(([kind]) => kind.startsWith('right') === isRight)
        .reduce((total, [, counts]) => total + counts[verdict], 0);
    const share = (verdict, isRight) => {
      const [right, wrong] = [sum(verdict, isRight), sum(verdict, !isRight)];
      return `${((100 * right) / (right + wrong)).toFixed(3)} % of ${right + wrong}`;
    };
    return [
      ...[...this.#counts].map(([kind, counts]) => ({ half, cert: kind, ...counts })),
      {
        half,
        cert: 'right verdicts',
        match: share('match', true),
        mismatch: share('mismatch', false),
      },
    ];
  }
}

/** Measures the verdicts about all titles, separately for each half of the sets. */
export async function titles(data) {
  const all = [...(await sportsCards(data)), ...(await pokemonCards(data))];
  const sets = groupBy(all, ({ set }) => set);
  return HALVES.map((half, at) => {
    const tally = new Verdicts();
    for (const [set, cards] of sets) {
      if (isHeldOut(set) !== (at === 1)) continue;
      for (const card of cards) compareAll(card, cards, all, tally);
    }
    return { half, tally };
  });
}

function compareAll(card, ofSet, all, tally) {
  const random = new Random(`${SEED} ${card.title}`);
  const grader = random.pick(GRADERS);
  const grade = random.pick(GRADES[grader]);
  const claim = spoken(grade);
  const title = random.pick(FORMS)(card.title, SPOKEN[grader], claim);
  const add = (kind, other, change = {}) =>
    other && tally.add(kind, title, factsOf(other, grader, grade, change));
  const isOther = (other, field) => other !== card && other[field] !== card[field];
  add('right', card);
  add('another grade', card, {
    grade: random.pick(GRADES[grader].filter((each) => spoken(each) !== claim)),
  });
  const other = random.pick(GRADERS.filter((each) => each !== grader));
  tally.add('another grader', title, factsOf(card, other, GRADES[other].at(-1), {}));
  const same = ofSet.filter((each) => each.subject === card.subject);
  add(
    'another parallel',
    same.find((each) => each.number === card.number && isOther(each, 'variety')),
  );
  add(
    'another number',
    same.find((each) => isOther(each, 'number')),
  );
  add(
    'another player',
    ofSet.find((each) => isOther(each, 'subject') && isOther(each, 'number')),
  );
  add('another year', yearOther(card, all));
  if (!/auto|sign/i.test(card.title)) add('a signed copy', card, { has_auto_grade: true });
  if (grader === 'psa' && grade !== 'psa_10') {
    add('a qualifier', card, { grade: grade.replace('_', '_q'), qualifier: 'OC' });
    const qualified = title.replace(/(PSA(?: [A-Z-]+)* ?\d)(?!\d)/i, '$1 (OC)');
    if (qualified !== title) tally.add('no qualifier', qualified, factsOf(card, grader, grade, {}));
  }
  if (card.japanese) {
    const isJapanese = /japanese/i.test(card.title);
    add('another language', isJapanese ? card.english : card.japanese);
  }
}

function yearOther(card, all) {
  yearOther.bySubject ??= groupBy(all, ({ subject }) => subject);
  return yearOther.bySubject
    .get(card.subject)
    .find((each) => each.year.slice(0, 4) !== card.year.slice(0, 4));
}

/** Returns the grade as a seller writes it, with `pristine` after a pristine ten. */
function spoken(grade) {
  const [, number, label] = /_q?(\d+(?:_5)?)(?:_(pristine))?/.exec(grade);
  return `${number.replace('_', '.')}${label ? ' pristine' : ''}`;
}

function factsOf(card, grader, grade, change) {
  const [own, ...others] = card.named(grader);
  const label = GRADE_SCALES[grader].grades.find(({ key }) => key === grade)?.label ?? null;
  return {
    grader,
    cert: '12345678',
    grade,
    grade_label: label,
    qualifier: null,
    has_auto_grade: false,
    description: own.description,
    cards: [own, ...others],
    ...change,
  };
}

/** Removes what graders do not print from the parallel of a title. */
const printed = (parallel) =>
  parallel
    .replace(/\([^)]*\)|\/\d+|^Base$/g, ' ')
    .replace(/[\s-]+/g, ' ')
    .trim();

async function sportsCards(data) {
  const sets = new Map(
    (await rowsOf(data, 'checklist_sets').toArray()).map((set) => [set.set_id, set]),
  );
  return (await rowsOf(data, 'pairs_market_checklist').toArray()).flatMap((row) => {
    const set = sets.get(row.set_id);
    if (!set) return [];
    const variety = printed(row.title_parallel);
    const year = /^\d{4}(-\d\d)?/.exec(set.set_name)?.[0] ?? set.first_year;
    const setName = set.set_name
      .replace(/^\d{4}(-\d\d)?\s+/, '')
      .replace(/\s+–.*$/, '')
      .replace(/ (Trading )?Cards$/i, '');
    const random = new Random(`${SEED} ${row.title} as printed`);
    const short = random.chance(0.3) ? variety.replace(/ (Refractor|Foil|Prizm)$/i, '') : variety;
    const named = (grader) =>
      [grader, ...GRADERS.filter((each) => each !== grader && random.chance(0.3))].map((each) => {
        const style = each === 'psa' ? (text) => text.toUpperCase() : (text) => text;
        const sport =
          each === 'psa' || each === 'sgc' ? new RegExp(`\\s+${row.category}$`, 'i') : /$^/;
        const parts = {
          category: set.category,
          year,
          set_name: style(setName.replace(sport, '')),
          name: style(row.subject),
          card_number: row.card_number,
          parallel: style(each === grader ? short : variety) || null,
          subset: null,
        };
        return {
          ...parts,
          description: [year, parts.set_name, parts.parallel, `#${row.card_number}`, parts.name]
            .filter(Boolean)
            .join(' '),
        };
      });
    return [
      {
        title: row.title,
        set: row.set_id,
        subject: row.subject,
        number: row.card_number,
        variety: variety.toLowerCase(),
        year,
        named,
      },
    ];
  });
}

async function pokemonCards(data) {
  const { prints } = await readSource(data);
  const byId = groupBy(prints, ({ id }) => id);
  return (await rowsOf(data, 'pairs_pokemon').toArray()).flatMap((row) => {
    // A label without the words after a hyphen is not the label of the card.
    if (row.title_parallel.includes(' - ') || LANGUAGES.test(row.title)) return [];
    const wanted = /reverse/i.test(row.title_parallel);
    const ball =
      /master|poke ball/i.exec(row.title_parallel)?.[0].toLowerCase().replace(' ', '') ?? '';
    const print = (byId.get(row.tcgdex_id) ?? []).find(
      ({ variantType, foil, stamps }) =>
        (variantType === 'reverse') === wanted &&
        foil.includes('ball') === (ball !== '') &&
        foil.startsWith(ball.slice(0, 4)) &&
        stamps === '',
    );
    if (!print) return [];
    const named = (language) => (grader) =>
      [grader, ...GRADERS.filter((each) => each !== grader)]
        .slice(0, row.title.length % 2 ? 4 : 1)
        .map((each) => {
          const english = STYLES[each](print);
          const { setName, cardNumber, parallel, subset, ...parts } = language
            ? inJapanese(english, each)
            : english;
          // The Japanese set has another size.
          const number = language ? cardNumber.replace(/\/.*/, '') : cardNumber;
          return {
            ...parts,
            set_name: setName,
            card_number: number,
            parallel: parallel || null,
            subset: subset || null,
          };
        });
    const card = {
      title: row.title,
      set: print.setId,
      subject: row.name,
      number: row.number,
      variety: `${wanted} ${ball}`,
      year: `${print.year}`,
    };
    const [english, japanese] = [
      { ...card, named: named(false) },
      { ...card, named: named(true) },
    ];
    return [{ ...(/japanese/i.test(row.title) ? japanese : english), english, japanese }];
  });
}
