export function words(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

/** Removes accents, which labels omit: `Poké` becomes `Poke`. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'");
}

/** Converts `text` to lower-case words with hyphens, for URLs. */
export function slug(text: string): string {
  return plain(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Sorts the words of a description, so that different orders of the same words compare as equal. */
export function wordKey(text: string): string {
  return plain(text).toUpperCase().replaceAll('#', '').split(/\s+/).sort().join(' ');
}
