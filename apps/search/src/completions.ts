import type { QueryWord, Variant } from '@gcd/search-terms';
import type { Vocabulary } from './vocabulary.js';

/**
 * Maximum number of completions that are searched instead of a prefix. If a prefix has more, the prefix itself is
 * searched.
 */
export const MAX_COMPLETIONS = 50;

/** Returns the terms and the prefixes of a query. */
export function termsOf(words: readonly QueryWord[]): { terms: string[]; prefixes: string[] } {
  const variants = words.flatMap((word) => word.variants);
  const prefixes = variants.flatMap((variant) => prefixOf(variant) ?? []);
  return {
    terms: [...new Set(variants.flatMap(({ terms }) => terms))],
    prefixes: [...new Set(prefixes)],
  };
}

/**
 * Adds to each prefix the terms that begin with it, unless there are too many. A search for the terms has the same
 * results as a search for the prefix, but is faster: PostgreSQL reads every card of a prefix, whereas it skips most
 * cards of a term. Removes a prefix that only the typed word begins with.
 * @param vocabulary contains the terms that {@link termsOf} lists, and up to {@link MAX_COMPLETIONS} + 1 completions
 */
export function withCompletions(
  words: readonly QueryWord[],
  vocabulary: Vocabulary,
): readonly QueryWord[] {
  // A letter that cards have as a word is complete: `nidoran m` is not the beginning of `nidoran magma`.
  const isLetter = (variant: Variant, { variants }: QueryWord) =>
    prefixOf(variant)?.length === 1 &&
    variants.some((other) => !other.prefix && vocabulary.cardsOf(other) > 0);
  const complete = (variant: Variant): Variant => {
    const prefix = prefixOf(variant);
    if (prefix === null) return variant;
    const known = vocabulary.termsFrom(prefix);
    if (known.length > MAX_COMPLETIONS) return variant;
    const isOther = (term: string) => variant.besides?.some((other) => term.startsWith(other));
    return { ...variant, completions: known.filter((term) => !isOther(term)) };
  };
  return words.map((word) => ({
    ...word,
    variants: word.variants
      .map(complete)
      .filter((variant) => !isRepeated(variant, word.variants) && !isLetter(variant, word)),
  }));
}

/** Whether the only completion of a prefix is the prefix itself, and one of the other variants is the same term. */
function isRepeated({ terms, completions }: Variant, variants: readonly Variant[]): boolean {
  return (
    completions?.length === 1 &&
    completions[0] === terms.at(-1) &&
    variants.some((other) => !other.prefix && other.terms.join() === terms.join())
  );
}

function prefixOf({ terms, prefix }: Variant): string | null {
  return (prefix && terms[terms.length - 1]) || null;
}
