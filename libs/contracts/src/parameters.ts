import { normalizeCert } from './cert-number.js';
import { ApiError, badRequest, invalidParameter } from './errors.js';
import { GRADERS, type Grader, parseGrader } from './graders.js';

/** Decoded query parameters. A repeated parameter is an array. */
export type SentQuery = Readonly<Record<string, string | string[]>>;

/** Describes how a path variable or query parameter is parsed. */
export interface Parameter<Value> {
  readonly description: string;
  /**
   * JSON Schema of the value for the OpenAPI document, with an example. The items of an array are separated by commas.
   */
  readonly schema: Readonly<Record<string, unknown>>;
  /** An alias of the parameter. */
  readonly alias?: string;
  /** Whether the rest of the query makes the parameter irrelevant. The parser then treats the parameter as absent. */
  isIgnored?(query: SentQuery): boolean;
  /**
   * Parses the value.
   * @param text undefined if the parameter is absent
   * @param name as sent by the client, for the error
   * @param earlier the parsed values of the preceding parameters
   * @throws ApiError if the text is invalid
   */
  read(text: string | undefined, name: string, earlier?: Readonly<Record<string, unknown>>): Value;
}

/** The parsed values of a record of parameters. */
export type ParameterValues<Parameters> = {
  -readonly [Name in keyof Parameters]: Parameters[Name] extends Parameter<infer Value>
    ? Value
    : never;
};

const CARD_ID = /^[0-9a-f]{40}$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/;

const graderSchema = {
  $ref: '#/components/schemas/GraderName',
  examples: ['psa'],
  description:
    'In any letter case. `bgs`, `bvg` and `bccg` are aliases of `beckett`; `csg` is an alias of `cgc`.',
};

function readGrader(text: string, name: string): Grader {
  const grader = parseGrader(text);
  if (grader) return grader;
  throw new ApiError(
    'invalid_grader',
    `Unknown grader. It must be one of: ${GRADERS.join(', ')}.`,
    {
      details: { parameter: name, reason: 'malformed' },
    },
  );
}

/** The path variable `{grader}`. */
export const graderPath: Parameter<Grader> = {
  description: 'Grading company.',
  schema: graderSchema,
  read: (text = '', name) => readGrader(text, name),
};

/** The query parameter `grader`, which restricts the response to one grader. */
export const graderFilter: Parameter<Grader | null> = {
  description: 'Restricts the data to this grader.',
  schema: graderSchema,
  read: (text, name) => (text === undefined ? null : readGrader(text, name)),
};

/** The path variable `{cert}`: an opaque string. Surrounding spaces and a leading `#` are removed. */
export const certPath: Parameter<string> = {
  description:
    'Cert number as printed on the slab. Inner spaces, a leading grader name, a trailing `.0`, missing or additional hyphens and, for Beckett, missing leading zeros are tolerated.',
  schema: { type: 'string', examples: ['64062046'] },
  read: (text = '') => normalizeCert(printable(text)),
};

/** The path variable `{spec_id}`: an opaque string. Surrounding spaces are removed. */
export const specIdPath: Parameter<string> = {
  description: "The grader's spec number of the card.",
  schema: { type: 'string', examples: ['540013'] },
  read: (text = '') => printable(text).trim(),
};

/** Whether a string is free of control characters. */
export function isPrintable(text: string): boolean {
  return !CONTROL_CHARACTERS.test(text);
}

function printable(text: string): string {
  if (isPrintable(text)) return text;
  throw badRequest('malformed_uri', 'The URL contains control characters.');
}

/** The path variable `{card_id}`: 40 hexadecimal digits in any letter case. Any other string is an unknown card. */
export const cardIdPath: Parameter<string> = {
  description: 'Card id, either universal or of one grader.',
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

/** Converts a card id to lower case. @returns null if it is not 40 hexadecimal digits */
export function normalizeCardId(text: string): string | null {
  const cardId = text.toLowerCase();
  return CARD_ID.test(cardId) ? cardId : null;
}

/** Creates the error for an unknown card id. */
export function cardNotFound(cardId: string): ApiError {
  return new ApiError('card_not_found', 'No card has this id.', {
    details: { card_id: cardId.slice(0, 64) },
  });
}

/** Creates a parameter that is one of several words, the first of which is the default. */
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
      throw invalidParameter(name, 'malformed', `must be one of: ${words.join(', ')}.`);
    },
  };
}

/**
 * Creates a parameter that accepts a single word. Its value is true if the client sent the word, and false if the
 * parameter is absent.
 */
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

/** Creates a parameter that is a whole number, written in decimal digits only. */
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
      const hint = `must be a whole number from ${least} to ${most}.`;
      if (!/^(0|-?[1-9]\d*)$/.test(text)) throw invalidParameter(name, 'malformed', hint);
      if (number < least || number > most) throw invalidParameter(name, 'out_of_range', hint);
      return number;
    },
  };
}

/** Creates an optional string parameter, which is trimmed, and null if absent. */
export function optionalText(description: string, example: string): Parameter<string | null> {
  return {
    description,
    schema: { type: 'string', examples: [example] },
    read: (text, name) => {
      if (text === undefined) return null;
      if (isPrintable(text)) return text.trim();
      throw invalidParameter(name, 'malformed', 'must not contain control characters.');
    },
  };
}

/** A parameter that other routes accept but this route rejects. */
export const notAccepted: Parameter<undefined> = {
  description: 'Not accepted here.',
  schema: { not: {} },
  read(text, name) {
    if (text === undefined) return undefined;
    throw invalidParameter(name, 'not_accepted', 'is not accepted here.');
  },
};
