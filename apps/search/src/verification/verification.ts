import { readNumber } from '@gcd/contracts/cert-number';
import type { Grader } from '@gcd/contracts/graders';
import {
  type CertFacts,
  type FieldCheck,
  VERIFIED_FIELDS,
  type Verification,
} from '@gcd/contracts/verification';
import { CardClaims } from './card-claims.js';
import {
  type ClaimedGrade,
  type GradeWords,
  isBccg,
  readClaims,
  type SlabClaims,
} from './slab-claims.js';

type Field = FieldCheck['field'];
type Check = Omit<FieldCheck, 'field'>;

const TELLING_FIELDS = ['grade', 'year', 'set_name', 'card_number'] as const;

/** Words of offers for several or other items, whose titles prove nothing about one copy. */
const OTHER_ITEMS =
  /\b(?:lots?|wtb|wanted|binder|case for|(?:slab|card|graded) case|bundle|choose|choice|(?:you|u) pick|pick (?:your|a|one|from)|your pick|custom|prox(?:y|ies)|reprint(?:ed|s)?|replicas?|fakes?|facsimile|novelty|reproduction|repack|set of|complete set|vs|versus|comps?|similar|empty|free (?:card|gift|pack|item)s?|bonus (?:card|pack)s?|case only|label only|[2-9](?=\)? cards))\b|\bx ?[2-9]\b|\b[2-9] ?x\b/gu;
/** Words by which a title refers to something that it does not say. */
const FINE_PRINT =
  /\b(?:played|lp|damaged|creased|read|description|desc|see|unlisted|error|misprint|raw|ungraded|hp|dmg|n\/a|of(?=\W*$))\b|[\p{L}\p{N}/]+\?/gu;
/** A grade, or praise if the title has another grade. */
const GRADE_OR_PRAISE = /\bauthentic\b/gu;
/** Words that deny what follows. `No. 14` is a number. */
const NEGATION =
  /\b(?:not|non(?:holo(?:foil)?|foil)?|without)\b|n't\b|\bno\b(?![\s.:#]*(?!1st)[\p{L}-]{0,5}\d)/gu;
/** What a label says by not saying `holo`. */
const NON_HOLO = /\bnon[\s-]*holo(?:foil)?\b/gu;
/** Fields whose difference a negation may have denied. */
const DENIABLE: ReadonlySet<Field> = new Set(['set_name', 'name', 'parallel', 'language']);
const SIGNED = /auto|sign|\bink|penmanship|script|graph/i;

