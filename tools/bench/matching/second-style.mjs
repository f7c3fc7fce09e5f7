// A second style for descriptions of real cards, which differs from the first (first-style.mjs) in every
// respect. To keep the other half unbiased, individual errors of the matcher are inspected only in the development half
// of the sets.

const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '');
const words = (...parts) => parts.filter(Boolean).join(' ').replace(/\s+/g, ' ').trim();

/** Chooses a random variant of the second style for one set and grader. */
export function drawSecondStyle(grader, random) {
  return {
    grader,
    yearInSet: random.chance(0.6),
    sport: random.pick(['first', 'last', 'none', 'cards']),
    owner: random.chance(0.85),
    autograph: random.pick(['Autograph', 'Autographed', 'Autos', 'Auto.', 'Autographs']),
    refractor: random.pick(['Refractor', 'Refr.', 'Refractors']),
    rookie: random.pick(['RC', 'Rookie', 'Rookies']),
    parallel: random.pick(['Parallel', '(Parallel)', '', '']),
    joint: random.pick([' - ', ': ', ' ', ' (']),
    ampersand: random.pick(['&', 'and', '+']),
    team: random.chance(0.25),
    lastNameFirst: grader === 'sgc' && random.chance(0.4),
    number: random.pick(['#', 'No. ', 'no ']),
    run: grader === 'psa' ? '' : random.pick(['/', '#/', '#d /']),
    note: random.chance(0.5),
    hasNoColumns: random.chance(0.06),
    hasNoCategory: random.chance(0.2),
    hasNoVariety: random.chance(0.1),
  };
}

/**
 * Renders a sports or entertainment card in the second style.
 * @param card {set, section, number, subject, team, note}
 */
export function renderSecondStyle(card, style, random) {
  const { set } = card;
  const cased = (text) => {
    if (style.grader === 'sgc') return plain(text).toUpperCase();
    return style.grader === 'psa' ? plain(text) : text;
  };
  const year = style.grader === 'psa' ? set.year : set.season;
  const title = setTitle(set, style);
  const variety = varietyOf(card.section, style);
  const name = nameOf(card.subject, style, random);
  const isNumbered = /^\/\d+$/.test(card.note) && style.run !== '';
  const run = isNumbered ? `${style.run.slice(0, -1)}${card.note}` : '';
  const note =
    /\bRC\b/.test(card.note) && style.note ? random.pick(['RC', '(RC)', 'Rookie Card']) : '';
  const team = style.team ? card.team : '';
  const number = style.grader === 'cgc' ? card.number.replace(/-/g, ' ') : card.number;
  const section =
    variety && style.joint === ' ('
      ? `(${variety})`
      : variety && `${style.joint.trim()} ${variety}`;
  const description = cased(
    {
      psa: words(title, year, name, `${style.number}${number}`, section && `[${variety}]`, note),
      beckett: words(year, title, section, `${style.number}${number}`, name, note, run, team),
      sgc: words(
        set.sport && style.sport === 'first' ? '' : set.sport,
        year,
        title,
        name,
        section,
        `${style.number}${number}`,
        team,
      ),
      cgc: words(year, title, `${style.number}${number}`, name, section, run),
    }[style.grader],
  );
  const columns = {
    category: style.hasNoCategory
      ? ''
      : `${set.category}${style.grader === 'beckett' ? ' Cards' : ''}`,
    year: style.yearInSet ? '' : year,
    set_name: cased(
      words(style.yearInSet ? year : '', title, style.grader === 'beckett' ? section : ''),
    ),
    name: cased(name),
    card_number: number,
    parallel: style.grader === 'cgc' || style.grader === 'psa' ? cased(words(variety, run)) : run,
    subset: style.grader === 'sgc' ? cased(variety) : '',
  };
  if (style.hasNoVariety) Object.assign(columns, { parallel: '', subset: '' });
  return style.hasNoColumns ? { description } : { ...columns, description };
}

function setTitle({ title, sport }, style) {
  let text = title.replace(/ (&|and) /g, ` ${style.ampersand} `);
  if (!style.owner) text = text.replace(/^(Panini|Topps|Upper Deck) (?=\S+)/, '');
  if (!sport || new RegExp(`\\b${sport}\\b`, 'i').test(text)) return text;
  const cards = {
    first: words(sport, text),
    last: words(text, sport),
    none: text,
    cards: words(text, sport, 'Cards'),
  };
  return cards[style.sport];
}

function varietyOf(section, style) {
  if (/^base( set)?$/i.test(section)) return '';
  return section
    .replace(/ Set$/, '')
    .replace(/^Base (?=\S)/, '')
    .replace(/ Parallels?$/, ` ${style.parallel}`)
    .replace(/\bAutographs?\b/, style.autograph)
    .replace(/\bRefractors?\b/, style.refractor)
    .replace(/\bRookies?\b/, style.rookie)
    .replace(/ (&|and) /g, ` ${style.ampersand} `)
    .trim();
}

function nameOf(subject, style, random) {
  let text = subject;
  /** Applies a change to the given share of the names that it would change. */
  const change = (share, changed) => {
    if (text !== changed && random.chance(share)) text = changed;
  };
  change(1, text.replace(/ ?\/ ?/g, style.grader === 'beckett' ? ' and ' : ', '));
  change(0.5, text.replace(/ (Jr|Sr)\.?$/, ', $1'));
  change(0.02, text.replace(/,? (Jr|Sr|II|III)\.?$/, ''));
  change(0.5, text.replace(/ ["“(][^"”)]+["”)] /, ' '));
  change(0.5, text.replace(/\b([A-Z])\. ?([A-Z])\.(?= )/, '$1$2'));
  change(0.3, text.replace(/\b([A-Z])([A-Z])(?= [A-Z])/, '$1. $2.'));
  change(0.3, text.replace(/(\p{L})-(\p{L})/gu, '$1 $2'));
  const at = random.integer(1, Math.max(1, text.length - 3));
  change(0.002, text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2));
  change(0.002, `${text.slice(0, at)}${random.pick([...'aeinorst'])}${text.slice(at + 1)}`);
  if (style.lastNameFirst) change(1, text.replace(/^(\S+) (\S+)$/, '$2, $1'));
  return text;
}
