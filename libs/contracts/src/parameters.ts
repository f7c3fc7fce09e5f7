import { normalizeCert } from './cert-number.js';
import { ApiError, badRequest, invalidParameter } from './errors.js';
import { GRADERS, type Grader, parseGrader } from './graders.js';

/** Query parameters as sent, decoded; one that was sent several times is an array. */
export type SentQuery = Readonly<Record<string, string | string[]>>;

/** How one path variable or query parameter is read. */
export interface Parameter<Value> {
  readonly description: string;
  /** JSON Schema of the text as clients write it, for the OpenAPI document. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Another name it may come under. */
  readonly alias?: string;
  /** Whether the rest of the query makes the parameter meaningless. It is then read as if it were absent, whatever was sent. */
  isIgnored?(query: SentQuery): boolean;
  /**
   * Reads the text.
   * @param text undefined when the parameter is absent
   * @param name as the client wrote it, for the error
   * @param earlier the parameters before this one, after they were read
   * @throws ApiError when the text is not acceptable
   */
  read(text: string | undefined, name: string, earlier?: Readonly<Record<string, unknown>>): Value;
}

/** The values that a record of parameters reads to. */
export type ParameterValues<Parameters> = {
  -readonly [Name in keyof Parameters]: Parameters[Name] extends Parameter<infer Value>
    ? Value
    : never;
};

const CARD_ID = /^[0-9a-f]{40}$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/;

const graderSchema = {
  type: 'string',
  examples: ['psa'],
  description: `One of ${GRADERS.join(', ')}, in any letter case; bgs, bvg and bccg mean beckett, csg means cgc.`,
};

function readGrader(text: string, name: string): Grader {
  const grader = parseGrader(text);
  if (grader) return grader;
  throw new ApiError('invalid_grader', `Unknown grader. It is one of ${GRADERS.join(', ')}.`, {
    details: { parameter: name, reason: 'malformed' },
  });
}

/** `{grader}` in a path. */
export const graderPath: Parameter<Grader> = {
  description: 'Grading company.',
  schema: graderSchema,
  read: (text = '', name) => readGrader(text, name),
};

/** `grader` in a query: restricts the answer to one grader. */
export const graderFilter: Parameter<Grader | null> = {
  description: 'Only the data of this grader.',
  schema: graderSchema,
  read: (text, name) => (text === undefined ? null : readGrader(text, name)),
};

/** `{cert}` in a path: an opaque text; surrounding spaces and a leading `#` are dropped. */
export const certPath: Parameter<string> = {
  description:
    'Cert number as printed on the slab. Also accepted: inner spaces, a leading grader name, a trailing `.0`, other hyphens, and for Beckett missing leading zeros.',
  schema: { type: 'string', examples: ['64062046'] },
  read: (text = '') => normalizeCert(printable(text)),
};

/** `{spec_id}` in a path: an opaque text; surrounding spaces are dropped. */
export const specIdPath: Parameter<string> = {
  description: "The grader's number for the card.",
  schema: { type: 'string', examples: ['540013'] },
  read: (text = '') => printable(text).trim(),
};

/** Whether a text has no control characters. */
export function isPrintable(text: string): boolean {
  return !CONTROL_CHARACTERS.test(text);
}

function printable(text: string): string {
  if (isPrintable(text)) return text;
  throw badRequest('malformed_uri', 'The URL contains control characters.');
}

/** `{card_id}` in a path: 40 hexadecimal digits in any letter case. Anything else is no known card. */
export const cardIdPath: Parameter<string> = {
  description: 'Card id, universal or of one grader.',
  schema: {
    type: 'string',
    pattern: '^[0-9a-fA-F]{40}$',
    examples: ['85c82c158cac20785082526b3bb6248031db6a66'],
  },
  read(text = '') {
    const cardId = normalizeCardId(text);
    if (cardId) return cardId;
    throw cardNotFound(text);
  },
};

/** Folds a card id to lower case. @returns null when the text is not 40 hexadecimal digits */
export function normalizeCardId(text: string): string | null {
  const cardId = text.toLowerCase();
  return CARD_ID.test(cardId) ? cardId : null;
}

/** The error for a card id that no card has. */
export function cardNotFound(cardId: string): ApiError {
  return new ApiError('card_not_found', 'No card has this id.', {
    details: { card_id: cardId.slice(0, 64) },
  });
}