/** Compares the title of a listing with a cert. */
export function verify(title: string, facts: CertFacts): Omit<Verification, 'cert'> {
  const claims = readClaims(title);
  const isHolo = facts.cards.some(({ description }) => /holo|foil/i.test(description));
  const rest = isHolo ? claims.rest : claims.rest.replace(NON_HOLO, ' ');
  const card = new CardClaims(rest, facts.cards);
  const unknownIn = (pattern: RegExp) =>
    [...rest.matchAll(pattern)].map(([word]) => word).filter((word) => !card.isOnCard(word));
  const number = card.number();
  const year = card.year();
  const set = card.setName();
  const parallel = card.parallel();
  const language = card.language();
  const grade = gradeCheck(claims, facts);
  const found: Record<Field, Check> = {
    grader: graderCheck(claims, facts),
    cert: certCheck(claims, facts),
    grade,
    year,
    set_name: set,
    name: card.name(number.result === 'same'),
    card_number: number,
    parallel,
    language,
    autograph: autographCheck(claims, facts),
    qualifier: qualifierCheck(claims, facts),
  };
  const others = unknownIn(OTHER_ITEMS);
  const negations = unknownIn(NEGATION);
  const checks = VERIFIED_FIELDS.map((field): FieldCheck => {
    const { title: read, cert, result } = found[field];
    const isOpen = others.length > 0 || (negations.length > 0 && DENIABLE.has(field));
    return {
      field,
      title: read,
      cert,
      result: isOpen && result === 'different' ? 'missing' : result,
    };
  });
  if (checks.some(({ result }) => result === 'different')) {
    return { verdict: 'mismatch', checks, unclear_fields: [], unexplained_words: [] };
  }
  const isSame = (field: Field) => found[field].result === 'same';
  const isUnstated = (field: Field) => found[field].cert !== null && !isSame(field);
  // The name and only one of these fields do not tell which card it is.
  const isTooLittle = TELLING_FIELDS.filter(isSame).length < 2;
  const isUnclear: Partial<Record<Field, boolean>> = {
    grader: found.grader.title !== null && !isSame('grader'),
    cert: claims.certs.some(({ key }) => key !== readNumber(facts.cert).key),
    grade: (grade.title !== null || isTooLittle) && !isSame('grade'),
    year: year.isDoubtful || (isTooLittle && !isSame('year')),
    set_name: (set.isNamed || number.cert === null || isTooLittle) && !isSame('set_name'),
    name: !isSame('name'),
    card_number: isUnstated('card_number'),
    parallel: parallel.isRequired && !isSame('parallel'),
    language: isUnstated('language') || language.isDoubtful,
    autograph:
      isUnstated('autograph') ||
      ((claims.isSigned === true || claims.autoGrades.length > 0) && !isSame('autograph')),
    qualifier: isUnstated('qualifier'),
  };
  const unclear_fields = VERIFIED_FIELDS.filter((field) => isUnclear[field]);
  const words = [
    ...card.unexplainedWords(parallel.isRequired && isSame('parallel')),
    ...card.repeatedWords(),
    ...card.otherRarities(),
    ...card.otherHousesAndSports(),
    ...others,
    ...unknownIn(FINE_PRINT),
    ...(grade.title === null ? unknownIn(GRADE_OR_PRAISE) : []),
    ...negations,
  ];
  const unexplained_words = [...new Set(words.filter((word) => word !== ''))];
  const isMatch = unclear_fields.length === 0 && words.length === 0;
  return { verdict: isMatch ? 'match' : 'uncertain', checks, unclear_fields, unexplained_words };
}

function graderCheck({ graders, grades, isDoubtful }: SlabClaims, { grader }: CertFacts): Check {
  const title = [...graders].join(' ') || null;
  const isGraded = grades.some((each) => each.grader !== null);
  if (graders.has(grader) && graders.size === 1) return { title, cert: grader, result: 'same' };
  // A grader that is named without a grade may have authenticated the signature, or sold the case.
  const isOther = graders.size === 1 && isGraded && !isDoubtful;
  return { title, cert: grader, result: isOther ? 'different' : 'missing' };
}

function certCheck({ certs }: SlabClaims, { cert }: CertFacts): Check {
  const certKey = readNumber(cert).key;
  const same = certs.find(({ key }) => key === certKey);
  const [marked] = certs.filter(({ isMarked }) => isMarked);
  if (same) return { title: same.text, cert, result: 'same' };
  return { title: marked?.text ?? null, cert, result: marked ? 'different' : 'missing' };
}

