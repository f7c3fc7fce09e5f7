import { readFileSync } from 'node:fs';
import opentype from 'opentype.js';

/**
 * Returns the advance width and the outline of each character of a font, as SVG path data. The unit is a thousandth of
 * the font size.
 * @param file path of a WOFF file
 */
export function glyphsOf(file) {
  const font = opentype.parse(new Uint8Array(readFileSync(file)).buffer);
  const glyphs = Array.from({ length: font.numGlyphs }, (_none, index) => font.glyphs.get(index));
  return Object.fromEntries(
    glyphs
      .filter(({ unicode }) => unicode !== undefined)
      .map((glyph) => [
        String.fromCodePoint(glyph.unicode),
        [
          Math.round((glyph.advanceWidth * 1000) / font.unitsPerEm),
          glyph.getPath(0, 0, 1000).toPathData(0),
        ],
      ]),
  );
}
