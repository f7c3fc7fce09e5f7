import { crc32, deflateSync } from 'node:zlib';
import type { Grader } from '@gcd/client';
import { GRADER_COLORS, INK, PAPER } from './charts/colors.js';
import type { GradeCounts } from './population.js';

// Width in pixels. Link previews show images of this size without cropping.
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 70;
const AXIS = 6;
const GAP = 0.2;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BIT_DEPTH = 8;
const INDEXED = 3;

const PALETTE = [PAPER, INK, ...Object.values(GRADER_COLORS)];
const colorOf = (grader: Grader): number => PALETTE.indexOf(GRADER_COLORS[grader]);

/**
 * Draws the population of a card as a PNG for link previews: a bar for each grade, lowest first, split by grader. The
 * image has no text, because text would require a font renderer. Link previews show the title of the page beside the
 * image.
 * @param rows best grade first
 */
export function previewImage(rows: readonly GradeCounts[]): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT);
  const floor = HEIGHT - MARGIN;
  fill(pixels, MARGIN, floor, WIDTH - MARGIN, floor + AXIS, PALETTE.indexOf(INK));
  const max = Math.max(1, ...rows.map(({ total }) => total));
  const step = (WIDTH - 2 * MARGIN) / Math.max(1, rows.length);
  for (const [index, { byGrader }] of rows.toReversed().entries()) {
    const left = MARGIN + (index + GAP / 2) * step;
    let count = 0;
    for (const [grader, own] of Object.entries(byGrader) as [Grader, number][]) {
      const [bottom, top] = [count, count + own].map(
        (value) => floor - (value / max) * (floor - MARGIN),
      ) as [number, number];
      fill(pixels, left, top, left + (1 - GAP) * step, bottom, colorOf(grader));
      count += own;
    }
  }
  return png(pixels);
}

function fill(
  pixels: Buffer,
  left: number,
  top: number,
  right: number,
  bottom: number,
  color: number,
): void {
  for (let y = Math.round(top); y < Math.round(bottom); y += 1) {
    pixels.fill(color, y * WIDTH + Math.round(left), y * WIDTH + Math.round(right));
  }
}

/** Encodes an image. @param pixels a palette index for each pixel */
function png(pixels: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([BIT_DEPTH, INDEXED], 8);
  const palette = Buffer.from(PALETTE.map((color) => color.slice(1)).join(''), 'hex');
  // Each line of pixels begins with the number of its filter. 0 means no filter.
  const lines = Buffer.alloc((WIDTH + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    pixels.copy(lines, y * (WIDTH + 1) + 1, y * WIDTH, (y + 1) * WIDTH);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', palette),
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
