import { z } from 'zod';
import type { ApiError, ParameterReason } from './errors.js';

/** Decoded query parameters. The value of a repeated parameter is an array. */
export type SentQuery = Readonly<Record<string, string | string[]>>;

/**
 * Schemas of path variables or query parameters, by name. The input of a schema is the text that the client sent;
 * undefined if the parameter is absent. The OpenAPI document is generated from the same schemas. Error responses
 * contain the messages of the issues that a schema reports (see {@link readParameters}).
 */
export type Parameters = Readonly<Record<string, z.ZodType>>;

/** The parsed values of parameters, by name. */
export type ParameterValues<P> = {
  -readonly [Name in keyof P]: P[Name] extends z.ZodType ? z.output<P[Name]> : never;
};

declare module 'zod' {
  /** Metadata of a query parameter, in addition to its description and examples. */
  interface GlobalMeta {
    alias?: string;
    /**
     * Whether the operation ignores this parameter because of other query parameters. The parser then treats it as
     * absent.
     */
    isIgnored?: (query: SentQuery) => boolean;
    /**
     * Creates the error for an invalid value. Defaults to an `invalid_parameter` error.
     * @param name parameter name or alias that the client sent
     */
    toError?: (text: string, name: string) => ApiError;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern excludes control characters
const PRINTABLE = /^[^\x00-\x1f\x7f-\x9f]*$/;

/** Arguments of a zod check that a string has no control characters. */
export const printable = [PRINTABLE, 'must not contain control characters.'] as const;

/** Whether a string is free of control characters. */
export const isPrintable = (text: string): boolean => PRINTABLE.test(text);

/** Documents that a string must not be blank, in metadata. */
export const notBlank = { minLength: 1, pattern: '[^\\s\\x00-\\x1f\\x7f-\\x9f]' };

/** Returns options for a zod check that rejects a parameter for a specific reason. @param error hint for the client */
export function rejection(reason: ParameterReason, error: string) {
  return { error, params: { reason } };
}

/** Replaces control characters with spaces, and removes surrounding white space. */
export const printed = (text: string): string => text.replace(/\p{Cc}/gu, ' ').trim();

/** Creates a parameter that accepts one of several words. The first is the default. */
export function choice<Word extends string>(description: string, ...words: [Word, ...Word[]]) {
  return z
    .enum(words, `must be one of: ${words.join(', ')}.`)
    .default(words[0] as z.util.NoUndefined<Word>)
    .meta({ description });
}

/** Returns a hint for the client about the range of a whole number. */
export function rangeHint(min: number, max: number): string {
  return `must be a whole number from ${min} to ${max}.`;
}

/** Creates a parameter that is a whole number, written in decimal digits only. */
export function wholeNumber(
  description: string,
  { min, max, byDefault }: { min: number; max: number; byDefault: number },
) {
  const hint = rangeHint(min, max);
  // Read at most 16 characters. A number of that length is beyond every limit, and a longer one could become infinite.
  const read = (sent: unknown) =>
    typeof sent === 'string' && /^(0|-?[1-9]\d*)$/.test(sent) ? Number(sent.slice(0, 16)) : sent;
  return z
    .preprocess(read, z.int(hint).min(min, hint).max(max, hint))
    .default(byDefault)
    .meta({ description });
}

/** Schema of a string. Leading and trailing white space is removed. */
export const trimmedText = z
  .string()
  .regex(...printable)
  .trim();

/** Makes a parameter optional. If the parameter is absent, its value is null. */
export function optional<Schema extends z.ZodType>(schema: Schema, meta: z.GlobalMeta) {
  return schema.nullable().default(null).meta(meta);
}

/** Schema of a parameter that an operation rejects because only other operations accept it. */
export const notAccepted = z
  .string()
  .optional()
  .refine((sent) => sent === undefined, rejection('not_accepted', 'is not accepted here.'));

/**
 * Creates a query parameter that is a comma-separated list of words. Its value is an empty array if the parameter is
 * absent.
 * @param members the words that the operation supports
 */
export function includeList<Member extends string>(...members: [Member, ...Member[]]) {
  const split = (sent: unknown) => {
    if (typeof sent !== 'string') return sent;
    const list = sent.split(',').map((member) => member.trim());
    const unknown = list.find((member) => !(members as string[]).includes(member));
    // Report only the first unknown word, because reporting a long list would be expensive.
    return unknown === undefined ? list : [unknown];
  };
  return z
    .preprocess(
      split,
      z.array(z.enum(members, `accepts only: ${members.join(', ')}.`)).meta({ minItems: 1 }),
    )
    .default([])
    .meta({
      description: 'Optional parts to add to the response.',
      examples: [[members[0]]],
    });
}
