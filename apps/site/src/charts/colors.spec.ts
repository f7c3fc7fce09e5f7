import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { GRADER_COLORS } from './colors.js';

/** A matrix that converts linear RGB to other coordinates. */
type Matrix = readonly (readonly [number, number, number])[];

/** Simulations of complete protanopia, deuteranopia and tritanopia by Machado, Oliveira and Fernandes (2009). */
const VISIONS: Readonly<Record<string, Matrix>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** The matrices of the color space Oklab, in which equal distances look equally different. */
const TO_CONES: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const TO_OKLAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];

// About five times the smallest difference that people notice between areas side by side.
const MIN_DISTANCE = 0.1;
const STYLES = ['1-elements', '7-media']
  .map((name) => readFileSync(new URL(`../../assets/styles/${name}.css`, import.meta.url), 'utf8'))
  .join();
const GRADERS = ['psa', 'beckett', 'sgc', 'cgc'];
/** The colors that charts use together: the graders, and the parts of the bar on the page of a cert. */
const TOGETHER = [GRADERS, ['rest', 'accent', 'psa', 'cgc']];

/** The colors of the light, the dark and the printed pages, by name. */
const themes = ['light', 'dark', 'print'].map(
  (theme, at) =>
    [
      theme,
      (name: string) =>
        [...STYLES.matchAll(new RegExp(`--${name}: (#\\w{6})`, 'g'))][at]?.[1] ?? '',
    ] as const,
);

const apply = (matrix: Matrix, vector: readonly number[]): number[] =>
  matrix.map((row) => row.reduce((sum, factor, at) => sum + factor * (vector[at] ?? 0), 0));

function oklab(color: string, vision: Matrix): number[] {
  const linear = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const seen = apply(vision, linear).map((value) => Math.min(1, Math.max(0, value)));
  return apply(TO_OKLAB, apply(TO_CONES, seen).map(Math.cbrt));
}

it.each(themes)(
  'colors that charts use together differ in every kind of vision: %s',
  (_theme, colorOf) => {
    const close = TOGETHER.flatMap((names) =>
      Object.entries(VISIONS).flatMap(([vision, matrix]) => {
        const seen = names.map((name) => oklab(colorOf(name), matrix));
        return seen.flatMap((one, at) =>
          seen.slice(at + 1).flatMap((other, offset) => {
            const distance = Math.hypot(...one.map((value, axis) => value - (other[axis] ?? 0)));
            return distance >= MIN_DISTANCE
              ? []
              : [[vision, names[at], names[at + 1 + offset], distance]];
          }),
        );
      }),
    );
    expect(close).toEqual([]);
  },
);

it('saved charts have the colors of the light pages', () => {
  const [, colorOf] = themes[0] as (typeof themes)[number];
  expect(Object.entries(GRADER_COLORS)).toEqual(GRADERS.map((name) => [name, colorOf(name)]));
});
