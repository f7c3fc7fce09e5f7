import type { Field } from './entry.js';
import type { QueryWord } from './query.js';
import type { Variant } from './variants.js';

/** Returns the terms of a grader card that match a meaning of a query word; null if a term is missing. */
export function findVariant(
  { terms, prefix, besides }: Variant,
  entry: ReadonlyMap<string, Field>,
): string[] | null {
  const exact = prefix ? terms.slice(0, -1) : terms;
  if (!exact.every((term) => entry.has(term))) return null;
  if (!prefix) return [...terms];
  const beginning = terms[terms.length - 1] as string;
  for (const term of entry.keys()) {
    if (term.startsWith(beginning) && !besides?.some((other) => term.startsWith(other)))
      return [term, ...exact];
  }
  return null;
}

/** Whether a single grader card contains every word of a query. */
export function hasWords(query: readonly QueryWord[], entry: ReadonlyMap<string, Field>): boolean {
  return query.every(({ variants }) =>
    variants.some((variant) => findVariant(variant, entry) !== null),
  );
}
