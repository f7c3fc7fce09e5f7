// Renders real cards in the styles of graders' catalogs. The renderers are based on real descriptions, not on the
// matcher, and omit or change the same details as real labels. Each renderer returns a grader card as a row of
// cards.csv.

const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '');
const words = (...parts) => parts.filter(Boolean).join(' ').replace(/\s+/g, ' ').trim();

/** Chooses a random style in which a grader describes all cards of one set. */
export function drawStyle(grader, random) {
  const style = {
    psa: { upper: true, year: 'first', section: 'parallel', run: false, accents: false },
    beckett: { upper: false, year: 'season', section: 'set', run: true, accents: true },
    sgc: {
      upper: false,
      year: random.pick(['first', 'season']),
      section: 'subset',
      run: false,
      accents: false,
    },
    cgc: {
      upper: false,
      year: random.pick(['first', 'season']),
      section: random.pick(['subset', 'parallel']),
      run: true,
      accents: true,
    },
  }[grader];
  return {
    ...style,
    grader,
    sport: random.chance(grader === 'psa' ? 0.15 : 0.6),
    dropMaker: random.chance(0.1),
    shortMaker: random.chance(0.2),
    and: random.pick(['&', 'and', '']),
    series: random.pick(['Series 1', 'Series One', 'Ser. 1']),
    hyphenInNumber: random.chance(0.5),
    singular: random.chance(0.3),
    autos: random.pick(['Autographs', 'Autographs', 'Autographs', 'Auto', 'Autos', 'Autograph']),
    dropParallelWord: random.chance(0.6),
    dropBaseWord: random.chance(0.8),
    abbreviate: random.chance(0.08),
    turnSection: random.chance(0.1),
    // Columns that are empty in the grader's data. The description still contains their values.
    without: {
      category: random.chance(0.1),
      year: random.chance(0.04),
      set_name: random.chance(0.05),
      card_number: random.chance(0.04),
      variety: random.chance(0.1),
      name: random.chance(0.04),
    },
  };
}

const ABBREVIATIONS = [
  [/\bautographs?\b/gi, 'Auto'],
  [/\bmemorabilia\b/gi, 'Mem.'],
  [/\bjerseys?\b/gi, 'Jsy'],
  [/\bcollection\b/gi, 'Coll.'],
  [/\bmaterials?\b/gi, 'Mat.'],
  [/\bsignatures?\b/gi, 'Sig.'],
  [/\bedition\b/gi, 'Ed.'],
  [/\brookies?\b/gi, 'RC'],
  [/\bchampionships?\b/gi, 'Champ.'],
  [/\brefractors?\b/gi, 'Ref.'],
];

const MAKERS = [
  [/\bUpper Deck\b/i, 'UD'],
  [/\bO-Pee-Chee\b/i, 'OPC'],
  [/\bIn The Game\b/i, 'ITG'],
  [/\bStadium Club\b/i, 'Stad. Club'],
];

/** Renders a sports or entertainment card. @param card {set, section, number, subject, team, note} */
export function renderChecklistCard(card, style, random) {
  const set = setName(card.set, style);
  const section = sectionName(card.section, style);
  const name = subjectName(card.subject, style, random);
  const run = /^\/\d+$/.test(card.note) && style.run ? card.note : '';
  const isRookie = /\bRC\b/.test(card.note) && style.grader !== 'cgc';
  const cased = (text) => {
    const spelled = style.accents ? text : plain(text);
    return style.upper ? spelled.toUpperCase() : spelled;
  };
  const columns = {
    category: card.set.category,
    year: style.year === 'season' ? card.set.season : card.set.year,
    set_name: cased(style.section === 'set' ? words(set, section) : set),
    name: cased(words(name, isRookie && style.grader === 'beckett' ? 'RC' : '')),
    card_number: numberText(card.number, style),
    parallel: cased(words(style.section === 'parallel' ? section : '', run)),
    subset: cased(style.section === 'subset' ? section : ''),
  };
  const parts = { set: cased(set), section: cased(section), run, isRookie };
  return { ...without(columns, style), description: describe(style.grader, columns, parts) };
}

