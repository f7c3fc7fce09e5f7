import { InvalidArgumentError } from 'commander';
import type { GraderName } from '../types.js';

const GRADERS = ['psa', 'beckett', 'sgc', 'cgc', 'bgs', 'bvg', 'bccg', 'csg'] as const;

export function grader(text: string): GraderName {
  const found = GRADERS.find((each) => each === text.toLowerCase());
  if (found) return found;
  throw new InvalidArgumentError(`Allowed graders are ${GRADERS.join(', ')}.`);
}

export function graderOrAny(text: string): GraderName | 'any' {
  return text.toLowerCase() === 'any' ? 'any' : grader(text);
}

/** Parses the id of a card or of a set. */
export function cardId(text: string): string {
  if (/^[0-9a-f]{40}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError('An id has 40 hexadecimal digits.');
}

/** Creates a parser for a whole number from `min` to `max`. */
export function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}
