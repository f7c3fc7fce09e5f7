import { readNumber } from '@gcd/contracts/cert-number';
import { type Grader, parseGrader } from '@gcd/contracts/graders';
import { fold } from '@gcd/population/fold';

/** A grade that a title claims. */
export interface ClaimedGrade {
  /** Number of the grade, such as `9.5`, or `auth`. */
  readonly number: string;
  /** Word that tells grades with the same number apart. */
  readonly label: 'gem' | 'pristine' | 'perfect' | 'black' | null;
  readonly grader: Grader | null;
}

/** Words by which graders call a grade. */
export interface GradeWords {
  readonly text: string;
  /** The grade that the words alone mean; at Beckett, `gem mint` is 9.5. */
  readonly number: string;
  /** Further numbers with which sellers write the words. */
  readonly also: readonly string[];
}

/** What a title says about the slab, and not about the card. */
export interface SlabClaims {
  /** Graders that are named with a grade; if there are none, all graders that are named. */
  readonly graders: ReadonlySet<Grader>;
  readonly grades: readonly ClaimedGrade[];
  readonly qualifier: string | null;
  readonly certs: readonly {
    readonly key: string;
    readonly text: string;
    readonly isMarked: boolean;
  }[];
  /** Whether the copy is signed; null if the title does not say it. */
  readonly isSigned: boolean | null;
  /** Numbers of the grades of the signature, or `auth`. */
  readonly autoGrades: readonly string[];
  /** Whether a claim is only a hope, a question or a comparison: `PSA 10?`, `not PSA 10`, `PSA 9 or 10`. */
  readonly isDoubtful: boolean;
  /** Words for a grade beside a grader or a number: `gem mint` in `PSA Gem Mint`. */
  readonly wording: readonly GradeWords[];
  /** Whether the grades are those of BCCG. */
  readonly isBccg: boolean;
  /** The title without the claims. */
  readonly rest: string;
}

const GRADER = 'psa|bgs|bvg|bccg|beckett|sgc|cgc|csg';
const BEFORE = '(?<![\\p{L}\\p{N}#/.])';
const END = '(?![\\p{N}%]|[.,]\\p{N}|/\\p{N}|(?!(?:oc|mc|mk|pd|st)\\b)\\p{L})';
const NUMBER = `(10|[1-9](?:[.,]5)?)(?:\\.0)?${END}`;
/** Words that graders and sellers write between a grader and a grade. */
const LABEL =
  '(?:gem|mint|mt|near|nrmt|nm|excellent|ex|very|vg|good|gd|fair|fr|poor|pr|pristine|perfect|black|label|graded|grade|slabbed|slab)\\+?';
/** Labels that are followed by a grade even if no grader precedes them. */
const STRONG_LABEL =
  '(?:gem[\\s-]*(?:mint|mt)|gem|(?<!near\\s)mint|(?<![\\p{L}/-]\\s?)mt|nm[\\s/-]*mt\\+?|ex[\\s/-]*mt\\+?|vg[\\s/-]*ex\\+?|pristine|perfect|black\\s+label|graded?)';
const GAP = '[\\s:=,/-]*';
/** Short words for a grade after its number. `EX` after another number may be the card's. */
const SHORT_LABEL = [
  ['5(?:[.,]5)?', 'ex'],
  ['3(?:[.,]5)?', 'vg'],
  ['2(?:[.,]5)?', 'gd'],
  ['1[.,]5', 'fr'],
  ['1', 'pr'],
]
  .map(([number, words]) => `(?<=[^\\p{N}.,]${number}[\\s,-]*)${words}\\+?`)
  .join('|');
