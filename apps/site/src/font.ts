import { readFileSync } from 'node:fs';

/** The outline is SVG path data. The unit of both is a thousandth of the font size. */
type Glyph = readonly [advance: number, outline: string];

const MIN_SHARE = 0.6;
let glyphs: Readonly<Record<string, Glyph>> | undefined;

/** Returns the characters of a text as the font draws them, without characters that it lacks. */
export function glyphsOf(text: string): readonly Glyph[] {
  // `assets/build.js` writes the file.
  const file = new URL('../dist/glyphs.json', import.meta.url);
  glyphs ??= JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Glyph>>;
  const known = glyphs;
  return [...text.normalize('NFC')].flatMap((character) => {
    const glyph = known[character] ?? known[character.normalize('NFKD').charAt(0)];
    return glyph ? [glyph] : [];
  });
}

export const widthOf = (text: string, size: number): number =>
  (glyphsOf(text).reduce((sum, [advance]) => sum + advance, 0) * size) / 1000;

/** Makes a text fit a width: draws it smaller, and shortens it if it would be too small. */
export function fitted(text: string, size: number, width: number): { text: string; size: number } {
  const fitting = Math.min(size, (size * width) / Math.max(1, widthOf(text, size)));
  if (fitting >= size * MIN_SHARE) return { text, size: Math.floor(fitting) };
  let short = text;
  while (short && widthOf(`${short}…`, size * MIN_SHARE) > width) short = short.slice(0, -1);
  return { text: `${short.trim()}…`, size: Math.floor(size * MIN_SHARE) };
}