function setName({ title, sport }, style) {
  let text = title;
  for (const [pattern, short] of MAKERS) if (style.shortMaker) text = text.replace(pattern, short);
  if (style.dropMaker) text = text.replace(/^(Panini|Topps|Upper Deck|UD) (?=\S+)/, '');
  text = text
    .replace(/ (&|and) /g, style.and ? ` ${style.and} ` : ' ')
    .replace(/\bSeries 1\b/, style.series)
    .replace(/\bSeries 2\b/, style.series.replace('1', '2').replace('One', 'Two'));
  if (style.abbreviate) text = abbreviated(text);
  const has = new RegExp(`\\b${sport}\\b`, 'i').test(text);
  return style.sport && !has ? words(text, sport) : text;
}

function sectionName(section, style) {
  if (/^base( set)?$/i.test(section)) return '';
  let text = section.replace(/ Set$/, '');
  if (style.dropBaseWord) text = text.replace(/^Base (?=\S)/, '');
  if (style.dropParallelWord) text = text.replace(/ Parallels?$/, '');
  text = text.replace(/\bAutographs\b/, style.autos);
  if (style.singular) text = text.replace(/(ch|sh|x)es$/, '$1').replace(/([a-rt-z])s$/, '$1');
  if (style.abbreviate) text = abbreviated(text);
  const [first, ...rest] = text.split(' ');
  if (style.turnSection && rest.length === 1) text = `${rest[0]} ${first}`;
  return style.upper ? text.replaceAll('–', '-') : text;
}

function abbreviated(text) {
  return ABBREVIATIONS.reduce((shorter, [pattern, short]) => shorter.replace(pattern, short), text);
}

function subjectName(subject, style, random) {
  let text = subject;
  if (/\//.test(text)) {
    const several = text.split(/ ?\/ ?/);
    const joint = { psa: '/', beckett: '/', sgc: ' & ', cgc: ' / ' }[style.grader];
    text = several.join(joint);
    if (random.chance(0.05)) text = [...several].reverse().join(joint);
  }
  const initials = random.pick(['$1.$2.', '$1$2', '$1. $2.']);
  text = text.replace(/\b([A-Z])\.\s?([A-Z])\./g, initials);
  if (style.grader !== 'beckett' && random.chance(0.5)) text = text.replace(/['’]/g, '');
  if (random.chance(0.3)) text = text.replace(/\b(Jr|Sr)\./, '$1');
  if (random.chance(0.03)) text = text.replace(/ (Jr\.?|Sr\.?|II|III)$/, '');
  if (random.chance(0.3)) text = text.replace(/(\p{L})-(\p{L})/gu, '$1 $2');
  const [first, ...rest] = text.split(' ');
  if (rest.length === 1 && text.length > 18 && random.chance(0.25))
    text = `${first[0]}. ${rest[0]}`;
  if (text.split(' ').length === 3 && random.chance(0.05)) {
    text = text.replace(/^(\S+) \S{3,} (\S{3,})$/, '$1 $2');
  }
  return random.chance(0.004) ? mistyped(text, random) : text;
}

/** Returns `text` with one letter omitted or doubled. */
export function mistyped(text, random) {
  const at = random.integer(1, Math.max(1, text.length - 2));
  return random.chance(0.5)
    ? text.slice(0, at) + text.slice(at + 1)
    : text.slice(0, at) + text[at] + text.slice(at);
}

function numberText(number, style) {
  const bare = style.hyphenInNumber ? number : number.replace(/^([A-Za-z]+)-(?=\w+$)/, '$1');
  return bare.replace(/ \/ /g, '/');
}

function describe(
  grader,
  { year, set_name: all, name, card_number: number },
  { set, section, run, isRookie },
) {
  switch (grader) {
    case 'psa':
      return words(year, set, `#${number}`, name, section, isRookie && 'ROOKIE');
    case 'beckett':
      return words(year, all, `#${number}`, name, run);
    case 'sgc':
      return words(year, set, section && `- ${section}`, name, `#${number}`);
    default:
      return words(year, set, section, run, name, number);
  }
}

/** Empties the columns that are missing from the grader's data. */
export function without(columns, { without: absent }) {
  const kept = { ...columns };
  for (const name of ['category', 'year', 'set_name', 'card_number', 'name']) {
    if (absent[name]) kept[name] = '';
  }
  if (absent.variety) Object.assign(kept, { parallel: '', subset: '' });
  return kept;
}