/** Labels and a qualifier after a grade. */
const REST = `(?:[\\s,-]*(?:${SHORT_LABEL}|nm[\\s/-]*mt\\+?|ex[\\s/-]*mt\\+?|vg[\\s/-]*ex\\+?|ex[\\s/-]*nm\\+?|(?:gem|near\\s+mint|mint|mt|nm|pristine|perfect|black\\s+label|very\\s+good|excellent|good|fair|poor)\\+?)(?![\\p{L}\\p{N}]))*(?:\\s*[([-]?\\s*(?:oc|mc|mk|pd)\\b[)\\]]?|\\s*[([](?:st|of)[)\\]])?`;
const GRADED = new RegExp(`${BEFORE}(${GRADER})${GAP}(?:${LABEL}${GAP})*${NUMBER}${REST}`, 'gu');
const LABELED = new RegExp(`${BEFORE}()${STRONG_LABEL}${GAP}${NUMBER}${REST}`, 'gu');
const REVERSED = new RegExp(`${BEFORE}()${NUMBER}(?=${GAP}gem[\\s-]*m)${REST}`, 'gu');
const AUTHENTIC = new RegExp(
  `${BEFORE}(${GRADER})${GAP}(?:(?:graded|slabbed)${GAP})?(?:auth(?:entic)?(?![\\p{L}\\p{N}]|${GAP}(?:auto|sign))|a(?=\\s*(?:$|[,;|()\\]])))`,
  'gu',
);
const NAMED = new RegExp(`(?<![\\p{L}\\p{N}])(${GRADER})(?!\\p{L})`, 'gu');
/** The service of PSA that authenticates signatures. */
const PSA_DNA = /\bpsa\s*\/\s*dna\b/gu;
/** The address of a cert's page, with its number. */
const CERT_URL = /https?:\/\/\S*?(\d{7,12})\S*/gu;
const FIRST_EDITION = /\b(?:1st|first)\s+ed(?:ition|n)?\b/gu;
/** A grader written with full stops, such as `P.S.A.`. */
const DOTTED = /(?<![\p{L}\p{N}.])(?:p\.s\.a|b\.g\.s|b\.v\.g|s\.g\.c|c\.g\.c)\b\.?/gu;
const QUALIFIER = /(?<!\p{L})(oc|mc|mk|pd|st|of)\W*$/u;
const HOPE =
  /(?:\b(?:not|never|like|possibl[ey]|potential(?:ly)?|maybe|could|would|should|might|equivalent|comparable|versus|vs|or|than|crossover|(?<!boundaries\s)cross(?:ed)?|crack(?:ed)?|former(?:ly)?|was)\b|n't)\W{0,3}(?:(?:an?|be|get|is|was|grade)\W{1,3})?$/u;
const QUESTION =
  /^(?:\s*\?|\+|\s*(?:1\/2|½)|-(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\W{0,3}(?:candidates?|contender|ready|worthy|potential(?:ly)?|quality|possible|possibly|equivalent|comps?|crossover|or|vs|versus)\b)/u;
const POPULATION =
  /\b(?:(?:low|lowest|rare|top|highest)\s+)?pop(?:ulation)?\b(?!\s+series)(?:\s*(?:of|report)?[\s:#]*\d+(?:\s*higher)?)?/gu;
/** Delivery and sale, in words that also say that a copy is signed. */
const DELIVERY =
  /\bsigned[\s-]+(?:for|delivery|post|mail|shipping)\b|\btracked\s+(?:and|&)\s+signed\b|\bsignature\s+(?:required|confirmation|on\s+delivery)\b|\bauto[\s-]*(?:accept|pay|relist)\w*\b/gu;
/** Praise of a copy in words that cards also have, or in other characters. */
const PRAISE = /\bpack[\s-]+fresh\b|\bl[@o0]{2}k\b/gu;
const CERT =
  /(?:\b(cert\w*|certification|serial)\s*(?:no|num|number)?[\s.:#]*)?(?<![\p{L}\p{N}/.-])(\d[\d-]{5,14}\d)(?![\p{L}\p{N}/.])/gu;
const DATE = /^(?:1[89]|20)\d\d-(?:\d\d-\d\d|(?:19|20)\d\d)$/;
const MIN_DIGITS = 7;
const SIGNED = /\b(?:auto(?:graph(?:ed|s)?|s)?|signed|signatures?)\b/u;
const UNSIGNED =
  /\b(?:un-?signed|(?:no|non|not|without)[\s-]+(?:auto(?:graph(?:ed)?)?|signed|signature))\b/gu;
const AUTO_GRADE = new RegExp(
  `(?<=\\bauto(?:graph)?\\s*(?:grade)?${GAP})(?:${NUMBER}|auth(?:entic)?(?!\\p{L}))`,
  'gu',
);
/** Matches the second number in `9.5/10 auto` and `9 10 auto`, with the sign before it. */
const SECOND_GRADE = /(?<=(?:10|[1-9](?:\.5)?)\s*)[/,&+\s]\s*(10|[1-9])(?=\s*auto)/gu;
/** Matches the second number in `BGS 9/10`, the grade of the signature. */
const SECOND_OF_TWO = new RegExp(
  `(?<=(?:${GRADER})${GAP}(?:10|[1-9](?:\\.5)?))\\s*/\\s*(10|[1-9](?:\\.5)?)(?![\\p{N}.])`,
  'gu',
);
/** Words for grades, longer ones first: their text, their grade, and grades with which sellers also write them. */
const GRADE_WORDS: readonly (readonly [words: string, number: string, ...also: string[]])[] = [
  ['black\\s+label', '10'],
  ['gem[\\s-]*(?:mint|mt)', '10', '9.5'],
  ['(?:nm|near\\s+mint)[\\s/-]*(?:mt|mint)\\+?', '8', '8.5'],
  ['ex[\\s/-]*(?:mt|nm)\\+?', '6', '6.5'],
  ['vg[\\s/-]*ex\\+?', '4', '4.5'],
  ['near\\s+mint|nm', '7', '7.5', '8', '8.5'],
  ['pristine|perfect', '10'],
  ['gem', '10', '9.5'],
  ['mint|mt', '9', '9.5', '10'],
  ['excellent|ex', '5', '5.5'],
  ['very\\s+good|vg', '3', '3.5'],
  ['good|gd', '2', '2.5'],
  ['fair', '1.5'],
  ['poor|pr', '1'],
];
/** Number of words in the list, from the beginning, that mean a grade wherever they stand. */
const UNMISTAKABLE = 6;
const WORDS_OF_GRADE = GRADE_WORDS.map(([words]) => `(${words})`).join('|');
/** Words for a grade after a grader, or after a number that follows a grader. `EX` after a number may be the card's. */
const WORDING = new RegExp(
  `${BEFORE}(?:${GRADER}|graded)${GAP}(?:graded${GAP})?(?:(?:10|[1-9](?:[.,]5)?)(?:\\.0)?${GAP}(?!(?:ex|good|gd|fair|poor|pr)(?![\\p{L}/-])))?(?:${WORDS_OF_GRADE})(?!\\p{L})`,
  'gu',
);
const ANYWHERE = new RegExp(`${BEFORE}(?:${WORDS_OF_GRADE})(?!\\p{L})`, 'gu');
/** Years and dates of a slab or a sale, and dates that a spreadsheet makes of grades. */
const OTHER_DATES =
  /\b(?:graded|slabbed|certified|encapsulated)\s+(?:in\s+)?20\d\d\b|\b20\d\d\s+(?:label|slab|holder|case)\b|(?<![\d/.-])\d{1,2}[./-]\d{1,2}[./-](?:20)?\d\d(?![\d/.-])/gu;
/** Words for a grade before its number, without a grader. */
const WORDING_BEFORE = new RegExp(
  `${BEFORE}(?:(black\\s+label|pristine|perfect))${GAP}${NUMBER}`,
  'gu',
);
/** Whether a text names the scale of Beckett whose grades mean less than those of its others. */
export const isBccg = (text: string): boolean => /\bbccg\b/iu.test(text);
const LABEL_BEFORE = /(?:black\s+label|pristine|perfect)\W*$/u;

/** Reads what a title says about the slab. */
export function readClaims(title: string): SlabClaims {
  let text = ` ${fold(unescapeHtml(title).replaceAll('🔟', ' 10 ')).replace(/\p{Cc}/gu, ' ')} `
    .replace(DOTTED, (name) => name.replaceAll('.', ''))
    .replace(PSA_DNA, 'psa')
    .replace(CERT_URL, ' cert $1 ')
    .replace(FIRST_EDITION, '1st edition')
    .replace(OTHER_DATES, ' ')
    .replace(POPULATION, ' ')
    .replace(DELIVERY, ' ')
    .replace(PRAISE, ' ');
  const certs: { key: string; text: string; isMarked: boolean }[] = [];
  text = text.replace(CERT, (all, mark: string | undefined, number: string) => {
    if (DATE.test(number) || number.replaceAll('-', '').length < MIN_DIGITS) return all;
    certs.push({ key: readNumber(number).key, text: number, isMarked: mark !== undefined });
    return ' ';
  });
  const isUnsigned = text.search(UNSIGNED) >= 0;
  text = text.replace(UNSIGNED, ' ');
  const autoGrades: string[] = [];
  for (const pattern of [AUTO_GRADE, SECOND_GRADE, SECOND_OF_TWO]) {
    text = text.replace(pattern, (_all, number: string | undefined) => {
      autoGrades.push(number?.replace(',', '.') ?? 'auth');
      return ' ';
    });
  }
  const isSigned = text.search(SIGNED) >= 0 || (isUnsigned ? false : null);
  const grades: ClaimedGrade[] = [];
  const graded = new Set<Grader>();
  let qualifier: string | null = null;
  let isDoubtful = false;
  const wording = [
    ...[...text.matchAll(WORDING), ...text.matchAll(WORDING_BEFORE)].map(readWording),
    ...[...text.matchAll(ANYWHERE)].filter(isUnmistakable).map(readWording),
  ];
  for (const pattern of [GRADED, LABELED, REVERSED, AUTHENTIC]) {
    text = text.replace(pattern, (...match) => {
      const [all, name, number] = pattern === AUTHENTIC ? [match[0], match[1], 'auth'] : match;
      const [at, whole] = match.slice(-2) as [number, string];
      const before = whole.slice(0, at);
      const after = whole.slice(at + all.length);
      const grader = parseGrader(name);
      grades.push({
        number: number.replace(',', '.'),
        label: labelOf(`${LABEL_BEFORE.exec(before)?.[0] ?? ''} ${all}`),
        grader,
      });
      if (grader) graded.add(grader);
      qualifier ??= QUALIFIER.exec(all)?.[1] ?? null;
      isDoubtful ||= HOPE.test(before) || QUESTION.test(after);
      return ' ';
    });
  }
  const named = [...text.matchAll(NAMED)].flatMap(([, name = '']) => parseGrader(name) ?? []);
  const others = named.filter((grader) => !graded.has(grader));
  // A second grader may have authenticated the signature, or be one that the seller hopes for.
  isDoubtful ||= graded.size > 0 && others.length > 0;
  return {
    graders: graded.size > 0 ? graded : new Set(named),
    grades,
    qualifier,
    certs,
    isSigned,
    autoGrades,
    isDoubtful,
    wording,
    isBccg: isBccg(title),
    rest: text.replace(NAMED, ' ').replace(/\bblack\s+label\b/gu, ' '),
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: ' ',
};

/** Replaces the character references of HTML, which exports of marketplaces contain. `&#39;` is not the number 39. */
function unescapeHtml(title: string): string {
  return title
    .replaceAll('&amp;', '&')
    .replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w+));/giu, (all, decimal, hex, name) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? all;
      return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
    });
}

const isUnmistakable = ([, ...found]: RegExpExecArray): boolean =>
  found.findIndex((words) => words !== undefined) < UNMISTAKABLE;

function readWording([, ...found]: RegExpExecArray): GradeWords {
  const at = GRADE_WORDS.findIndex((_words, index) => found[index] !== undefined);
  const [, number = '10', ...also] = GRADE_WORDS[at] ?? [];
  return { text: found[at] ?? '', number, also };
}

function labelOf(words: string): ClaimedGrade['label'] {
  if (/black/.test(words)) return 'black';
  const [label] = /pristine|perfect|gem/.exec(words) ?? [];
  return (label as 'gem' | 'pristine' | 'perfect' | undefined) ?? null;
}
