// A third style for descriptions of real cards, based on marketplace titles and labels. To keep the other half
// unbiased, individual errors of the matcher are inspected only in the development half of the sets.

const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '');
const words = (...parts) => parts.filter(Boolean).join(' ').replace(/\s+/g, ' ').trim();

const LEAGUES = { Baseball: 'MLB', Basketball: 'NBA', Football: 'NFL', Hockey: 'NHL' };
const ABBREVIATIONS = [
  [/\bautographs?\b/gi, 'Auto'],
  [/\bsignatures\b/gi, 'Sigs'],
  [/\bjerseys?\b/gi, 'Jsy'],
  [/\brefractors?\b/gi, 'Ref'],
  [/\bmemorabilia\b/gi, 'Memo'],
  [/\bcollection\b/gi, 'Coll'],
];

/** Chooses a random variant of the third style for one set and grader. */
export function drawThirdStyle(grader, random) {
  return {
    grader,
    league: random.chance(0.2),
    colon: random.chance(0.15),
    isAbbreviated: random.chance(0.1),
    hasMakerLast: random.chance(0.05),
    series: random.pick(['1st Series', 'Series I', 'Series 1']),
    number: random.pick(['#', 'Card ', 'Card #', '']),
    hasZeros: random.chance(0.3),
    run: random.pick(['/', '#/', '(/']),
    rookie: grader === 'sgc' ? '' : random.pick(['RC', 'Rookie', '']),
    team: (grader === 'beckett' || grader === 'sgc') && random.chance(0.15),
    hasSeason: random.chance(0.5),
    hasNameOfVariety: random.chance(0.2),
    hasNoSubset: random.chance(0.08),
    hasNoColumns: random.chance(0.04),
  };
}

/**
 * Renders a sports or entertainment card in the third style.
 * @param card {set, section, number, subject, team, note}
 */
export function renderThirdStyle(card, style, random) {
  const kinds = new Set();
  const { set } = card;
  const { grader } = style;
  const noted = (kind, before, after) => {
    if (before !== after) kinds.add(kind);
    return after;
  };
  const cased = (text) => (grader === 'psa' ? plain(text).toUpperCase() : text);
  const year = noted('season', set.year, style.hasSeason ? set.season.replace('-', '/') : set.year);
  const title = noted('set reworded', set.title, titleOf(set, style));
  const variety = noted('variety reworded', card.section, varietyOf(card.section, style));
  const name = noted('name reworded', card.subject, nameOf(card.subject, style, random));
  const number = noted(
    'zeros before the number',
    card.number,
    style.hasZeros
      ? card.number.replace(/^\d+$/, (digits) => digits.padStart(3, '0'))
      : card.number,
  );
  const states = grader !== 'sgc' && /^\/\d+$/.test(card.note);
  const run = states ? `${style.run}${card.note.slice(1)}${style.run === '(/' ? ')' : ''}` : '';
  if (run) kinds.add('print run');
  const rookie = /\bRC\b/.test(card.note) ? style.rookie : '';
  if (rookie) kinds.add('rookie noted');
  const team = style.team ? card.team : '';
  if (team) kinds.add('team in the description');

  const description = cased(
    {
      // 2009 POKEMON PLATINUM SUPREME VICTORS 143 CHARIZARD G-HOLO
      psa: words(year, title, number, variety ? `${name}-${variety}` : name, run, rookie),
      // Jordan Walker 2023 Stadium Club #164 Blue Foil /50
      beckett: words(name, rookie, year, title, `${style.number}${number}`, variety, run, team),
      // 2016/17 Panini Prizm | Silver | Jordan Walker | #023
      sgc: [words(year, title), variety || 'Base', name, `#${number}`, team]
        .filter(Boolean)
        .join(' | '),
      // 2023 Pokemon Sword and Shield Crown Zenith Full Art/Charizard V Base GG36
      cgc: words(year, title, variety ? `${variety}/${name}` : name, run, number, rookie),
    }[grader],
  );
  if (style.hasNoColumns) {
    kinds.add('description alone');
    return { entry: { description }, kinds };
  }
  const isWithName = style.hasNameOfVariety && variety !== '' && grader === 'psa';
  if (isWithName) kinds.add('variety in the name');
  const columns = {
    category: set.category,
    year,
    set_name: cased(grader === 'sgc' ? words(title, variety) : title),
    name: cased(isWithName ? `${name}-${variety}` : name),
    card_number: number,
    parallel: grader === 'beckett' ? words(variety, run) : run,
    subset: isWithName || grader === 'beckett' || grader === 'sgc' ? '' : cased(variety),
  };
  if (style.hasNoSubset) Object.assign(columns, { parallel: '', subset: '' });
  return { entry: { ...columns, description }, kinds };
}

function titleOf({ title, sport }, style) {
  let text = title
    .replace(/ and /g, ' & ')
    .replace(/\bSeries (1|One)\b/, style.series)
    .replace(
      /\bSeries (2|Two)\b/,
      style.series.replace('1st', '2nd').replace('1', '2').replace(/I$/, 'II'),
    );
  if (style.hasMakerLast) text = text.replace(/^(Panini|Topps|Upper Deck) (.+)/, '$2 $1');
  if (style.isAbbreviated) text = abbreviated(text);
  if (style.colon) text = text.replace(/^(\S+ \S+) (?=\S+ \S+)/, '$1: ');
  return style.league && LEAGUES[sport] ? words(text, LEAGUES[sport]) : text;
}

function varietyOf(section, style) {
  if (/^base( set)?$/i.test(section)) return '';
  const text = section.replace(/^Base (?=\S)/, '').replace(/ (Set|Parallels?)$/, '');
  return style.isAbbreviated ? abbreviated(text) : text;
}

const abbreviated = (text) =>
  ABBREVIATIONS.reduce((shorter, [pattern, short]) => shorter.replace(pattern, short), text);

function nameOf(subject, style, random) {
  const joint = { psa: '/', beckett: ' & ', sgc: ', ', cgc: ' / ' }[style.grader];
  let text = subject.replace(/ ?\/ ?/g, joint);
  if (style.grader === 'cgc') text = text.replace(/ (Jr|Sr)\.$/, ' $1');
  if (random.chance(0.5)) text = text.replace(/\b([A-Z])\. ?([A-Z])\.(?= )/, '$1.$2.');
  if (random.chance(0.2)) text = text.replace(/['’]/g, '');
  if (random.chance(0.01)) text = text.replace(/^(\p{L})\p{L}+ (\p{L}{5,})$/u, '$1. $2');
  if (random.chance(0.003)) text = text.replace(/(\p{L})\1/u, '$1');
  return text;
}