function gradeCheck(claims: SlabClaims, facts: CertFacts): Check {
  const { grades, isDoubtful, isSigned } = claims;
  const { grade, grade_label } = facts;
  const cert = grade_label ?? grade;
  const title =
    [
      ...new Set(grades.length > 0 ? grades.map(textOf) : claims.wording.map(({ text }) => text)),
    ].join(' or ') || null;
  const numbers = new Set(grades.map(({ number }) => number));
  const [claimed] = grades;
  const isOtherScale = claims.isBccg !== isBccg(grade_label ?? '');
  if (title === null || grade === null || isDoubtful || isOtherScale || numbers.size > 1) {
    return { title, cert, result: 'missing' };
  }
  const [, digits = '', variety = ''] = /_q?(auth|\d+(?:_5)?)(?:_(\w+))?$/.exec(grade) ?? [];
  const number = digits.replace('_', '.');
  if (!claimed) {
    const isSame = claims.wording.every((words) => isAlone(words, number, variety, facts.grader));
    return { title, cert, result: isSame ? 'same' : 'missing' };
  }
  if (claimed.number !== number) {
    // The number may be the grade of the signature.
    const mayBeAuto = isSigned && (facts.has_auto_grade || number === 'auth');
    const isOpen = mayBeAuto || number === '' || claimed.number === 'auth';
    return { title, cert, result: isOpen ? 'missing' : 'different' };
  }
  // A number and words for another grade leave it open which of them is meant.
  if (claims.wording.some((words) => words.number !== number && !words.also.includes(number))) {
    return { title, cert, result: 'missing' };
  }
  // `Authentic` alone is another grade than `Authentic Altered`.
  if (number === 'auth' && variety !== '') return { title, cert, result: 'missing' };
  const label = grades.map((each) => each.label).find((each) => each !== null) ?? null;
  return { title, cert, result: number === '10' ? tenCheck(label, variety, facts.grader) : 'same' };
}

/** Whether words for a grade mean the grade of a cert without its number. */
function isAlone({ text, number }: GradeWords, ofCert: string, variety: string, grader: Grader) {
  if (/black|pristine|perfect/.test(text)) return text.startsWith(variety) && variety !== '';
  return (
    variety === '' && ofCert === (text.startsWith('gem') && grader === 'beckett' ? '9.5' : number)
  );
}

/** Compares the labels of two tens. PSA has a single ten, without a label of its own. */
function tenCheck(label: ClaimedGrade['label'], variety: string, grader: Grader): Check['result'] {
  if (grader === 'psa') return label === null || label === 'gem' ? 'same' : 'missing';
  const named = label === 'gem' ? '' : label;
  if (named === variety) return 'same';
  // A Black Label is a Pristine 10 whose subgrades are all 10.
  const isOpen =
    grader === 'beckett' && (named === '' || (named === 'pristine' && variety === 'black'));
  if (named !== null) return isOpen ? 'missing' : 'different';
  // Without a label, a ten is the lowest of the grader's tens, unless the cert has a higher one.
  return variety === '' || (grader === 'beckett' && variety === 'pristine') ? 'same' : 'missing';
}

const textOf = ({ number, label }: ClaimedGrade) =>
  label === null || label === 'gem' ? number : `${number} ${label}`;

function autographCheck({ isSigned, autoGrades }: SlabClaims, facts: CertFacts): Check {
  const isOnCert = facts.has_auto_grade || SIGNED.test(facts.description);
  const title = isSigned === null ? null : isSigned ? 'signed' : 'unsigned';
  const cert = isOnCert ? 'signed' : null;
  if (isSigned === null || (!isSigned && !isOnCert)) return { title, cert, result: 'missing' };
  if (isSigned === isOnCert) {
    const [grade] = /auth|10|\d(?:\.5)?/i.exec(facts.auto_grade_label ?? '') ?? [];
    const isSameGrade = autoGrades.every((each) => each === grade?.toLowerCase());
    return { title, cert, result: isSameGrade ? 'same' : 'missing' };
  }
  // The label of an insert does not always say that its cards are signed.
  const [card] = facts.cards;
  const isInsert = !card || /[a-z]/i.test(card.card_number) || card.parallel || card.subset;
  return { title, cert, result: isSigned && isInsert ? 'missing' : 'different' };
}

function qualifierCheck({ qualifier, grades, isDoubtful }: SlabClaims, facts: CertFacts): Check {
  const title = qualifier?.toUpperCase() ?? null;
  const cert = facts.qualifier;
  if (title === null || grades.length === 0 || isDoubtful)
    return { title, cert, result: 'missing' };
  return { title, cert, result: title === cert ? 'same' : 'different' };
}