/** A boolean flag: exactly `true` or `false`. @param byDefault what an absent flag means */
export function flag(description: string, byDefault = false): Parameter<boolean> {
  return {
    description,
    schema: { type: 'boolean', default: byDefault },
    read(text, name) {
      if (text === undefined) return byDefault;
      if (text === 'true') return true;
      if (text === 'false') return false;
      throw invalidParameter(name, 'malformed', 'must be `true` or `false`.');
    },
  };
}

/** A boolean flag whose absence means something of its own: null. */
export function optionalFlag(description: string): Parameter<boolean | null> {
  const { read } = flag(description);
  return {
    description,
    schema: { type: 'boolean' },
    read: (text, name) => (text === undefined ? null : read(text, name)),
  };
}

/** One of some words. The first is meant when the parameter is absent. */
export function choice<Word extends string>(
  description: string,
  ...words: [Word, ...Word[]]
): Parameter<Word> {
  const [byDefault] = words;
  return {
    description,
    schema: { type: 'string', enum: words, default: byDefault },
    read(text = byDefault, name) {
      const word = words.find((each) => each === text);
      if (word) return word;
      throw invalidParameter(name, 'malformed', `is one of: ${words.join(', ')}.`);
    },
  };
}

/** One word that may be absent: whether it was sent. */
export function optionalWord(description: string, word: string): Parameter<boolean> {
  return {
    description,
    schema: { type: 'string', enum: [word] },
    read(text, name) {
      if (text === undefined || text === word) return text === word;
      throw invalidParameter(name, 'malformed', `must be \`${word}\`, or absent.`);
    },
  };
}

/** A whole number in decimal digits, without anything around it. */
export function wholeNumber(
  description: string,
  { least, most, byDefault }: { least: number; most: number; byDefault: number },
): Parameter<number> {
  return {
    description,
    schema: { type: 'integer', minimum: least, maximum: most, default: byDefault },
    read(text, name) {
      if (text === undefined) return byDefault;
      const number = Number(text);
      const hint = `is a whole number from ${least} to ${most}.`;
      if (!/^(0|-?[1-9]\d*)$/.test(text)) throw invalidParameter(name, 'malformed', hint);
      if (number < least || number > most) throw invalidParameter(name, 'out_of_range', hint);
      return number;
    },
  };
}

/** A text that the operation may do without: trimmed, null when absent. */
export function optionalText(description: string): Parameter<string | null> {
  return {
    description,
    schema: { type: 'string' },
    read: (text, name) => {
      if (text === undefined) return null;
      if (isPrintable(text)) return text.trim();
      throw invalidParameter(name, 'malformed', 'contains control characters.');
    },
  };
}

/** A parameter that other routes take and this one refuses. */
export const notAccepted: Parameter<undefined> = {
  description: 'Not accepted here.',
  schema: { not: {} },
  read(text, name) {
    if (text === undefined) return undefined;
    throw invalidParameter(name, 'not_accepted', 'is not accepted here.');
  },
};

/** A comma-separated list of members that the route knows; empty when absent. */
export function includeList<Member extends string>(
  ...members: Member[]
): Parameter<readonly Member[]> {
  const known = (text: string): text is Member => (members as string[]).includes(text);
  return {
    description: `Additions to the answer, separated by commas: ${members.join(', ')}.`,
    schema: { type: 'string', examples: [members[0]] },
    read(text, name) {
      if (text === undefined) return [];
      const asked = text.split(',').map((member) => member.trim());
      if (asked.every(known)) return asked;
      throw invalidParameter(name, 'not_accepted', `takes only: ${members.join(', ')}.`);
    },
  };
}

/** `auto_split` in a query. */
export const autoSplitFlag = flag('Adds `auto_split` to `population_data.by_grader.psa`.');

/** `universal` in a query. */
export const universalFlag = flag("`false` restricts the population to the path's grader.", true);

/** The two ways to ask for the parts of the description. */
export const parsedDescriptionFlags = {
  parsed_description: flag('Adds `parsed_description`.'),
  include: includeList('parsed_description'),
};

/** Whether the parts of the description were asked for, in either way. */
export function wantsParsedDescription(request: {
  readonly parsed_description: boolean;
  readonly include: readonly string[];
}): boolean {
  return request.parsed_description || request.include.includes('parsed_description');
}
