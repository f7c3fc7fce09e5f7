import { crc32, deflateSync } from 'node:zlib';
import { PAPER } from './charts/colors.js';
import { type Drawing, eachGlyph } from './drawing.js';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BIT_DEPTH = 8;
const INDEXED = 3;
// Number of shades of each color, from that of the background to the full one.
const SHADES = 16;
// Number of lines per pixel at which outlines are sampled.
const SAMPLES = 4;
const CURVE_STEPS = 4;

/** Draws a drawing as a PNG, on a background of the color `PAPER`. It can have 16 colors. */
export function pngOf({ width, height, shapes }: Drawing): Buffer {
  const colors = [...new Set(shapes.map(({ color }) => color))];
  const pixels = Buffer.alloc(width * height);
  for (const shape of shapes) {
    const base = colors.indexOf(shape.color) * SHADES;
    if ('text' in shape) {
      eachGlyph(shape, (outline, x) => {
        for (const [at, share] of coverage(outline, shape.size / 1000, x, shape.y, width)) {
          pixels[at] = base + Math.round(share * (SHADES - 1));
        }
      });
    } else {
      const [left, right] = [Math.round(shape.x), Math.round(shape.x + shape.width)];
      const bottom = Math.round(shape.y + shape.height);
      for (let y = Math.round(shape.y); y < bottom; y += 1) {
        pixels.fill(base + SHADES - 1, y * width + left, y * width + right);
      }
    }
  }
  return encode(pixels, width, height, colors.flatMap(shadesOf));
}

/** Returns the pixels that an outline covers, each with the covered share of its area. */
function coverage(
  outline: string,
  scale: number,
  x: number,
  y: number,
  width: number,
): ReadonlyMap<number, number> {
  // Each line changes the coverage of all pixels on its right, so that a sum from the left gives the coverage.
  const changes = new Map<number, number>();
  const add = (at: number, change: number) => changes.set(at, (changes.get(at) ?? 0) + change);
  for (const [[fromX, fromY], [toX, toY]] of linesOf(outline, scale, x, y)) {
    const [top, bottom] = [Math.min(fromY, toY), Math.max(fromY, toY)];
    const change = (fromY < toY ? 1 : -1) / SAMPLES;
    for (let line = Math.ceil(top * SAMPLES - 0.5); line < bottom * SAMPLES - 0.5; line += 1) {
      const crossing = fromX + (((line + 0.5) / SAMPLES - fromY) * (toX - fromX)) / (toY - fromY);
      const at = Math.floor(line / SAMPLES) * width + Math.floor(crossing);
      const share = crossing - Math.floor(crossing);
      add(at, change * (1 - share));
      add(at + 1, change * share);
    }
  }
  const covered = new Map<number, number>();
  const places = [...changes.keys()].sort((one, other) => one - other);
  let sum = 0;
  for (const [index, at] of places.entries()) {
    sum += changes.get(at) ?? 0;
    const share = Math.min(1, Math.abs(sum));
    const end = share > 0.01 ? (places[index + 1] ?? at + 1) : at;
    for (let pixel = at; pixel < end; pixel += 1) covered.set(pixel, share);
  }
  return covered;
}

type Point = readonly [x: number, y: number];

/** Converts the path data of an outline to lines. A path of the font has only the commands `M`, `L`, `Q` and `Z`. */
function* linesOf(
  outline: string,
  scale: number,
  x: number,
  y: number,
): Generator<readonly [Point, Point]> {
  let [start, last]: [Point, Point] = [
    [0, 0],
    [0, 0],
  ];
  for (const [, command, numbers = ''] of outline.matchAll(/([MLQZ])([^MLQZ]*)/g)) {
    const values = (numbers.match(/-?\d+/g) ?? []).map(Number);
    const points = Array.from(
      { length: values.length / 2 },
      (_none, index): Point => [
        x + (values[2 * index] as number) * scale,
        y + (values[2 * index + 1] as number) * scale,
      ],
    );
    const [first, end] = [points[0], points.at(-1)];
    if (!first || !end || command === 'M') yield [last, start];
    if (!first || !end) continue;
    if (command === 'M') start = first;
    else if (command === 'L') yield [last, end];
    else {
      let from = last;
      for (let step = 1; step <= CURVE_STEPS; step += 1) {
        const share = step / CURVE_STEPS;
        const at = (axis: 0 | 1): number =>
          (1 - share) ** 2 * last[axis] +
          2 * share * (1 - share) * first[axis] +
          share ** 2 * end[axis];
        const to: Point = [at(0), at(1)];
        yield [from, to];
        from = to;
      }
    }
    last = end;
  }
  yield [last, start];
}

const channelsOf = (color: string): number[] => [...Buffer.from(color.slice(1), 'hex')];

/** Returns the shades of a color as bytes: red, green and blue of each. */
function shadesOf(color: string): number[] {
  const [from, to] = [channelsOf(PAPER), channelsOf(color)];
  return Array.from({ length: SHADES }, (_none, shade) =>
    from.map((channel, index) =>
      Math.round(channel + (((to[index] ?? 0) - channel) * shade) / (SHADES - 1)),
    ),
  ).flat();
}

/** Encodes an image. @param pixels a palette index for each pixel */
function encode(pixels: Buffer, width: number, height: number, palette: readonly number[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([BIT_DEPTH, INDEXED], 8);
  // Each line of pixels begins with the number of its filter. 0 means no filter.
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    pixels.copy(lines, y * (width + 1) + 1, y * width, (y + 1) * width);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', deflateSync(lines, { level: 4 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
