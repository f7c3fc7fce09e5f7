import { jsxEscape } from 'preact/jsx-runtime';
import { glyphsOf, widthOf } from './font.js';

/** A rectangle, or a line of text whose baseline is at `y`. Colors are written as `#rrggbb`. */
export type Shape = { readonly x: number; readonly y: number; readonly color: string } & (
  | { readonly width: number; readonly height: number }
  | { readonly text: string; readonly size: number; readonly isRight?: boolean }
);

/** A picture that consists of shapes on a background, drawn in their order. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

/** Moves shapes to the right and down. */
export const moved = (shapes: readonly Shape[], x: number, y: number): readonly Shape[] =>
  shapes.map((shape) => ({ ...shape, x: shape.x + x, y: shape.y + y }));

/** Calls `draw` with the outline of each character of a text, and the position where it starts. */
export function eachGlyph(
  { text, size, x, isRight = false }: Extract<Shape, { text: string }>,
  draw: (outline: string, x: number) => void,
): void {
  let start = isRight ? x - widthOf(text, size) : x;
  for (const [advance, outline] of glyphsOf(text)) {
    draw(outline, start);
    start += (advance * size) / 1000;
  }
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Renders a drawing as SVG. Text is drawn as outlines, so that the image needs no font. */
export function svgOf({ width, height, shapes }: Drawing, label: string): string {
  const parts = shapes.map((shape) => {
    const { x, y, color } = shape;
    if (!('text' in shape)) {
      return `<rect x="${x}" y="${y}" width="${shape.width}" height="${shape.height}" fill="${color}"/>`;
    }
    let paths = '';
    eachGlyph(shape, (outline, start) => {
      const place = `translate(${round(start)} ${y})scale(${shape.size / 1000})`;
      if (outline) paths += `<path transform="${place}" d="${outline}"/>`;
    });
    return `<g fill="${color}">${paths}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${jsxEscape(label)}">${parts.join('')}</svg>`;
}
