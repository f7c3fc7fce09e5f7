/** Joins words with single spaces, leaving out empty ones. */
export function words(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

/** Letters without accents, as labels are printed: `Poké` becomes `Poke`. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'");
}

/** Lower case words with hyphens, for addresses. */
export function slug(text: string): string {
  return plain(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** The words of a description in a fixed order, so that two spellings of one card compare equal. */
export function wordKey(text: string): string {
  return plain(text).toUpperCase().replaceAll('#', '').split(/\s+/).sort().join(' ');
}
