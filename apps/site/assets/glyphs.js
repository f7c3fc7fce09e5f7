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
          outlineOf(glyph.getPath(0, 0, 1000)),
        ],
      ]),
  );
}

/** Returns path data of whole numbers. A value that rounds to -0 becomes 0, because `toPathData` would join it to the one before. */
function outlineOf(outline) {
  for (const command of outline.commands) {
    for (const axis of ['x', 'y', 'x1', 'y1', 'x2', 'y2']) {
      if (axis in command) command[axis] = Math.round(command[axis]) || 0;
    }
  }
  return outline.toPathData(0);
}
