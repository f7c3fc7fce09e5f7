import type { Card } from '@gcd/client';
import { renderToString } from 'preact-render-to-string';
import { INK } from './charts/colors.js';
import { gemRate, number } from './format.js';

const HEIGHT = 20;
const CHAR = 6.4;
const PADDING = 7;

/** Renders the totals of a card as a small SVG image. */
export function badge({ total_population, gem_total }: Card): string {
  const parts = [
    { text: 'graded', fill: INK },
    { text: number(total_population), fill: '#40528f' },
    { text: 'gem rate', fill: INK },
    { text: gemRate(gem_total, total_population), fill: '#1c7268' },
  ].map((part) => ({ ...part, width: Math.round(part.text.length * CHAR) + 2 * PADDING }));
  const width = parts.reduce((sum, part) => sum + part.width, 0);
  const startOf = (index: number): number =>
    parts.slice(0, index).reduce((sum, part) => sum + part.width, 0);
  return renderToString(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={HEIGHT}
      role="img"
      aria-label={parts.map(({ text }) => text).join(' ')}
      font-family="Verdana, DejaVu Sans, sans-serif"
      font-size="11"
      text-anchor="middle"
    >
      {parts.map((part, index) => (
        <>
          <rect x={startOf(index)} width={part.width} height={HEIGHT} fill={part.fill} />
          <text
            x={startOf(index) + part.width / 2}
            y="14"
            fill="#ffffff"
            textLength={part.width - 2 * PADDING}
          >
            {part.text}
          </text>
        </>
      ))}
    </svg>,
  );
}
